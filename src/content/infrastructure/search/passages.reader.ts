import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { NotFound } from '#kernel/domain/errors';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { searchSections, type RichDocument } from '#rich-document';
import { FindPassages } from '../../application/ask/ask.queries.js';
import type { Passage } from '../../domain/search/answerer.js';
import { SearchIndex, type SearchHit } from '../../domain/search/search-index.js';
import { reaching } from '../permissions/access.js';
import { ALL_REACHED_SPACES } from '../permissions/reached.js';
import { searchedSpaces, searchedSpacesSql, type SpacesOfLanguage } from './searched-spaces.js';

const MOST_PAGES = 8;
/** Characters of a passage, and of all passages together. */
const LONGEST = 2_500;
const MOST_CHARACTERS = 16_000;

interface BodyRow {
  spaceId: string;
  pageId: string;
  revisionId: string;
  body: string | null;
}

/** Passages are found by the same search, among the same spaces, that the caller could search. */
@QueryHandler(FindPassages)
export class FindPassagesHandler implements IQueryHandler<FindPassages> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly index: SearchIndex,
  ) {}

  async execute({ caller, scope: { organizationId }, query }: FindPassages): Promise<Passage[]> {
    const member = caller.roles.get(organizationId);
    if (member === undefined) throw new NotFound('Organization not found');
    const reached = await this.sql.rows<SpacesOfLanguage>(
      'ask.reached',
      searchedSpacesSql(`array(${ALL_REACHED_SPACES})`),
      [organizationId, ...reaching(caller, member)],
    );
    const spaces = searchedSpaces(organizationId, reached);
    const { hits } = await this.index.searchPages({ spaces, query, limit: MOST_PAGES });
    const bodies = await this.#bodies(organizationId, hits);
    const passages = hits.flatMap((hit, index) => passagesOf(hit, bodies[index]));
    let room = MOST_CHARACTERS;
    return passages.filter(({ text }) => (room -= text.length) > 0);
  }

  /** In the order of the hits; nothing for a page that is gone. */
  async #bodies(organizationId: string, hits: readonly SearchHit[]): Promise<(BodyRow | undefined)[]> {
    if (hits.length === 0) return [];
    const rows = await this.sql.rows<BodyRow>(
      'ask.bodies',
      `select p.space_id as "spaceId", p.page_id as "pageId", h.revision_id as "revisionId", d.body
       from unnest($2::text[], $3::text[]) wanted (space_id, page_id)
       join content.live_page p on p.organization_id = $1 and p.space_id = wanted.space_id
         and p.page_id = wanted.page_id
       join content.space_head h on h.organization_id = $1 and h.space_id = p.space_id
       left join content.document d on d.organization_id = $1 and d.hash = p.document`,
      [organizationId, hits.map(({ spaceId }) => spaceId), hits.map(({ pageId }) => pageId)],
    );
    const byPage = new Map(rows.map((row) => [`${row.spaceId}/${row.pageId}`, row]));
    return hits.map(({ spaceId, pageId }) => byPage.get(`${spaceId}/${pageId}`));
  }
}

/** The found sections of a page as a whole, as far as there is room; its description where nothing else was found. */
function passagesOf(hit: SearchHit, row: BodyRow | undefined): Passage[] {
  if (!row) return [];
  const { spaceId, pageId, title, path, description } = hit;
  const sections = row.body === null ? [] : searchSections(JSON.parse(row.body) as RichDocument);
  const page = { spaceId, pageId, revisionId: row.revisionId, title, path };
  return hit.sections.flatMap(({ anchor, heading }) => {
    const section = sections.find((one) => one.anchor === anchor);
    const text = (section?.text || (anchor === null ? description : '')).slice(0, LONGEST);
    return text === '' ? [] : [{ ...page, heading, text }];
  });
}
