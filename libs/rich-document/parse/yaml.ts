import { CORE_SCHEMA, load } from 'js-yaml';
import { parse } from 'yaml';

/** Characters of one text. Configuration of trees and frontmatter are a page or two. */
const MAX_LENGTH = 262_144;
const MAX_ALIASES = 100;
/** Values and characters that may be there once every alias is what it refers to, beyond those that are written. */
const MAX_EXPANDED = 100_000;
/**
 * What is written with mistakes, such as `title: Notes: July`, is read by a parser that forgives them. Its time grows with
 * the power of the nesting, and deep nesting can end the process, so it gets only what is short and hardly nested.
 */
const MAX_FORGIVEN = 4_096;
/** What begins a list or a mapping, or repeats one, as often as a line may have it. */
const MARKS = /[[{*]|[-?:](?=[ \t])/g;
const MAX_MARKS = 8;

/**
 * What a text in YAML 1.2 says, with the values of JSON; undefined where it says nothing. Throws where it can't be read,
 * nests deeper than 100 levels, or says with aliases more than is written. A value used twice is the same object.
 */
export function readYaml(text: string): unknown {
  if (text.length > MAX_LENGTH) throw new RangeError(`The YAML has more than ${MAX_LENGTH} characters`);
  if (/^(?:[ \t]*(?:#.*)?(?:\r?\n|$))*$/.test(text)) return undefined;
  const value = readStrictly(text) ?? forgive(text);
  if (text.includes('*')) requireSmall(value, MAX_EXPANDED + text.length);
  return value;
}

function readStrictly(text: string): unknown {
  try {
    return load(text, { schema: CORE_SCHEMA, maxAliases: MAX_ALIASES });
  } catch (error) {
    if (text.length > MAX_FORGIVEN || text.split('\n').some(isNested)) throw error;
    return undefined;
  }
}

const isNested = (line: string): boolean => (line.match(MARKS)?.length ?? 0) > MAX_MARKS;

function forgive(text: string): unknown {
  return parse(text, { maxAliasCount: 20, logLevel: 'silent' });
}

/** Counts what aliases repeat, and ends at the limit. */
function requireSmall(value: unknown, limit: number): void {
  let left = limit;
  const count = (item: unknown): void => {
    left -= typeof item === 'string' ? item.length + 1 : 1;
    if (left < 0) throw new RangeError('The YAML repeats too much');
    if (typeof item !== 'object' || item === null) return;
    for (const [name, member] of Object.entries(item)) {
      left -= name.length;
      count(member);
    }
  };
  count(value);
}
