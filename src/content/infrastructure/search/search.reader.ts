import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { JsonText } from '#kernel/application/json-text';
import type { PageRequest } from '#kernel/application/page';
import { NotFound } from '#kernel/domain/errors';
import { normalizeRequest, readCursor, toTextPage, type Cursor } from '#kernel/infrastructure/database/paginate';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { Settings } from '#kernel/infrastructure/settings';
import { SearchOrganization, SearchSpace } from '../../application/search/search.queries.js';
import { SearchIndex, type SearchHit, type SearchPosition } from '../../domain/search/search-index.js';
import { asking, grantedRankToRead, reaching, roleOf, type AccessRow } from '../permissions/access.js';
import { ALL_REACHED_SPACES } from '../permissions/reached.js';
import { pagesText, spaceText } from './hit-text.js';

interface SpaceRow {
  id: string;
  title: string;
  language: string;
}

/** Pages looked at to find the spaces of an organization; those of one space shown with it. */
const MOST_PAGES = 100;
const PAGES_OF_A_SPACE = 10;

@QueryHandler(SearchSpace)
export class SearchSpaceHandler implements IQueryHandler<SearchSpace> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly index: SearchIndex,
    private readonly settings: Settings,
  ) {}

  async execute({ caller, spaceId, query, page }: SearchSpace): Promise<JsonText> {
    const { subjects, guestOf } = asking(caller);
    const space = await this.sql.row<SpaceRow & AccessRow>(
      'search.space',
      `select s.organization_id as "organizationId", s.id, s.title, s.language, s.level,
         ${grantedRankToRead('s', '$2', '$3')} as granted
       from content.space s where s.id = $1 and s.deleted_at is null`,
      [spaceId, subjects, guestOf],
    );
    if (!space || !roleOf(caller, space)) throw new NotFound('Space not found');
    const request = normalizeRequest(page);
    const hits = await this.index.search({
      organizationId: space.organizationId,
      spaces: [{ spaceId, language: space.language }],
      query,
      limit: request.limit + 1,
      after: positionOf(request),
    });
    const shown = hits.slice(0, request.limit);
    const items = pagesText(shown, this.settings.publicUrl);
    return toTextPage({ items, found: hits.length, last: cursorOf(shown.at(-1)) }, request);
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
    const memberRole = caller.roles.get(organizationId);
    if (memberRole === undefined) throw new NotFound('Organization not found');
    const spaces = await this.sql.rows<SpaceRow>(
      'search.spaces',
      `select s.id, s.title, s.language from (${ALL_REACHED_SPACES}) reached
       join content.space s on s.organization_id = $1 and s.id = reached.id and s.deleted_at is null`,
      [organizationId, ...reaching(caller, memberRole)],
    );
    const hits =
      spaces.length === 0
        ? []
        : await this.index.search({
            organizationId,
            spaces: spaces.map(({ id, language }) => ({ spaceId: id, language })),
            query,
            limit: MOST_PAGES,
          });
    const request = normalizeRequest(page);
    const after = positionOf(request);
    const found = bySpace(hits).filter(([first]) => !after || isBehind(first, after));
    const titles = new Map(spaces.map(({ id, title }) => [id, title]));
    const shown = found.slice(0, request.limit);
    const items = shown.map(([first, ...rest]) => {
      const pages = [first, ...rest.slice(0, PAGES_OF_A_SPACE - 1)] as const;
      return spaceText(titles.get(first.spaceId) ?? '', pages, this.settings.publicUrl);
    });
    const last = cursorOf(shown.at(-1)?.[0]);
    return toTextPage({ items: `[${items.join(',')}]`, found: found.length, last }, request);
  }
}

/** The hits of each space, the spaces in the order of their best. */
function bySpace(hits: readonly SearchHit[]): [SearchHit, ...SearchHit[]][] {
  const groups = new Map<string, [SearchHit, ...SearchHit[]]>();
  for (const hit of hits) {
    const group = groups.get(hit.spaceId);
    if (group) group.push(hit);
    else groups.set(hit.spaceId, [hit]);
  }
  return [...groups.values()];
}

function positionOf(request: PageRequest): SearchPosition | undefined {
  const cursor = readCursor(request, 3);
  return cursor && { score: Number(cursor[0]), spaceId: String(cursor[1]), pageId: String(cursor[2]) };
}

function cursorOf(hit: SearchPosition | undefined): Cursor | undefined {
  return hit && [hit.score, hit.spaceId, hit.pageId];
}

function isBehind(hit: SearchPosition, after: SearchPosition): boolean {
  if (hit.score !== after.score) return hit.score < after.score;
  return hit.spaceId > after.spaceId;
}
