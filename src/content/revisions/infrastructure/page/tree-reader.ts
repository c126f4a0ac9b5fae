import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { conditionHolds } from '#adaptive';
import { canonicalJson } from '#kernel/domain/canonical-json';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { CacheBudget } from '#kernel/infrastructure/memory/cache-budget';
import { Settings } from '#kernel/infrastructure/settings';
import type { PageNode, PageTree } from '../../domain/tree/page-tree.js';
import type { OpenRevision } from '../revision/open-revision.js';
import { inputsOf, stampOfClaims } from './adapted-documents.js';
import { KeptTrees } from './kept-trees.js';
import { pageMembers } from './page-json.js';
import { bytesOfRecords } from './tree-bytes.js';
import { TreeText } from './tree-text.js';
import { WeightedCache } from './weighted-cache.js';

/** Pages as JSON: an array of them in pieces. */
export interface WrittenPages {
  /** Can be taken several times. */
  pieces: Iterable<Buffer>;
  /** Bytes; undefined where it is not known yet. */
  length: number | undefined;
  /** The same object as long as the text is cached. */
  kept: object;
}

/** The Git data of pages and files, by their ids. */
export type SourceItems = ReadonlyMap<string, { oid: string; path: string }>;

const NO_SOURCES: SourceItems = new Map();

/** What the text of pages depends on besides themselves. */
type Written = Pick<OpenRevision, 'organizationId' | 'spaceId' | 'sources' | 'claims'>;

/** Reads whole page trees, which depend only on the root of the map of pages, and writes them as JSON. */
@Injectable()
export class TreeReader {
  readonly #texts: WeightedCache<TreeText>;
  readonly #sources: WeightedCache<SourceItems>;

  constructor(
    private readonly sql: SqlQuery,
    private readonly trees: KeptTrees,
    private readonly settings: Settings,
    caches: CacheBudget,
  ) {
    this.#texts = new WeightedCache(caches, 'page trees as JSON');
    this.#sources = new WeightedCache(caches, 'Git data of pages');
  }

  /** The pages of a revision; for a visitor, without those whose condition does not hold and the pages below them. */
  async tree(revision: OpenRevision): Promise<PageTree> {
    const whole = await this.trees.whole(revision);
    // Most spaces have no conditions, so all readers share one tree.
    if (!revision.claims || whole.conditions === 0) return whole;
    const holds: Parameters<PageTree['pruned']>[0] = (record) =>
      conditionHolds(record.condition, inputsOf(revision, record));
    return this.trees.pruned(revision, whole, stampOf(revision), holds);
  }

  /** Pages of a tree as JSON for the API, each with those below it. */
  async written(pages: readonly PageNode[], revision: Written, metadata: boolean): Promise<WrittenPages> {
    const { organizationId, spaceId, claims } = revision;
    const sources = metadata ? await this.sources(revision) : NO_SOURCES;
    const place = `${organizationId}/${spaceId}/${metadata ? revision.sources : 'x'}${claims ? 'v' : ''}`;
    const text = this.#texts.get(place) ?? new TreeText((node) => this.pageText(node, revision, sources));
    const length = text.lengthOf(pages);
    this.#texts.set(place, text, Math.max(length ?? 0, this.#texts.weightOf(place)));
    return { pieces: { [Symbol.iterator]: () => text.pieces(pages) }, length, kept: text.keyOf(pages) };
  }

  sources({ organizationId, spaceId, sources }: Written): Promise<SourceItems> {
    if (sources === 0) return Promise.resolve(NO_SOURCES);
    return this.#sources.getOrCompute(
      `${organizationId}/${spaceId}/${sources}`,
      async () => {
        const rows = await this.sql.rows<{ id: string; oid: string; path: string }>(
          'source.of-space',
          `select item_id as id, oid, path from content.source_item
           where organization_id = $1 and space_id = $2 and oid is not null`,
          [organizationId, spaceId],
        );
        return new Map(rows.map(({ id, oid, path }) => [id, { oid, path }]));
      },
      bytesOfRecords,
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

  /** A page as JSON up to the array of the pages below it. */
  pageText({ record, path }: PageNode, { spaceId, claims }: Written, sources: SourceItems): string {
    const app = this.appUrl(spaceId);
    const address = path === undefined ? '' : `,"path":${JSON.stringify(path)}`;
    const git = sources.get(record.id);
    return (
      `{${pageMembers(record, claims !== undefined)}${address},"urls":{"app":${JSON.stringify(app + (path ?? ''))}}` +
      `${git ? `,"git":${JSON.stringify(git)}` : ''},"pages":`
    );
  }
}

/** A cache key for the conditions' inputs: the visitor's claims, and the variables of the space. */
function stampOf(revision: OpenRevision): string {
  const variables = hash('sha256', canonicalJson(revision.roots.variables)).slice(0, 16);
  return `${stampOfClaims(revision)}.${variables}`;
}
