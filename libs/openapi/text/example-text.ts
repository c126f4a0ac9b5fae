import { beginningOf } from './words.js';

/** Characters of an example, and of a text in it. */
const MOST_CHARACTERS = 4_000;
const MOST_OF_TEXT = 1_000;
const MOST_DEPTH = 20;

const WRITTEN = new WeakMap<object, string>();

/** An example in a fenced block. One that many operations share is written once. */
export function exampleText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return write(value);
  let text = WRITTEN.get(value);
  if (text === undefined) WRITTEN.set(value, (text = write(value)));
  return text;
}

function write(value: unknown): string {
  const isText = typeof value === 'string';
  const text = isText ? beginningOf(value, MOST_CHARACTERS) : new Json().text(value);
  const longest = Math.max(2, ...(text.match(/`{3,}/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${isText ? '' : 'json'}\n${text}\n${fence}`;
}

/** Writes JSON up to a number of characters. */
class Json {
  #room = MOST_CHARACTERS;

  text(value: unknown, indent = ''): string {
    if (typeof value === 'string') return this.#take(JSON.stringify(beginningOf(value, MOST_OF_TEXT)));
    if (typeof value !== 'object' || value === null) return this.#take(JSON.stringify(value) ?? 'null');
    if (indent.length / 2 >= MOST_DEPTH || this.#room <= 0) return this.#take('…');
    const isList = Array.isArray(value);
    const inner = `${indent}  `;
    const items: string[] = [];
    for (const key in value) {
      if (this.#room <= 0) {
        items.push(`${inner}…`);
        break;
      }
      const name = isList ? '' : `${this.#take(JSON.stringify(beginningOf(key, MOST_OF_TEXT)))}: `;
      items.push(inner + name + this.text((value as Record<string, unknown>)[key], inner));
    }
    const [open, close] = isList ? ['[', ']'] : ['{', '}'];
    return items.length === 0 ? `${open}${close}` : `${open}\n${items.join(',\n')}\n${indent}${close}`;
  }

  #take(text: string): string {
    this.#room -= text.length;
    return text;
  }
}
