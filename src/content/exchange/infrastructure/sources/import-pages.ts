import {
  carryKeys,
  parseMdxPage,
  parsePage,
  type ContentRef,
  type PagePlaces,
  type ReferenceUse,
  type RichDocument,
} from '#rich-document';
import type { Kept } from '#kernel/infrastructure/processes/kept';
import { pageFields } from '../../../revisions/domain/page/frontmatter-fields.js';
import { sourceText, type SourceContent, type SourceText } from '../../domain/export/source-text.js';
import type { ResolveHref } from '../../domain/import/resolve-href.js';
import { isExternal, isMdx, splitHref } from '../../domain/import/source-path.js';
import { READER, type ReadLink, type SourceReading } from '../../domain/import/source-reading.js';
import type { StoredDocument } from '../../../revisions/domain/ports.js';
import { linkedPage } from './linked-page.js';
import { sourceTextValues, type SourceTextValues } from './source-text-values.js';
import { addressesOf } from './kept-plan.js';
import { documentValues, type DocumentValues } from '../../../revisions/infrastructure/revision/document-columns.js';
import { storedDocument } from '../../../revisions/domain/page/stored-document.js';

/** One file of an import, for a worker process. */
export interface PageToImport {
  path: string;
  markdown: Uint8Array;
  /** JSON of the document whose blocks keep their keys. */
  previous?: string | undefined;
}

export type ReadPage = { reading: SourceReading } | { failure: string };

/** What some files are, in their order, and what is to be stored of them. */
export interface ImportedPages {
  pages: ReadPage[];
  documents: DocumentValues;
  texts: SourceTextValues;
}

const utf8 = new TextDecoder('utf-8');
/** The byte order mark stays, and what is no UTF-8 is refused. */
const exactUtf8 = new TextDecoder('utf-8', { ignoreBOM: true, fatal: true });

/** Reads the Markdown of files of one import; `maxBytes` bounds the Markdown and the JSON of each. */
export function importPages(plan: Kept, pages: readonly PageToImport[], maxBytes: number): ImportedPages {
  const { resolve } = addressesOf(plan);
  const documents: StoredDocument[] = [];
  const texts: SourceText[] = [];
  const read = pages.map((page): ReadPage => {
    if (page.markdown.length > maxBytes) return { failure: `The Markdown takes more than ${maxBytes} bytes.` };
    try {
      const { reading, stored, source } = importPage(page, resolve, maxBytes);
      if (Buffer.byteLength(stored.body) > maxBytes)
        return { failure: `The document takes more than ${maxBytes} bytes of JSON.` };
      documents.push(stored);
      if (source) texts.push(source);
      return { reading };
    } catch (error) {
      return { failure: `The Markdown can't be read: ${error instanceof Error ? error.message : String(error)}` };
    }
  });
  return { pages: read, documents: documentValues(documents), texts: sourceTextValues(texts) };
}

function importPage({ path, markdown, previous }: PageToImport, resolve: ResolveHref, maxBytes: number) {
  const exact = exactText(markdown);
  const text = exact ?? utf8.decode(markdown).replaceAll('\0', '\ufffd');
  const { title, titleAnchor, frontmatter, unread, ...parsed } = (isMdx(path) ? parseMdxPage : parsePage)(text, {
    maxBytes,
  });
  const links = new Map<string, ReadLink>();
  const resolved = (href: string, use: ReferenceUse): ContentRef | undefined => {
    const ref = resolve(path, href, use);
    const isWithin = href.startsWith('#') && splitHref(href).anchor !== titleAnchor;
    const follows = !isExternal(href.trim()) && (ref === undefined || !isWithin);
    if (follows) links.set(`${use} ${href}`, [href, use, ref ?? null]);
    return ref;
  };
  const { unknown, ...known } = frontmatter;
  const read = pageFields({ ...unknown, ...known }, resolved);
  const { document, places } = linkedPage(parsed, resolved);
  const keyed = previous === undefined ? document : carryKeys(JSON.parse(previous) as RichDocument, document);
  const stored = storedDocument(keyed);
  const reading: SourceReading = {
    reader: READER,
    fields: read.fields,
    links: [...links.values()],
    unknown: read.unknown,
    document: stored.hash,
    empty: keyed.nodes.length === 0,
  };
  if (unread.length > 0) reading.unread = unread;
  const named = read.title ?? title;
  if (named !== undefined) reading.title = named;
  if (titleAnchor !== undefined) reading.titleAnchor = titleAnchor;
  const source =
    exact === undefined
      ? undefined
      : sourceText(exact, contentOf(reading, { named: read.title, heading: title }, places));
  if (source) reading.source = source.hash;
  return { reading, stored, source };
}

/** Undefined where the bytes are no text that can be kept. */
function exactText(markdown: Uint8Array): string | undefined {
  try {
    const text = exactUtf8.decode(markdown);
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}

interface Titles {
  named: string | undefined;
  heading: string | undefined;
}

function contentOf(reading: SourceReading, { named, heading }: Titles, places: PagePlaces): SourceContent {
  const { document, empty, title, fields, links } = reading;
  return {
    document,
    empty,
    ...(title === undefined ? {} : { title }),
    ...(named === undefined ? {} : { named }),
    ...(heading === undefined ? {} : { heading }),
    fields,
    links,
    places,
  };
}
