import type { PlannedRedirect, PlannedTag } from '../import/import-plan.js';
import type { HrefFor } from './href-for.js';

/** The text of `.gitbook.yaml`: where the content is, its first page and table of contents, and the redirects. */
export function spaceFileText(
  root: string,
  readme: string | undefined,
  redirects: readonly PlannedRedirect[],
  hrefFor: HrefFor,
): string {
  const lines = root === '' ? ['structure:'] : [`root: ${scalar(`./${root}/`)}`, 'structure:'];
  if (readme !== undefined) lines.push(`  readme: ${scalar(readme)}`);
  lines.push('  summary: "SUMMARY.md"');
  const known = redirects.flatMap(({ from, target }) => {
    const href = hrefFor('', target);
    return href === undefined ? [] : [`  ${scalar(from)}: ${scalar(href)}`];
  });
  if (known.length > 0) lines.push('redirects:', ...known);
  return `${lines.join('\n')}\n`;
}

export function variablesText(variables: Readonly<Record<string, string | number | boolean>>): string {
  return Object.entries(variables)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}: ${scalar(value)}\n`)
    .join('');
}

export function tagsText(tags: readonly PlannedTag[]): string {
  return tags
    .map(({ slug, label, color, icon, emoji }) => {
      const members = { tag: slug, label, color, icon, emoji };
      const lines = Object.entries(members).flatMap(([name, value]) =>
        value === undefined ? [] : [`${name}: ${scalar(value)}`],
      );
      return `- ${lines.join('\n  ')}\n`;
    })
    .join('');
}

/** A YAML scalar on one line: JSON is YAML, but for characters that YAML wants escaped. */
function scalar(value: string | number | boolean): string {
  return JSON.stringify(value).replace(
    /[\u007f-\u009f\u2028\u2029\ufeff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
