import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { conditionHolds } from '#adaptive';
import { canonicalJson } from '#kernel/domain/canonical-json';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { Settings } from '#kernel/infrastructure/settings';
import { readAll } from '../../domain/map/read-map.js';
import type { PageRecord } from '../../domain/page/page-record.js';
import { PageTree, type PageNode } from '../../domain/tree/page-tree.js';
import { inputsOf, stampOfClaims } from './adapted-documents.js';
import { NodeStore } from '../revision/node-store.js';
import type { OpenRevision } from '../revision/open-revision.js';
import { pageMembers } from './page-json.js';
import { WeightedCache } from './weighted-cache.js';

/** Bytes of cached page trees in one process: two of the largest spaces, or two hundred with a thousand pages each. */
const TREE_CACHE_BYTES = 128_000_000;
/** The same for trees as JSON, and for the Git data of pages. */
const TEXT_CACHE_BYTES = 64_000_000;
const SOURCES_CACHE_BYTES = 48_000_000;

/**
 * Memory of a page in a tree apart from its strings, and of a string apart from its characters: measured on 64-bit
 * machines.
 */
const PAGE_BYTES = 300;
const STRING_BYTES = 16;

/** A tree as JSON: an array of the pages at the root. The same object as long as it is cached. */
export interface WrittenTree {
  text: string;
}

/** The Git data of pages and files, by their ids. */
export type SourceItems = ReadonlyMap<string, { oid: string; path: string }>;

const NO_SOURCES: SourceItems = new Map();

/** Reads whole page trees. A tree depends only on the root of the map of pages, under which it is cached. */
@Injectable()
export class TreeReader {
  readonly #trees = new WeightedCache<PageTree>(TREE_CACHE_BYTES);
  readonly #texts = new WeightedCache<WrittenTree>(TEXT_CACHE_BYTES);
  readonly #sources = new WeightedCache<SourceItems>(SOURCES_CACHE_BYTES);

  constructor(
    private readonly sql: SqlQuery,
    private readonly nodes: NodeStore,
    private readonly settings: Settings,
  ) {}

  /** The pages of a revision; for a visitor, without those whose condition does not hold and the pages below them. */
  async tree(revision: OpenRevision): Promise<PageTree> {
    const whole = await this.#whole(revision);
    if (!revision.claims || !hasConditions(whole)) return whole;
    const name = `${nameOf(revision)}${stampOf(revision)}`;
    return this.#trees.getOrCompute(
      name,
      () => Promise.resolve(new PageTree(shownPages(whole.roots, revision))),
      bytesOfTree,
    );
  }

  #whole(revision: OpenRevision): Promise<PageTree> {
    const { organizationId, roots } = revision;
    return this.#trees.getOrCompute(
      nameOf(revision),
      async () => {
        const records = await readAll<PageRecord>(roots.pages, this.nodes.of(organizationId));
        return new PageTree([...records.values()].filter(revision.uncomputed ? isWritten : isShown));
      },
      bytesOfTree,
    );
  }

  /** The tree as JSON for the API, each page with those below it. */
  written(revision: OpenRevision, metadata: boolean): Promise<WrittenTree> {
    const adapted = revision.claims ? stampOf(revision) : '';
    const stamp = `${metadata ? revision.sources : -1}${revision.uncomputed ? 'u' : ''}${adapted}`;
    return this.#texts.getOrCompute(
      `${revision.organizationId}/${revision.spaceId}/${revision.roots.pages ?? ''}/${stamp}`,
      async () => {
        const sources = metadata ? await this.sources(revision) : NO_SOURCES;
        return { text: this.#write((await this.tree(revision)).roots, revision, sources) };
      },
      ({ text }) => bytesOf(text),
    );
  }

  sources(revision: OpenRevision): Promise<SourceItems> {
    if (revision.sources === 0) return Promise.resolve(NO_SOURCES);
    return this.#sources.getOrCompute(
      `${revision.organizationId}/${revision.spaceId}/${revision.sources}`,
      async () => {
        const rows = await this.sql.rows<{ id: string; oid: string; path: string }>(
          'source.of-space',
          `select item_id as id, oid, path from content.source_item
           where organization_id = $1 and space_id = $2 and oid is not null`,
          [revision.organizationId, revision.spaceId],
        );
        return new Map(rows.map(({ id, oid, path }) => [id, { oid, path }]));
      },
      bytesOfSources,
    );
  }

  /** The browser address of a space's pages. */
  appUrl(spaceId: string): string {
    return `${this.settings.publicUrl}/s/${spaceId}/`;
  }

  /** The address of an OpenAPI specification, for clients that may read it. */
  specUrl(organizationId: string, slug: string): string {
    return `${this.settings.publicUrl}/openapi/${organizationId}/${slug}`;
  }

  /** A page as JSON without its body and without the closing brace, so that the caller can add members. */
  pageText(node: PageNode, revision: OpenRevision, sources: SourceItems): string {
    const { record, path } = node;
    const app = this.appUrl(revision.spaceId);
    const address = path === undefined ? '' : `,"path":${JSON.stringify(path)}`;
    const git = sources.get(record.id);
    return (
      `{${pageMembers(record, revision.claims !== undefined)}${address},"urls":{"app":${JSON.stringify(app + (path ?? ''))}}` +
      `${git ? `,"git":${JSON.stringify(git)}` : ''},"pages":${this.#write(node.pages, revision, sources)}`
    );
  }

  #write(nodes: readonly PageNode[], revision: OpenRevision, sources: SourceItems): string {
    return `[${nodes.map((node) => `${this.pageText(node, revision, sources)}}`).join(',')}]`;
  }
}

