import { canonicalJson } from '#kernel/domain/canonical-json';
import type { Block, RichDocument } from '#rich-document';
import type { MapDiff } from '../../../../../src/content/revisions/domain/map/diff-maps.js';
import type {
  MergeLookups,
  MergeResult,
  MergeSides,
} from '../../../../../src/content/change-requests/domain/merge/merge.js';
import type { MergedBodies } from '../../../../../src/content/change-requests/domain/merge/merge-bodies.js';
import { mergeBody } from '../../../../../src/content/change-requests/domain/merge/merge-body.js';
import {
  precomputeBodies,
  mergeRevisions,
} from '../../../../../src/content/change-requests/domain/merge/merge-revisions.js';
import { storedDocument } from '../../../../../src/content/revisions/domain/page/stored-document.js';
import type {
  FileRecord,
  PageRecord,
  ReusableContentRecord,
} from '../../../../../src/content/revisions/domain/page/page-record.js';

/** The whole content of a revision in memory. */
export interface Content {
  pages: Map<string, PageRecord>;
  files: Map<string, FileRecord>;
  contents: Map<string, ReusableContentRecord>;
  variables: Record<string, string | number | boolean>;
}

/** Documents by their hash, of all revisions in a test. */
const bodies = new Map<string, string>();

export const NOW = '2030-01-01T00:00:00.000Z';

export function paragraph(key: string, text: string): Block {
  const nodes =
    text === '' ? [] : [{ object: 'text' as const, leaves: [{ object: 'leaf' as const, text, marks: [] }] }];
  return { object: 'block', type: 'paragraph', key, isVoid: false, data: {}, nodes };
}

/** Stores a document of paragraphs, each given as `key:words`. Returns its hash. */
export function body(...lines: string[]): string {
  const nodes = lines.map((line) => paragraph(line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)));
  const stored = storedDocument({ object: 'document', data: {}, nodes });
  bodies.set(stored.hash, stored.body);
  return stored.hash;
}

export function linesOf(hash: string | undefined): string[] {
  const document = JSON.parse(bodies.get(hash ?? '') ?? '{"nodes":[]}') as RichDocument;
  return document.nodes.map((block) => `${block.key}:${textOf(block)}`);
}

export function textOf(block: Block): string {
  return [...JSON.stringify(block).matchAll(/"text":"([^"]*)"/g)].map((match) => match[1]).join('');
}

export function page(id: string, members: Partial<PageRecord> = {}): PageRecord {
  return { id, type: 'document', parent: null, rank: 'a0', title: id, slug: id, createdAt: NOW, ...members };
}

export function contentOf(...pages: PageRecord[]): Content {
  return {
    pages: new Map(pages.map((record) => [record.id, record])),
    files: new Map(),
    contents: new Map(),
    variables: {},
  };
}

/** The content with some pages replaced; `undefined` removes one. */
export function withPages(content: Content, changes: Record<string, Partial<PageRecord> | undefined>): Content {
  const pages = new Map(content.pages);
  for (const [id, members] of Object.entries(changes)) {
    if (members === undefined) pages.delete(id);
    else pages.set(id, { ...(pages.get(id) ?? page(id)), ...members });
  }
  return { ...content, pages };
}

export interface Merged extends MergeResult {
  content: Content;
  /** How often each lookup was made. */
  asked: Record<Exclude<keyof MergeLookups, 'mergeBody'>, number>;
}

function sidesOf(base: Content, main: Content, other: Content): MergeSides {
  return {
    pages: { main: diff(base.pages, main.pages), other: diff(base.pages, other.pages) },
    files: { main: diff(base.files, main.files), other: diff(base.files, other.files) },
    contents: { main: diff(base.contents, main.contents), other: diff(base.contents, other.contents) },
    variables: { base: base.variables, main: main.variables, other: other.variables },
  };
}

const merged = (...given: Parameters<typeof mergeBody>) => Promise.resolve(mergeBody(...given));
const documents = (hashes: readonly string[]) =>
  Promise.resolve(new Map(hashes.map((hash) => [hash, bodies.get(hash) ?? ''])));

/** Merges only the bodies of two sides. */
export function mergeAhead(base: Content, main: Content, other: Content): Promise<MergedBodies> {
  return precomputeBodies(sidesOf(base, main, other), { documents, mergeBody: merged }, { maxDocumentBytes: 1e6 });
}

/** Merges `other` into `main` and applies the result to main. */
export async function merge(
  base: Content,
  main: Content,
  other: Content,
  maxDocumentBytes = 1e6,
  ahead?: MergedBodies,
): Promise<Merged> {
  const asked = { withAncestors: 0, children: 0, documents: 0 };
  const lookups: MergeLookups = {
    withAncestors: (ids) => {
      asked.withAncestors++;
      const found = new Map<string, PageRecord>();
      for (const id of ids) {
        for (let at = main.pages.get(id); at && !found.has(at.id); at = main.pages.get(at.parent ?? '')) {
          found.set(at.id, at);
        }
      }
      return Promise.resolve(found);
    },
    children: (parents) => {
      asked.children++;
      const under = (parent: string | null) =>
        [...main.pages.values()]
          .filter((record) => record.parent === parent)
          .sort((a, b) => (a.rank < b.rank ? -1 : 1));
      return Promise.resolve(new Map(parents.map((parent) => [parent, under(parent)])));
    },
    mergeBody: merged,
    documents: (hashes) => {
      asked.documents++;
      return documents(hashes);
    },
  };
  const result = await mergeRevisions(sidesOf(base, main, other), lookups, { maxDocumentBytes }, ahead);
  for (const { hash, body: json } of result.documents) bodies.set(hash, json);
  const content: Content = {
    pages: applied(main.pages, result.pages),
    files: applied(main.files, result.files),
    contents: applied(main.contents, result.contents),
    variables: result.variables ?? main.variables,
  };
  return { ...result, content, asked };
}

/** The ids of the pages under `parent`, in their order. */
export function order({ pages }: Content, parent: string | null = null): string[] {
  return [...pages.values()]
    .filter((record) => record.parent === parent)
    .sort((a, b) => (a.rank !== b.rank ? (a.rank < b.rank ? -1 : 1) : a.id < b.id ? -1 : 1))
    .map(({ id }) => id);
}

function diff<R extends { id: string }>(a: ReadonlyMap<string, R>, b: ReadonlyMap<string, R>): MapDiff<R> {
  const found: MapDiff<R> = { added: [], removed: [], changed: [] };
  for (const [id, after] of b) {
    const before = a.get(id);
    if (!before) found.added.push(after);
    else if (canonicalJson(before) !== canonicalJson(after)) found.changed.push({ before, after });
  }
  for (const [id, before] of a) if (!b.has(id)) found.removed.push(before);
  return found;
}

function applied<R>(records: ReadonlyMap<string, R>, changes: ReadonlyMap<string, R | null>): Map<string, R> {
  const next = new Map(records);
  for (const [id, record] of changes) {
    if (record === null) next.delete(id);
    else next.set(id, record);
  }
  return next;
}
