import type { YamlText } from './yaml-tree.js';

const PLAIN = /^[\p{L}\p{N}./][\p{L}\p{N} ._/()+'&-]*$/u;
/** Words and numbers that YAML takes for something else than a text. */
const OTHER = /^(?:~|null|true|false|yes|no|on|off|[-+.\d][\d_.,:eExXoO+-]*|\.inf|\.nan)$/i;

/** Control characters, separators of lines and paragraphs, and what is no character. */
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}\ufeff\ufffe\uffff]/u;

/** A text as YAML writes it on one line, in the quotes of the one that it replaces where there is one. */
export function scalar(value: string | boolean, before?: { source: string; node: YamlText }): string {
  if (typeof value === 'boolean') return String(value);
  const quote = before?.node.inline && !before.node.plain ? before.source[before.node.start] : undefined;
  if (quote === "'" && !UNPRINTABLE.test(value)) return `'${value.replaceAll("'", "''")}'`;
  if (quote === undefined && PLAIN.test(value) && !OTHER.test(value) && !/\s$|\s{2}/.test(value)) return value;
  return quoted(value);
}

/** In double quotes, with escapes for what YAML, or an editor, takes for something else. */
export function quoted(value: string): string {
  const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(value).replace(new RegExp(UNPRINTABLE, 'gu'), escaped);
}
