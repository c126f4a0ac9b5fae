import { Injectable } from '@nestjs/common';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { searchSections, type RichDocument } from '#rich-document';
import type { PageRecord } from '../../revisions/domain/page/page-record.js';
import { OpenAPITexts } from '../../revisions/infrastructure/page/openapi-texts.js';
import { DOCUMENTS } from '../../revisions/infrastructure/reading.js';
import { SearchIndex, type IndexedSpace, type PageSource, type PreparedPages } from '../domain/search-index.js';

/** A page that differs; without a record where it is gone. */
export interface DifferingPage {
  id: string;
  record?: PageRecord;
}

/** Pages of one transaction, ready to be written. */
export interface Portion {
  /** The number of pages, with those that are gone. */
  pages: number;
  /** The id of the last page. */
  last: string | undefined;
  removed: string[];
  prepared: PreparedPages;
}

/**
 * Most pages of a transaction, and the characters of their documents' JSON after which no more are read: what is written
 * of them takes about half a second.
 */
const MOST_PAGES = 200;
const ENOUGH_CHARACTERS = 1_500_000;
/** Documents read by one statement; each was bounded when it was stored. */
const READ_AHEAD = 20;
/** How blocks begin, in documents as they are stored, that show something of an OpenAPI specification. */
const SHOWS_OPENAPI = '"type":"openapi-';

/** Reads pages, some at a time, and has them prepared for the search index. */
@Injectable()
export class PortionReader {
  constructor(
    private readonly sql: SqlQuery,
    private readonly index: SearchIndex,
    private readonly openapi: OpenAPITexts,
  ) {}

  /** The pages from the one at `from` on, as many as fit. */
  async read(space: IndexedSpace, items: readonly DifferingPage[], from: number): Promise<Portion> {
    const end = Math.min(items.length, from + MOST_PAGES);
    const sources: PageSource[] = [];
    const removed: string[] = [];
    let at = from;
    for (let characters = 0; at < end && characters < ENOUGH_CHARACTERS;) {
      const some = items.slice(at, Math.min(end, at + READ_AHEAD));
      at += some.length;
      const bodies = await this.#bodies(space.organizationId, some);
      for (const { id, record } of some) {
        const body = bodies.get(record?.document ?? '');
        characters += body?.length ?? 0;
        if (record) sources.push(await this.#source(space.organizationId, record, body));
        else removed.push(id);
      }
    }
    const prepared = await this.index.prepare(space, sources);
    return { pages: at - from, last: items[at - 1]?.id, removed, prepared };
  }

  async #source(organizationId: string, record: PageRecord, body: string | undefined): Promise<PageSource> {
    const page = {
      pageId: record.id,
      title: record.title,
      description: record.description,
      hidden: record.hidden === true || record.type !== 'document',
    };
    if (body === undefined) return { ...page, sections: [] };
    if (!body.includes(SHOWS_OPENAPI)) return { ...page, document: body };
    // With the words of what blocks show of OpenAPI specifications.
    const document = JSON.parse(body) as RichDocument;
    return { ...page, sections: searchSections(document, await this.openapi.words(organizationId, document)) };
  }

  async #bodies(organizationId: string, items: readonly DifferingPage[]): Promise<Map<string, string>> {
    const hashes = [...new Set(items.flatMap(({ record }) => record?.document ?? []))];
    if (hashes.length === 0) return new Map();
    const rows = await this.sql.rows<{ hash: string; body: string }>(
      'index.documents-2',
      `select encode(hash, 'hex') as hash, body from ${DOCUMENTS} d
       where organization_id = $1 and hash = any(array(select decode(h, 'hex') from unnest($2::text[]) h))`,
      [organizationId, hashes],
    );
    return new Map(rows.map(({ hash, body }) => [hash, body]));
  }
}
