import {
  collectReferences,
  parseStableReference,
  type ContentRef,
  type ReferenceUse,
  type RichDocument,
} from '#rich-document';
import type { ContentDraft } from '../domain/content/content-draft.js';
import type { ResolveHref } from '../domain/page/page-text.js';
import type { ReceivedFiles } from './batch-files.js';
import type { BatchPages } from './batch-pages.js';

const BY_ID = /^\/(pages|files)\/([0-9A-Za-z_-]+)(?:#(.*))?$/;
const EXTERNAL = /^([a-z][a-z0-9+.-]*:|\/\/)/i;
/** A relative address: without a scheme, not from the root of the space, and not a fragment of the same page. */
const RELATIVE = /^(?![a-z][a-z0-9+.-]*:|\/|#)./i;
const MARKDOWN = /\.(?:md|markdown)$/i;
const INDEX = /(?:^|\/)(?:README|index)$/i;

/** The targets of the addresses in a batch's documents: pages and files of the space, or of the batch itself. */
export class BatchLinks {
  private constructor(
    private readonly pageRefs: ReadonlyMap<string, string>,
    private readonly fileRefs: ReadonlyMap<string, string>,
    private readonly paths: ReadonlyMap<string, string>,
    private readonly places: ReadonlyMap<number, string>,
    private readonly knownPages: ReadonlySet<string>,
    private readonly knownFiles: ReadonlySet<string>,
    private readonly filesByUrl: ReadonlyMap<string, string>,
    private readonly included: ReadonlyMap<string, ContentRef>,
  ) {}

  /** Looks up all targets in a fixed number of steps. */
  static async of(pages: BatchPages, files: ReceivedFiles, draft: ContentDraft): Promise<BatchLinks> {
    const { head, content } = draft;
    const addresses = new Map([...pages.bodies()].map(([index, { document }]) => [index, addressesIn(document)]));
    const places = await placesOf(pages.changes, addresses, draft);
    const paths = new Set<string>();
    const pageIds = new Set<string>();
    const fileIds = new Set<string>();
    const urls = new Set<string>();
    for (const [index, hrefs] of addresses) {
      for (const href of hrefs) {
        if (EXTERNAL.test(href)) {
          urls.add(href);
          continue;
        }
        const byId = BY_ID.exec(href);
        if (byId?.[1] === 'pages') pageIds.add(byId[2] ?? '');
        if (byId?.[1] === 'files') fileIds.add(byId[2] ?? '');
        for (const path of pagePaths(href, places.get(index) ?? '')) paths.add(path);
      }
    }
    const knownPages = new Set((await content.pages(head, [...pageIds])).keys());
    const knownFiles = new Set((await content.files(head, [...fileIds])).keys());
    const refs = pages.refs();
    for (const id of refs.values()) knownPages.add(id);
    for (const { id } of files.outcomes) knownFiles.add(id);
    const fileRefs = new Map(files.outcomes.flatMap(({ id, ref }) => (ref === undefined ? [] : [[ref, id] as const])));
    const pagesByPath = await content.pagesAt(head, [...paths]);
    const filesByUrl = await content.filesAt(head, [...urls]);
    const included = await includedBy(pages, draft);
    return new BatchLinks(refs, fileRefs, pagesByPath, places, knownPages, knownFiles, filesByUrl, included);
  }

  resolver(index: number): ResolveHref {
    const from = this.places.get(index) ?? '';
    return (href, use) => this.#resolve(href, use, from);
  }

  #resolve(href: string, use: ReferenceUse, from: string): ContentRef | undefined {
    if (use === 'include') return this.included.get(href);
    if (EXTERNAL.test(href)) {
      const file = this.filesByUrl.get(href);
      return file === undefined ? undefined : { kind: 'file', file };
    }
    const byId = BY_ID.exec(href);
    if (byId?.[1] === 'files' && this.knownFiles.has(byId[2] ?? '')) return { kind: 'file', file: byId[2] ?? '' };
    if (byId?.[1] === 'pages' && this.knownPages.has(byId[2] ?? '')) return pageRef(byId[2] ?? '', byId[3]);
    if (href.startsWith('#')) return use === 'link' ? { kind: 'anchor', anchor: decode(href.slice(1)) } : undefined;
    const [target = '', anchor] = href.split('#', 2);
    const name = /^(?:\.\/)?([^/]+)$/.exec(target)?.[1];
    if (name !== undefined) {
      const page = this.pageRefs.get(name.replace(/\.md$/i, ''));
      if (page !== undefined && /\.md$/i.test(name)) return pageRef(page, anchor);
      const file = this.fileRefs.get(name);
      if (file !== undefined) return { kind: 'file', file };
    }
    const id = pagePaths(href, from).flatMap((path) => this.paths.get(path) ?? [])[0];
    return id === undefined ? undefined : pageRef(id, anchor);
  }
}

function addressesIn(document: RichDocument): string[] {
  return collectReferences(document).flatMap(({ ref }) => (ref.kind === 'url' ? [ref.url] : []));
}

/**
 * What addresses of reusable contents mean: those of the space itself where they are there, and those of other spaces,
 * which each reader sees who may read them.
 */
async function includedBy(pages: BatchPages, { head, content }: ContentDraft): Promise<Map<string, ContentRef>> {
  const own = new Map<string, string>();
  const included = new Map<string, ContentRef>();
  for (const [, { document }] of pages.bodies()) {
    for (const { ref: written } of collectReferences(document)) {
      if (written.kind !== 'reusable-content') continue;
      const href = written.reusableContent;
      const ref = parseStableReference(href);
      if (ref?.kind !== 'reusable-content') continue;
      if (ref.space === undefined || ref.space === head.spaceId) own.set(href, ref.reusableContent);
      else included.set(href, ref);
    }
  }
  const known = await content.contents(head, [...new Set(own.values())]);
  for (const [href, id] of own)
    if (known.has(id)) included.set(href, { kind: 'reusable-content', reusableContent: id });
  return included;
}

/** The paths of the pages whose documents are written and contain relative links. */
async function placesOf(
  changes: BatchPages['changes'],
  addresses: ReadonlyMap<number, readonly string[]>,
  { head, content }: ContentDraft,
): Promise<Map<number, string>> {
  const ids = new Map<number, string>();
  for (const [index, hrefs] of addresses) {
    if (!hrefs.some((href) => RELATIVE.test(href))) continue;
    const change = changes[index];
    if (change?.operation === 'update_page') ids.set(index, change.page);
    if (change?.operation === 'insert_page' && change.into) ids.set(index, change.into);
  }
  const paths = await content.pathsOf(head, [...new Set(ids.values())]);
  return new Map(
    [...ids].map(([index, id]) => {
      const path = paths.get(id) ?? '';
      return [index, changes[index]?.operation === 'insert_page' && path !== '' ? `${path}/` : path];
    }),
  );
}

/**
 * The paths that the page may have to which an address leads, seen from the page at `from`: `a/readme.md` is a page of
 * that name, else the page `a`.
 */
export function pagePaths(href: string, from: string): string[] {
  const target = decode((href.split('#', 1)[0] ?? '').split('?', 1)[0] ?? '');
  if (target === '') return [];
  const named = target.replace(/^\/pages\//, '/').replace(MARKDOWN, '');
  const names = named !== target && INDEX.test(named) ? [named, named.replace(INDEX, '')] : [named];
  const start = target.startsWith('/') ? [] : from.split('/').slice(0, -1);
  return names.flatMap((name) => pathFrom(start, name) ?? []);
}

function pathFrom(start: readonly string[], path: string): string | undefined {
  const base = [...start];
  for (const segment of path.split('/')) {
    if (segment === '' || segment === '.') continue;
    if (segment !== '..') base.push(segment);
    else if (base.pop() === undefined) return undefined;
  }
  return base.join('/');
}

function pageRef(page: string, anchor: string | undefined): ContentRef {
  return anchor ? { kind: 'anchor', anchor: decode(anchor), page } : { kind: 'page', page };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
