import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { memberRoleOf } from '#kernel/application/caller';
import { beginningOf } from '#kernel/domain/characters';
import { NotFound } from '#kernel/domain/errors';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import type { VisitorClaims } from '#kernel/application/caller';
import { searchSections, type RichDocument, type SearchSection } from '#rich-document';
import { FindPassages, type AskScope } from '../application/ask.queries.js';
import type { Passage } from '../domain/answerer.js';
import type { RevisionRoots } from '../../revisions/domain/ports.js';
import { SearchIndex, type SearchedSpaces, type SearchHit } from '../domain/search-index.js';
import { ConditionalPages } from '../../revisions/infrastructure/page/conditional-pages.js';
import { OpenAPITexts } from '../../revisions/infrastructure/page/openapi-texts.js';
import { seenDocument } from './seen-sections.js';
import { reachedSpaces, searchedSpaces, searchedSpacesSql, type SpacesOfLanguage } from './searched-spaces.js';
import { FOUND_BODIES } from './found-bodies.js';

const MOST_PAGES = 8;
/** Characters of a passage, and of all passages together. */
const LONGEST = 2_500;
const MOST_CHARACTERS = 16_000;

interface BodyRow {
  spaceId: string;
  pageId: string;
  revisionId: string;
  body: string | null;
  members: string;
  variables: RevisionRoots['variables'];
}

/** The spaces that are searched, the pages left out, and the claims of the visitor, if any. */
interface Reach {
  spaces: SearchedSpaces;
  without: string[];
  claims: VisitorClaims | undefined;
}

/** Passages are found by the same search, among the same spaces, that the caller could search. */
@QueryHandler(FindPassages)
export class FindPassagesHandler implements IQueryHandler<FindPassages> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly index: SearchIndex,
    private readonly pages: ConditionalPages,
    private readonly openapi: OpenAPITexts,
  ) {}

  async execute({ scope, query }: FindPassages): Promise<Passage[]> {
    const { spaces, without, claims } = await this.#reach(scope);
    const { hits } = await this.index.searchPages({ spaces, query, limit: MOST_PAGES, without });
    const bodies = await this.#bodies(spaces.organizationId, hits);
    const documents = bodies.map((row) =>
      row?.body == null ? undefined : documentOf({ ...row, body: row.body }, claims),
    );
    const words = await this.openapi.words(spaces.organizationId, ...documents.flatMap((document) => document ?? []));
    const passages = hits.flatMap((hit, index) => {
      const [row, document] = [bodies[index], documents[index]];
      return row ? passagesOf(hit, row, document ? searchSections(document, words) : []) : [];
    });
    let room = MOST_CHARACTERS;
    return passages.filter(({ text }) => (room -= text.length) > 0);
  }

  async #reach(scope: AskScope): Promise<Reach> {
    if ('shown' in scope) {
      const { organizationId, spaceIds, claims } = scope.shown;
      const [shown, without] = await Promise.all([
        this.sql.rows<SpacesOfLanguage>('ask.shown', searchedSpacesSql('$2::text[]'), [organizationId, spaceIds]),
        this.pages.hiddenFrom(scope.shown),
      ]);
      return { spaces: searchedSpaces(organizationId, shown), without, claims };
    }
    const { caller, organizationId } = scope;
    const member = memberRoleOf(caller, organizationId);
    if (member === undefined) throw new NotFound('Organization not found');
    const spaces = await reachedSpaces(this.sql, caller, organizationId, member);
    return { spaces, without: [], claims: undefined };
  }

  /** In the order of the hits; nothing for a page that is gone. */
  async #bodies(organizationId: string, hits: readonly SearchHit[]): Promise<(BodyRow | undefined)[]> {
    if (hits.length === 0) return [];
    const rows = await this.sql.rows<BodyRow>(
      'ask.bodies-2',
      `select p.space_id as "spaceId", p.page_id as "pageId", r.id as "revisionId", d.body, p.members, r.variables
       from ${FOUND_BODIES}`,
      [organizationId, hits.map(({ spaceId }) => spaceId), hits.map(({ pageId }) => pageId)],
    );
    const byPage = new Map(rows.map((row) => [`${row.spaceId}/${row.pageId}`, row]));
    return hits.map(({ spaceId, pageId }) => byPage.get(`${spaceId}/${pageId}`));
  }
}

/** The found sections of a page as a whole, as far as there is room; its description where nothing else was found. */
function passagesOf(hit: SearchHit, row: BodyRow, sections: readonly SearchSection[]): Passage[] {
  const { spaceId, pageId, title, path, description } = hit;
  const page = { spaceId, pageId, revisionId: row.revisionId, title, path };
  return hit.sections.flatMap(({ anchor, heading }) => {
    const section = sections.find((one) => one.anchor === anchor);
    const text = beginningOf(section?.text || (anchor === null ? description : ''), LONGEST);
    return text === '' ? [] : [{ ...page, anchor, heading, text }];
  });
}

/** As it was written, or as a visitor sees it. */
function documentOf(row: BodyRow & { body: string }, claims: VisitorClaims | undefined): RichDocument {
  return claims === undefined ? (JSON.parse(row.body) as RichDocument) : seenDocument(row, claims);
}
