import type { YamlText } from './yaml-tree.js';

const PLAIN = /^[\p{L}\p{N}./][\p{L}\p{N} ._/()+'&-]*$/u;
/** Words and numbers that YAML takes for something else than a text. */
const OTHER = /^(?:~|null|true|false|yes|no|on|off|[-+.\d][\d_.,:eExXoO+-]*|\.inf|\.nan)$/i;

/** A text as YAML writes it on one line, in the quotes of the one that it replaces where there is one. */
export function scalar(value: string | boolean, before?: { source: string; node: YamlText }): string {
  if (typeof value === 'boolean') return String(value);
  const quote = before?.node.inline && !before.node.plain ? before.source[before.node.start] : undefined;
  if (quote === "'" && !/[\p{Cc}]/u.test(value)) return `'${value.replaceAll("'", "''")}'`;
  if (quote === undefined && PLAIN.test(value) && !OTHER.test(value) && !/\s$|\s{2}/.test(value)) return value;
  return JSON.stringify(value);
}
