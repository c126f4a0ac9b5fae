import { cleanText, isObject, type JsonObject } from '../read/tidy.js';
import type { OutlineLink, OutlinePage } from './outline.js';

/** Titles and names longer than this are cut. */
const LINE = 500;
/** Texts of more, which pages have room for. */
const TEXT = 200_000;

type Shown<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** An object without what is undefined. */
export function shown<T extends object>(fields: T): Shown<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Shown<T>;
}

/** Text of one line, cut where it is very long; undefined where there is none. */
export function lineOf(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string') return undefined;
  const line = text
    .slice(0, 4 * LINE)
    .replace(/\s+/g, ' ')
    .trim();
  return line === '' ? undefined : cut(line, LINE);
}

export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? cut(value, TEXT) : undefined;
}

export function linkOf(value: unknown): OutlineLink | undefined {
  if (!isObject(value)) return undefined;
  const name = lineOf(value['name'] ?? value['description']);
  const url = urlOf(value['url']);
  return name === undefined && url === undefined ? undefined : shown({ name, url });
}

/** An address that may be clicked. */
export function urlOf(value: unknown): string | undefined {
  const text = lineOf(value);
  if (text === undefined || !URL.canParse(text)) return undefined;
  return ['http:', 'https:', 'mailto:'].includes(new URL(text).protocol) ? text : undefined;
}

export function pageOf(value: JsonObject): OutlinePage {
  return shown({
    pageTitle: lineOf(value['x-page-title']),
    pageDescription: lineOf(value['x-page-description']),
    pageIcon: lineOf(value['x-page-icon']),
  });
}

/** What its author keeps out of pages. */
export function isInternal(value: JsonObject): boolean {
  return value['x-internal'] === true || value['x-gitbook-ignore'] === true;
}

export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

export const objectOf = (value: unknown): JsonObject => (isObject(value) ? value : {});

function cut(text: string, length: number): string {
  return text.length <= length ? text : cleanText(text.slice(0, length));
}
