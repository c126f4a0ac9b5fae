import type { SemanticChangeView } from '../../revisions/application/semantic-changes.view.js';

/** What is changed, in a line. */
export function changeLine(change: SemanticChangeView): string {
  const what = change.type.replaceAll('_', ' ');
  if (change.type === 'variables_edited') return `- ${what}: ${Object.keys(change.variables).join(', ')}`;
  const named = nameOf(change);
  const attributes = 'attributes' in change ? Object.entries(change.attributes).map(attributeText) : [];
  return `- ${what}: ${named}${attributes.length === 0 ? '' : ` (${attributes.join(', ')})`}`;
}

function nameOf(change: Exclude<SemanticChangeView, { variables: unknown }>): string {
  if ('file' in change) return change.file.name;
  if ('reusableContent' in change) return change.reusableContent.title;
  const { title, path, id } = change.page;
  return `${title} (page ${id}${path === undefined ? '' : `, path ${path}`})`;
}

/** Texts with what they were; of all else its name. */
function attributeText([name, value]: [string, unknown]): string {
  if (name === 'document') return 'text';
  const { before, after } = value as { before?: unknown; after?: unknown };
  if (name === 'downloadURL' || (typeof before !== 'string' && typeof after !== 'string')) return name;
  return `${name}: ${JSON.stringify(before ?? '')} to ${JSON.stringify(after ?? '')}`;
}
