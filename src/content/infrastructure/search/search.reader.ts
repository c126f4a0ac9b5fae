import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Role } from '#kernel/application/caller';
import type { JsonText } from '#kernel/application/json-text';
import type { PageRequest } from '#kernel/application/page';
import { NotFound } from '#kernel/domain/errors';
import { normalizeRequest, readCursor, toTextPage, type Cursor } from '#kernel/infrastructure/database/paginate';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { Settings } from '#kernel/infrastructure/settings';
import { SearchOrganization, SearchSpace } from '../../application/search/search.queries.js';
import { SearchIndex, type SearchHit, type SearchPosition } from '../../domain/search/search-index.js';
import { roleInSpace } from '../../domain/space.policy.js';
import { mayRead } from '../revision/open-revision.js';
import { pagesText, spaceText } from './hit-text.js';

interface SpaceRow {
  organizationId: string;
  id: string;
  title: string;
  language: string;
  defaultLevel: Role | 'inherit' | null;
}

const COLUMNS = `organization_id as "organizationId", id, title, language, default_level as "defaultLevel"`;
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
    const space = await this.sql.row<SpaceRow>(
      'search.space',
      `select ${COLUMNS} from content.space where id = $1 and deleted_at is null`,
      [spaceId],
    );
    if (!space || !mayRead(caller, space)) throw new NotFound('Space not found');
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
    const rows = await this.sql.rows<SpaceRow>(
      'search.spaces',
      `select ${COLUMNS} from content.space where organization_id = $1 and deleted_at is null`,
      [organizationId],
    );
    const spaces = rows.filter((row) => roleInSpace(memberRole, row.defaultLevel) !== undefined);
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
