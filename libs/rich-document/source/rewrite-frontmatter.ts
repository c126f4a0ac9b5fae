import { isMap, isScalar, parseDocument, stringify, type Pair } from 'yaml';
import { readYaml } from '../parse/yaml.js';

/** The new values of fields by their names; undefined removes a field. */
export type FieldChanges = Readonly<Record<string, unknown>>;

const FENCES = /^(\ufeff?---[ \t]*(?:\r\n|\n))([^]*?)((?:^|(?<=\n))(?:---|\.\.\.)[ \t]*(?:\r\n|\n|$))$/;

/** A field as it is written: from its name to the end of its last line. */
interface WrittenField {
  name: string;
  from: number;
  to: number;
}

/**
 * Changes fields of a page's frontmatter; all others keep their text, with their comments, order and style. `head` is
 * the text before the body: perhaps a byte order mark, and frontmatter between its fences where there is one.
 */
export function rewriteFrontmatter(head: string, changes: FieldChanges): string {
  const entries = Object.entries(changes);
  if (entries.length === 0) return head;
  const [, open, yaml, close] = FENCES.exec(head) ?? [];
  if (open === undefined || yaml === undefined || close === undefined) {
    const fields = written(entries, '\n');
    return fields === '' ? head : `${head}---\n${fields}---\n\n`;
  }
  const lineEnd = open.endsWith('\r\n') ? '\r\n' : '\n';
  const edited = editFields(yaml, entries, lineEnd) ?? rewriteFields(yaml, entries, lineEnd);
  // What is left may be nothing at all.
  return edited.trim() === '' ? (head.startsWith('\ufeff') ? '\ufeff' : '') : open + edited + close;
}

/** Replaces the text of these fields only; undefined where the text is no plain mapping. */
function editFields(yaml: string, entries: readonly [string, unknown][], lineEnd: string): string | undefined {
  const fields = fieldsOf(yaml);
  if (!fields) return undefined;
  let text = yaml;
  const known = new Map(fields.map((field) => [field.name, field]));
  const later = entries.filter(([name]) => !known.has(name));
  const here = entries.flatMap(([name, value]) => {
    const field = known.get(name);
    return field ? [{ ...field, value }] : [];
  });
  for (const { name, from, to, value } of here.sort((a, b) => b.from - a.from)) {
    text = text.slice(0, from) + written([[name, value]], lineEnd) + text.slice(to);
  }
  const isEnded = text === '' || text.endsWith('\n');
  const edited = text + (isEnded || later.length === 0 ? '' : lineEnd) + written(later, lineEnd);
  return says(edited, yaml, entries) ? edited : undefined;
}

/** The top-level fields of a block mapping, with the places of their text. */
function fieldsOf(yaml: string): WrittenField[] | undefined {
  const document = parseDocument(yaml, { logLevel: 'silent' });
  const { contents, errors } = document;
  if (errors.length > 0 || (contents !== null && (!isMap(contents) || contents.flow === true))) return undefined;
  const fields: WrittenField[] = [];
  for (const pair of (contents?.items ?? []) as Pair[]) {
    const { key } = pair;
    const from = isScalar(key) ? key.range?.[0] : undefined;
    if (!isScalar(key) || from === undefined || typeof key.value !== 'string') return undefined;
    fields.push({ name: key.value, from, to: endOf(yaml, pair, from) });
  }
  return fields;
}

/** Behind the line in which a field ends. */
function endOf(yaml: string, { key, value }: Pair, from: number): number {
  const range =
    (value as { range?: [number, number, number] | null } | null)?.range ??
    (key as { range?: [number, number, number] }).range;
  const end = Math.max(range?.[1] ?? from, from + 1);
  if (yaml.charAt(end - 1) === '\n') return end;
  const line = yaml.indexOf('\n', end);
  return line === -1 ? yaml.length : line + 1;
}

/** The whole mapping anew: the fields stay in their order, comments are lost. */
function rewriteFields(yaml: string, entries: readonly [string, unknown][], lineEnd: string): string {
  const fields = new Map(Object.entries((readYaml(yaml) ?? {}) as Record<string, unknown>));
  for (const [name, value] of entries) {
    if (value === undefined) fields.delete(name);
    else fields.set(name, value);
  }
  return written([...fields], lineEnd);
}

function written(entries: readonly [string, unknown][], lineEnd: string): string {
  const said = entries.filter(([, value]) => value !== undefined);
  if (said.length === 0) return '';
  return stringify(Object.fromEntries(said), { lineWidth: 0 }).replaceAll('\n', lineEnd);
}

/** Whether the edited text says what the text said, apart from the changes. */
function says(edited: string, yaml: string, entries: readonly [string, unknown][]): boolean {
  try {
    const [is, was] = [edited, yaml].map((text) => (readYaml(text) ?? {}) as Record<string, unknown>);
    const wanted: Record<string, unknown> = { ...was, ...Object.fromEntries(entries) };
    const names = new Set([...Object.keys(is ?? {}), ...Object.keys(wanted)]);
    return [...names].every((name) => JSON.stringify(is?.[name]) === JSON.stringify(wanted[name]));
  } catch {
    return false;
  }
}
