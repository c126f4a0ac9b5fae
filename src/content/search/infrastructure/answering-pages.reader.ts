import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Dispatcher } from '#kernel/application/dispatcher';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { Settings } from '#kernel/infrastructure/settings';
import {
  FindAnsweringPages,
  LatestContentChange,
  QuotePassages,
  SeenPages,
  type AnsweringPage,
  type QuotedPassage,
  type SeenPage,
} from '../../contract/queries.js';
import { HEADS, LIVE_PAGES } from '../../revisions/infrastructure/reading.js';
import {
  callerParameters,
  grantedRankToRead,
  roleOf,
  type AccessRow,
} from '../../spaces/infrastructure/permission/access.js';
import { SPACES } from '../../spaces/infrastructure/reading.js';
import { FindPassages } from '../application/ask.queries.js';
import { combinedFits } from '../domain/fit.js';
import { SearchIndex } from '../domain/search-index.js';
import { allSpaces } from './searched-spaces.js';

/** Pages looked at for each question: one that is further behind fits none of them well. */
const MOST_PAGES = 10;
const MOST_QUESTIONS = 8;

@QueryHandler(FindAnsweringPages)
export class FindAnsweringPagesHandler implements IQueryHandler<FindAnsweringPages> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly index: SearchIndex,
  ) {}

  async execute({ organizationId, questions, limit }: FindAnsweringPages): Promise<AnsweringPage[]> {
    const spaces = await allSpaces(this.sql, organizationId);
    const asked = questions.slice(0, MOST_QUESTIONS);
    const found = [];
    // One after the other: work in the background leaves connections to those who wait.
    for (const query of asked) found.push(await this.index.fittingPages({ spaces, query, limit: MOST_PAGES }));
    return combinedFits(found).slice(0, limit);
  }
}

interface SeenRow extends AccessRow {
  spaceId: string;
  spaceTitle: string;
  id: string;
  title: string;
  path: string;
}

@QueryHandler(SeenPages)
export class SeenPagesHandler implements IQueryHandler<SeenPages> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly settings: Settings,
  ) {}

  async execute({ caller, organizationId, pages }: SeenPages): Promise<ReadonlyMap<string, SeenPage>> {
    if (pages.length === 0) return new Map();
    const { subjects, guestOf } = callerParameters(caller);
    const rows = await this.sql.rows<SeenRow>(
      'page.seen-2',
      `select s.organization_id as "organizationId", s.id as "spaceId", s.title as "spaceTitle", p.page_id as id, p.title,
         p.path, s.level, ${grantedRankToRead('s', '$4', '$5')} as granted
       from unnest($2::text[], $3::text[]) wanted (space_id, page_id)
       cross join lateral (
         select s.* from ${SPACES} s
         where s.organization_id = $1 and s.id = wanted.space_id and s.deleted_at is null offset 0
       ) s
       cross join lateral (
         select p.page_id, p.title, p.path from ${LIVE_PAGES} p
         where p.organization_id = $1 and p.space_id = wanted.space_id and p.page_id = wanted.page_id offset 0
       ) p`,
      [organizationId, pages.map(({ spaceId }) => spaceId), pages.map(({ pageId }) => pageId), subjects, guestOf],
    );
    return new Map(
      rows
        .filter((row) => roleOf(caller, row) !== undefined)
        .map(({ id, title, path, spaceId, spaceTitle }) => {
          const url = `${this.settings.publicUrl}/s/${spaceId}/${path}`;
          return [`${spaceId}/${id}`, { id, title, path, space: { id: spaceId, title: spaceTitle }, url }] as const;
        }),
    );
  }
}

@QueryHandler(QuotePassages)
export class QuotePassagesHandler implements IQueryHandler<QuotePassages> {
  constructor(private readonly dispatcher: Dispatcher) {}

  async execute({ caller, organizationId, question }: QuotePassages): Promise<QuotedPassage[]> {
    const passages = await this.dispatcher.ask(new FindPassages({ caller, organizationId }, question));
    return passages.map(({ spaceId, pageId, title, heading, text }) => ({ spaceId, pageId, title, heading, text }));
  }
}

@QueryHandler(LatestContentChange)
export class LatestContentChangeHandler implements IQueryHandler<LatestContentChange> {
  constructor(private readonly sql: SqlQuery) {}

  async execute({ organizationId }: LatestContentChange): Promise<Date | undefined> {
    const row = await this.sql.row<{ at: Date | null }>(
      'content.latest-change',
      `select max(updated_at) as at from ${HEADS} h where organization_id = $1`,
      [organizationId],
    );
    return row?.at ?? undefined;
  }
}
