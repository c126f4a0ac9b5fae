import type { InlineNode } from '../model.js';
import { HEADING_ID } from '../schema.js';
import { isCallout } from './callouts.js';
import type { Frame } from './frame.js';
import type { Unread } from './unread.js';

const TASK = /^\[([ xX])\](?:[ \t]+|$)/;

/** Removes the `[ ]` or `[x]` of a task from its line; the source distinguishes it from an escaped one. */
export function takeTask(source: string, nodes: InlineNode[]): boolean | undefined {
  const first = nodes[0];
  const leaf = first?.object === 'text' ? first.leaves[0] : undefined;
  const match = TASK.exec(source);
  if (match === null || first?.object !== 'text' || leaf === undefined || !leaf.text.startsWith(match[0].trim()))
    return undefined;
  leaf.text = leaf.text.slice(match[0].length);
  if (leaf.text === '') first.leaves.shift();
  if (first.leaves.length === 0) nodes.shift();
  return match[1] !== ' ';
}

/** `{#id}` or `{: #id .class key=value }`, as many tools write it; without an id it is text. */
const ATTRIBUTES = /\{:?[ \t]*([^{}\n]{1,300})\}[ \t]*$/;

/** Takes the id in braces off the end of a heading. A backslash before them makes them text. */
export function takeHeadingId(source: string, unread: Unread): { words: string; id: string | undefined } {
  const none = { words: source, id: undefined };
  const match = source.trimEnd().endsWith('}') ? ATTRIBUTES.exec(source.slice(-400)) : null;
  if (match === null) return none;
  const parts = (match[1] as string).split(/[ \t]+/).filter((part) => part !== '');
  const id = parts.find((part) => /^#[^#]/.test(part))?.slice(1);
  if (id === undefined) return none;
  const words = source.slice(0, source.length - match[0].length);
  if (/(?<!\\)(?:\\\\)*\\$/.test(words.slice(-100))) return none;
  if (!HEADING_ID.test(id.toLowerCase())) unread.add('lost-attribute', `#${id}`);
  for (const part of parts) if (!part.startsWith('#')) unread.add('lost-attribute', part);
  return { words: words.trimEnd(), id };
}

const CALLOUT = /^\[!([A-Za-z][\w-]{0,39})\]([+-]?)(?:[ \t]+([^\n]*))?(?:\n|$)/;

/**
 * Reads the line `[!NOTE] Title` that makes a quote a callout; `-` or `+` behind it make it one that folds. Returns what
 * follows the line, or all where it is none.
 */
export function openCallout(quote: Frame, source: string, unread: Unread): string {
  const match = quote.attributes['callout'] === undefined ? CALLOUT.exec(source) : null;
  if (match === null) return source;
  const [all, type, folds, title] = match as unknown as [string, string, string, string | undefined];
  if (!isCallout(type)) {
    unread.add('unknown-callout', `[!${type}]`);
    return source;
  }
  quote.attributes = {
    callout: type,
    ...(title?.trim() ? { title: title.trim() } : {}),
    ...(folds === '' ? {} : { folds: folds === '+' ? 'open' : 'closed' }),
  };
  return source.slice(all.length);
}
