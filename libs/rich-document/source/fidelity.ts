import type { ContentRef } from '../content-ref.js';
import { carryKeys } from '../keys/carry-keys.js';
import type { Block, RichDocument } from '../model.js';
import { parsePage, type ParsedPage } from '../parse/page.js';
import { rewritePage } from './rewrite-page.js';

/** A Markdown file and what was read from it. */
export interface WrittenFile {
  text: string;
  page: ParsedPage;
}

/** A whole number from 0 on, below the given one. */
export type Random = (below: number) => number;

/** A word that no documentation has. */
const WORD = 'zzquirezz';
const WORDS = /\p{L}{3,}/gu;

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Undefined for bytes that are no UTF-8, or that no page can be read from. */
export function readWritten(bytes: Uint8Array): WrittenFile | undefined {
  try {
    const text = utf8.decode(bytes);
    return text.includes('\0') ? undefined : { text, page: parsePage(text) };
  } catch {
    return undefined;
  }
}

export const comesBack = (file: WrittenFile): boolean => written(file, file.page.document) === file.text;

/**
 * Edits one word. Answers what is wrong with the text that results: nothing where one line differs, by the word alone;
 * undefined where the file has no word.
 */
export function checkWord(file: WrittenFile, random: Random): string | undefined {
  const after = structuredClone(file.page.document);
  const leaves = leavesOf(after.nodes).filter(({ text }) => text.search(WORDS) !== -1);
  const leaf = leaves[random(leaves.length)];
  const words = [...(leaf?.text ?? '').matchAll(WORDS)];
  const match = words[random(words.length)];
  if (!leaf || !match) return undefined;
  const [word] = match;
  leaf.text = leaf.text.slice(0, match.index) + WORD + leaf.text.slice(match.index + word.length);
  const [before, now] = [file.text.split('\n'), written(file, carryKeys(file.page.document, after)).split('\n')];
  if (before.length !== now.length) return `"${word}" was edited, and the file has another number of lines`;
  const different = before.flatMap((line, at) => (line === now[at] ? [] : [at]));
  const [line = -1] = different;
  if (different.length !== 1) return `"${word}" was edited, and ${different.length} lines differ`;
  return now[line]?.replace(WORD, word) === before[line]
    ? ''
    : `"${word}" was edited, and more of line ${line + 1} differs`;
}

/**
 * Puts a paragraph in the place of one block. Answers what is wrong with the text that results: nothing where no line of
 * another block differs; undefined where no block has lines of its own.
 */
export function checkBlock(file: WrittenFile, random: Random): string | undefined {
  const { document, places } = file.page;
  const choice = random(places.blocks.length);
  const place = places.blocks[choice];
  if (place?.count !== 1) return undefined;
  const at = places.blocks.slice(0, choice).reduce((sum, { count }) => sum + count, 0);
  const nodes = document.nodes.with(at, NEW_BLOCK);
  const now = written(file, { ...document, nodes });
  const lines = file.text.slice(places.body).split(/\r\n|\r|\n/);
  const head = file.text.slice(0, places.body).split(/\r\n|\r|\n/);
  const text = now.split(/\r\n|\r|\n/).join('\n');
  const before = [...head.slice(0, -1), ...lines.slice(0, place.from)].join('\n').trimEnd();
  const behind = lines.slice(place.to).join('\n').trimStart();
  if (!text.startsWith(before)) return `a ${document.nodes[at]?.type} was replaced, and something before it differs`;
  return text.endsWith(behind) ? '' : `a ${document.nodes[at]?.type} was replaced, and something behind it differs`;
}

const NEW_BLOCK: Block = {
  object: 'block',
  type: 'paragraph',
  key: 'new-block',
  isVoid: false,
  data: {},
  nodes: [{ object: 'text', leaves: [{ object: 'leaf', text: `A new ${WORD} paragraph.`, marks: [] }] }],
};

function written({ text, page }: WrittenFile, after: RichDocument): string {
  const { places, document: before } = page;
  const hrefs = { hrefBefore: addressOf, hrefAfter: addressOf };
  return rewritePage({ text, places, before, after, ...hrefs, fields: {}, read: (read) => read });
}

/** References are as the text has them: nothing is looked up. */
function addressOf(ref: ContentRef): string | undefined {
  if (ref.kind === 'url') return ref.url;
  return ref.kind === 'reusable-content' ? ref.reusableContent : undefined;
}

function leavesOf(value: unknown): { text: string }[] {
  if (Array.isArray(value)) return value.flatMap(leavesOf);
  if (typeof value !== 'object' || value === null) return [];
  if ('object' in value && value.object === 'leaf') return [value as unknown as { text: string }];
  return Object.values(value).flatMap(leavesOf);
}