/** The cache key of a tree. */
function nameOf({ organizationId, roots, uncomputed }: OpenRevision): string {
  return `${organizationId}/${roots.pages ?? ''}${uncomputed ? '/u' : ''}`;
}

/** Readers see the generated pages instead of their computed page. */
const isShown = ({ type }: PageRecord): boolean => type !== 'computed';
const isWritten = ({ origin }: PageRecord): boolean => origin === undefined;

const conditional = new WeakMap<PageTree, boolean>();

/** Whether any page has a condition. Most spaces have none, so all readers share one tree. */
function hasConditions(tree: PageTree): boolean {
  let known = conditional.get(tree);
  if (known === undefined) {
    known = [...tree].some(({ record }) => record.condition !== undefined);
    conditional.set(tree, known);
  }
  return known;
}

/** The pages whose own condition and those of all their ancestors hold. */
function* shownPages(nodes: readonly PageNode[], revision: OpenRevision): Generator<PageRecord> {
  for (const { record, pages } of nodes) {
    if (!conditionHolds(record.condition, inputsOf(revision, record))) continue;
    yield record;
    yield* shownPages(pages, revision);
  }
}

/** A cache key for the conditions' inputs: the visitor's claims, and the variables of the space. */
function stampOf(revision: OpenRevision): string {
  const variables = hash('sha256', canonicalJson(revision.roots.variables)).slice(0, 16);
  return `${stampOfClaims(revision)}.${variables}`;
}

/** The approximate memory of a tree, in bytes. */
export function bytesOfTree(tree: PageTree): number {
  let bytes = PAGE_BYTES;
  for (const { record, path = '' } of tree) bytes += PAGE_BYTES + bytesOf(path) + bytesOfMembers(record);
  return bytes;
}

function bytesOfSources(items: SourceItems): number {
  let bytes = PAGE_BYTES;
  for (const [id, item] of items) bytes += PAGE_BYTES + bytesOf(id) + bytesOfMembers(item);
  return bytes;
}

function bytesOfMembers(record: object): number {
  let bytes = 0;
  for (const member of Object.values(record) as unknown[]) {
    if (typeof member === 'string') bytes += bytesOf(member);
    else if (typeof member === 'object' && member !== null) bytes += PAGE_BYTES / 2 + bytesOfMembers(member);
  }
  return bytes;
}

const WIDE = /[^\0-\xff]/;

/** A string takes two bytes for each character if any of them needs two. */
function bytesOf(text: string): number {
  return STRING_BYTES + text.length * (WIDE.test(text) ? 2 : 1);
}
