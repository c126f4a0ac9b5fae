import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { memberRoleOf } from '#kernel/application/caller';
import type { JsonText } from '#kernel/application/json-text';
import type { PageRequest } from '#kernel/application/page';
import { NotFound } from '#kernel/domain/errors';
import { normalizeRequest, readCursor, toTextPage, type Cursor } from '#kernel/infrastructure/database/paginate';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { Settings } from '#kernel/infrastructure/settings';
import { SearchOrganization, SearchSpace } from '../application/search.queries.js';
import { SearchIndex, type SearchPosition } from '../domain/search-index.js';
import {
  callerParameters,
  grantedRankToRead,
  roleOf,
  type AccessRow,
} from '../../spaces/infrastructure/permission/access.js';
import { pagesText, spacesText } from './hit-text.js';
import { reachedSpaces, searchedSpaces } from './searched-spaces.js';
import { SPACES } from '../../spaces/infrastructure/reading.js';

interface SpaceRow extends AccessRow {
  /** What the index knows of the space; null where it knows nothing yet. */
  language: string | null;
  passages: number | null;
}

const SEARCHED = `select s.organization_id as "organizationId", s.level,
    ${grantedRankToRead('s', '$3', '$4')} as granted, i.language, i.passages::float8 as passages
  from ${SPACES} s
  left join content.search_space i on i.organization_id = s.organization_id and i.space_id = s.id
  where s.organization_id = $1 and s.id = $2 and s.deleted_at is null`;

@QueryHandler(SearchSpace)
export class SearchSpaceHandler implements IQueryHandler<SearchSpace> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly index: SearchIndex,
    private readonly settings: Settings,
  ) {}

  async execute({ caller, spaceId, query, page }: SearchSpace): Promise<JsonText> {
    const { subjects, guestOf } = callerParameters(caller);
    const space = await this.sql.within({ table: 'content.space', id: spaceId }, (organization) =>
      this.sql.row<SpaceRow & {}>('search.space', SEARCHED, [organization, spaceId, subjects, guestOf]),
    );
    if (!space || !roleOf(caller, space)) throw new NotFound('Space not found');
    const { organizationId, language, passages } = space;
    const indexed = language !== null && passages !== null ? [{ language, ids: spaceId, count: 1, passages }] : [];
    const request = normalizeRequest(page);
    const { hits, more, last } = await this.index.searchPages({
      spaces: searchedSpaces(organizationId, indexed),
      query,
      limit: request.limit,
      after: positionOf(request),
    });
    const items = pagesText(hits, this.settings.publicUrl);
    return toTextPage({ items, count: hits.length, more, last: cursorOf(last) }, request);
  }
}

@QueryHandler(SearchOrganization)
export class SearchOrganizationHandler implements IQueryHandler<SearchOrganization> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly index: SearchIndex,
    private readonly settings: Settings,
  ) {}

  async execute({ caller, organizationId, query, page }: SearchOrganization): Promise<JsonText> {
    const memberRole = memberRoleOf(caller, organizationId);
    if (memberRole === undefined) throw new NotFound('Organization not found');
    const spaces = await reachedSpaces(this.sql, caller, organizationId, memberRole);
    const request = normalizeRequest(page);
    const { hits, more, last } = await this.index.searchSpaces({
      spaces,
      query,
      limit: request.limit,
      after: positionOf(request),
    });
    const items = spacesText(hits, this.settings.publicUrl);
    return toTextPage({ items, count: hits.length, more, last: cursorOf(last) }, request);
  }
}

/** Where a page of hits begins. */
export function positionOf(request: PageRequest): SearchPosition | undefined {
  const cursor = readCursor(request, 4);
  const [score, spaceId, pageId, rank] = cursor ?? [];
  return cursor && { score: Number(score), spaceId: String(spaceId), pageId: String(pageId), rank: Number(rank) };
}

/** Where the next begins. */
export function cursorOf(hit: SearchPosition | undefined): Cursor | undefined {
  return hit && [hit.score, hit.spaceId, hit.pageId, hit.rank];
}
