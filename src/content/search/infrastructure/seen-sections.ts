import { Injectable } from '@nestjs/common';
import type { VisitorClaims } from '#kernel/application/caller';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { CacheBudget } from '#kernel/infrastructure/memory/cache-budget';
import { evaluateDocument } from '#adaptive';
import { searchSections, type RichDocument } from '#rich-document';
import { excerpt } from '../domain/excerpt.js';
import type { SearchHit, SectionHit } from '../domain/search-index.js';
import type { PageRecord } from '../../revisions/domain/page/page-record.js';
import type { RevisionRoots } from '../../revisions/domain/ports.js';
import { inputsOf } from '../../revisions/infrastructure/page/adapted-documents.js';
import { WeightedCache } from '../../revisions/infrastructure/page/weighted-cache.js';
import { DOCUMENTS } from '../../revisions/infrastructure/reading.js';
import { FOUND_BODIES, FOUND_PAGES } from './found-bodies.js';

interface AdaptiveRow {
  spaceId: string;
  pageId: string;
  body: string;
  members: string;
  variables: RevisionRoots['variables'];
}

/** What the cache takes for a document. */
const DOCUMENT_BYTES = 200;

const ADAPTIVE = `(strpos(d.body, '"type":"if"') > 0 or strpos(d.body, '"type":"expression"') > 0)`;

/**
 * Search knows pages as they were written. What a visitor is shown of a hit is cut from the page as they see it, wherever
 * that says something else; what they do not see at all is left out.
 */
@Injectable()
export class SeenSections {
  /** By the hash of a document: whether it says something else to some. */
  readonly #adaptive: WeightedCache<boolean>;

  constructor(
    private readonly sql: SqlQuery,
    caches: CacheBudget,
  ) {
    this.#adaptive = new WeightedCache(caches, 'documents that adapt');
  }

  async of<Hit extends { pages: SearchHit[] }>(
    organizationId: string,
    claims: VisitorClaims | undefined,
    query: string,
    hits: readonly Hit[],
  ): Promise<readonly Hit[]> {
    const pages = hits.flatMap((hit) => hit.pages);
    if (claims === undefined || pages.length === 0) return hits;
    const wanted = [organizationId, pages.map(({ spaceId }) => spaceId), pages.map(({ pageId }) => pageId)];
    if (!(await this.#someAdaptive(organizationId, wanted))) return hits;
    const rows = await this.sql.rows<AdaptiveRow & {}>(
      'visitor.adaptive-bodies-2',
      `select p.space_id as "spaceId", p.page_id as "pageId", p.members, d.body, r.variables
       from ${FOUND_BODIES}
       where ${ADAPTIVE}`,
      wanted,
    );
    if (rows.length === 0) return hits;
    const words = query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
    const adaptive = new Map(rows.map((row) => [`${row.spaceId}/${row.pageId}`, row]));
    const seen = (hit: SearchHit): SearchHit => {
      const row = adaptive.get(`${hit.spaceId}/${hit.pageId}`);
      return row ? { ...hit, sections: seenOf(hit.sections, row, claims, words) } : hit;
    };
    return hits.map((hit) => ({ ...hit, pages: hit.pages.map(seen) }));
  }

  /** Documents never change, so each is examined once. */
  async #someAdaptive(organizationId: string, wanted: readonly unknown[]): Promise<boolean> {
    const row = await this.sql.row<{ documents: string | null }>(
      'visitor.found-documents-2',
      `select string_agg(distinct encode(p.document, 'hex'), ',') as documents
       from ${FOUND_PAGES}`,
      wanted,
    );
    const documents = row?.documents?.split(',') ?? [];
    const unknown = documents.filter((hash) => this.#adaptive.get(hash) === undefined);
    if (unknown.length === 0) return documents.some((hash) => this.#adaptive.get(hash));
    const read = await this.sql.rows<{ hash: string; adaptive: boolean }>(
      'visitor.adaptive-documents-2',
      `select encode(d.hash, 'hex') as hash, ${ADAPTIVE} as adaptive
       from ${DOCUMENTS} d
       where d.organization_id = $1 and d.hash = any(array(select decode(h, 'hex') from unnest($2::text[]) h))`,
      [organizationId, unknown],
    );
    for (const { hash, adaptive } of read) this.#adaptive.set(hash, adaptive, DOCUMENT_BYTES);
    return read.some(({ adaptive }) => adaptive) || documents.some((hash) => this.#adaptive.get(hash));
  }
}

/** A stored document as a visitor sees it. */
export function seenDocument(
  { body, members, variables }: Pick<AdaptiveRow, 'body' | 'members' | 'variables'>,
  claims: VisitorClaims,
): RichDocument {
  const page = JSON.parse(`{${members}}`) as Pick<PageRecord, 'variables'>;
  return evaluateDocument(JSON.parse(body) as RichDocument, {
    inputs: inputsOf({ roots: { variables }, claims }, page),
  });
}

function seenOf(
  sections: readonly SectionHit[],
  row: AdaptiveRow,
  claims: VisitorClaims,
  words: readonly string[],
): SectionHit[] {
  const written = searchSections(JSON.parse(row.body) as RichDocument);
  const shown = searchSections(seenDocument(row, claims));
  return sections.flatMap((section) => {
    const before = written.find(({ anchor }) => anchor === section.anchor);
    const now = shown.find(({ anchor }) => anchor === section.anchor);
    if (before?.text === now?.text && before?.heading === now?.heading) return [section];
    if (!now) return [];
    return [{ ...section, heading: now.heading ?? '', body: excerpt(now.text, words) }];
  });
}
