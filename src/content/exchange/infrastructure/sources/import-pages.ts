import {
  carryKeys,
  mapReferences,
  parsePage,
  type ContentRef,
  type ReferenceUse,
  type RichDocument,
} from '#rich-document';
import { pageFields } from '../../../revisions/domain/page/frontmatter-fields.js';
import { createResolver, type ResolvablePlan, type ResolveHref } from '../../domain/import/resolve-href.js';
import { isExternal } from '../../domain/import/source-path.js';
import { READER, type ReadLink, type SourceReading } from '../../domain/import/source-reading.js';
import type { StoredDocument } from '../../../revisions/domain/ports.js';
import { storedDocument } from '../../../revisions/domain/page/stored-document.js';

/** One file of an import, for a worker thread. */
export interface PageToImport {
  path: string;
  markdown: Uint8Array;
  /** JSON of the document whose blocks keep their keys. */
  previous?: string | undefined;
}

/** The plan of an import as JSON in memory that all threads see: each reads it once, however many files it takes. */
export interface SharedPlan {
  id: string;
  json: SharedArrayBuffer;
}

export type ImportedPage = { reading: SourceReading; stored: StoredDocument } | { failure: string };

/** Imports that one thread keeps the look-up tables of. */
const KEPT = 3;
const resolvers = new Map<string, ResolveHref>();
const utf8 = new TextDecoder('utf-8');

/** Reads the Markdown of files of one import; `maxBytes` bounds the Markdown and the JSON of each. */
export function importPages(plan: SharedPlan, pages: readonly PageToImport[], maxBytes: number): ImportedPage[] {
  const resolve = resolverOf(plan);
  return pages.map((page) => {
    if (page.markdown.length > maxBytes) return { failure: `The Markdown takes more than ${maxBytes} bytes.` };
    try {
      const read = importPage(page, resolve, maxBytes);
      const tooLarge = Buffer.byteLength(read.stored.body) > maxBytes;
      return tooLarge ? { failure: `The document takes more than ${maxBytes} bytes of JSON.` } : read;
    } catch (error) {
      return { failure: `The Markdown can't be read: ${error instanceof Error ? error.message : String(error)}` };
    }
  });
}

function importPage({ path, markdown, previous }: PageToImport, resolve: ResolveHref, maxBytes: number) {
  const links = new Map<string, ReadLink>();
  const resolved = (href: string, use: ReferenceUse): ContentRef | undefined => {
    const ref = resolve(path, href, use);
    const follows = !isExternal(href.trim()) && (ref === undefined || !href.startsWith('#'));
    if (follows) links.set(`${use} ${href}`, [href, use, ref ?? null]);
    return ref;
  };
  const { title, frontmatter, document } = parsePage(utf8.decode(markdown).replaceAll('\0', '\ufffd'), {
    maxBytes,
  });
  const { unknown, ...known } = frontmatter;
  const read = pageFields({ ...unknown, ...known }, resolved);
  const linked = mapReferences(document, (ref, use) => {
    const href = ref.kind === 'url' ? ref.url : ref.kind === 'reusable-content' ? ref.reusableContent : undefined;
    return (href === undefined ? undefined : resolved(href, use)) ?? ref;
  });
  const keyed = previous === undefined ? linked : carryKeys(JSON.parse(previous) as RichDocument, linked);
  const stored = storedDocument(keyed);
  const reading: SourceReading = {
    reader: READER,
    fields: read.fields,
    links: [...links.values()],
    unknown: read.unknown,
    document: stored.hash,
    empty: keyed.nodes.length === 0,
  };
  const named = read.title ?? title;
  if (named !== undefined) reading.title = named;
  return { reading, stored };
}

function resolverOf({ id, json }: SharedPlan): ResolveHref {
  const known = resolvers.get(id);
  if (known) return known;
  // A decoder takes no shared memory: the copy is dropped at once.
  const plan = JSON.parse(utf8.decode(Uint8Array.from(new Uint8Array(json)))) as ResolvablePlan;
  const resolve = createResolver(plan);
  resolvers.set(id, resolve);
  for (const oldest of resolvers.keys()) if (resolvers.size > KEPT) resolvers.delete(oldest);
  return resolve;
}
