import { Injectable } from '@nestjs/common';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { CacheBudget } from '#kernel/infrastructure/memory/cache-budget';
import {
  collectReferences,
  findAnchor,
  listKnownAnchors,
  mapReferences,
  type ContentRef,
  type RichDocument,
} from '#rich-document';
import { anchorsOf, readAnchors, type DocumentAnchors } from '../../domain/page/stored-document.js';
import type { OpenRevision } from '../revision/open-revision.js';
import { TreeReader } from './tree-reader.js';
import { WeightedCache } from './weighted-cache.js';

/** What an anchor takes besides its characters; the list of a document takes as much as four. */
const BESIDES_BYTES = 80;

/**
 * Links to headings as readers follow them: with the anchor that the heading has, where a link names it by another that
 * it is known by. The anchors of documents, which never change, are cached by their hashes.
 */
@Injectable()
export class AnchoredLinks {
  readonly #anchors: WeightedCache<DocumentAnchors>;

  constructor(
    private readonly sql: SqlQuery,
    private readonly trees: TreeReader,
    caches: CacheBudget,
  ) {
    this.#anchors = new WeightedCache(caches, 'anchors of documents');
  }

  /**
   * `pageId`: the page with the document; left out for reusable content, whose own page is not known. For visitors, the
   * headings list the other anchors, too, for addresses that others wrote.
   */
  async resolved(revision: OpenRevision, pageId: string | undefined, document: RichDocument): Promise<RichDocument> {
    if (revision.claims) listKnownAnchors(document);
    const pages = new Set<string>();
    for (const { ref } of collectReferences(document)) {
      const page = pageOf(ref, revision, pageId);
      if (page !== undefined) pages.add(page);
    }
    if (pages.size === 0) return document;
    const own = pageId !== undefined && pages.delete(pageId) ? readAnchors(anchorsOf(document)) : undefined;
    const others = await this.#ofPages(revision, [...pages]);
    return mapReferences(document, (ref) => {
      const page = pageOf(ref, revision, pageId);
      const anchors = page === pageId ? own : others.get(page ?? '');
      if (ref.kind !== 'anchor' || anchors === undefined) return ref;
      const anchor = findAnchor(ref.anchor, anchors.own, anchors.known);
      return anchor === undefined || anchor === ref.anchor ? ref : { ...ref, anchor };
    });
  }

  /** Reads what `resolved` needs of other pages for some documents, with one statement for all of them. */
  async prepare(revision: OpenRevision, documents: readonly RichDocument[]): Promise<void> {
    const refs = documents.flatMap((document) => collectReferences(document));
    const pages = new Set(refs.flatMap(({ ref }) => pageOf(ref, revision, undefined) ?? []));
    await this.#ofPages(revision, [...pages]);
  }

  /** Those of the documents of pages, by the ids of the pages; one statement for all that are not cached. */
  async #ofPages(revision: OpenRevision, ids: readonly string[]): Promise<Map<string, DocumentAnchors>> {
    if (ids.length === 0) return new Map();
    const tree = await this.trees.tree(revision);
    const hashes = new Map<string, string>();
    for (const id of ids) {
      const hash = tree.get(id)?.record.document;
      if (hash !== undefined) hashes.set(id, hash);
    }
    const found = new Map<string, DocumentAnchors>();
    const place = (hash: string): string => `${revision.organizationId}/${hash}`;
    for (const hash of hashes.values()) {
      const cached = this.#anchors.get(place(hash));
      if (cached) found.set(hash, cached);
    }
    const missing = [...new Set(hashes.values())].filter((hash) => !found.has(hash));
    for (const { hash, anchors } of await this.#read(revision.organizationId, missing)) {
      const read = readAnchors(anchors);
      this.#anchors.set(place(hash), read, bytesOf(anchors));
      found.set(hash, read);
    }
    return new Map([...hashes].flatMap(([id, hash]) => entryOf(id, found.get(hash))));
  }

  async #read(organizationId: string, hashes: readonly string[]): Promise<{ hash: string; anchors: string[] }[]> {
    if (hashes.length === 0) return [];
    return this.sql.rows<{ hash: string; anchors: string[] }>(
      'document.anchors-2',
      `select encode(hash, 'hex') as hash, coalesce(anchors, '{}') as anchors from content.document
       where organization_id = $1 and hash = any(array(select decode(h, 'hex') from unnest($2::text[]) h))`,
      [organizationId, hashes],
    );
  }
}

const bytesOf = (anchors: readonly string[]): number =>
  anchors.reduce((sum, anchor) => sum + anchor.length + BESIDES_BYTES, 4 * BESIDES_BYTES);

/** The page of this space at whose anchor a reference leads. */
function pageOf(ref: ContentRef, { spaceId }: OpenRevision, pageId: string | undefined): string | undefined {
  if (ref.kind !== 'anchor' || (ref.space !== undefined && ref.space !== spaceId)) return undefined;
  return ref.page ?? pageId;
}

const entryOf = <Value>(id: string, value: Value | undefined): [string, Value][] =>
  value === undefined ? [] : [[id, value]];
