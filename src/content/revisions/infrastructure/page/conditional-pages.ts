import { Injectable } from '@nestjs/common';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { CacheBudget } from '#kernel/infrastructure/memory/cache-budget';
import { conditionHolds } from '#adaptive';
import type { ShownSpaces } from '../../../contract/shown-spaces.js';
import type { PageRecord } from '../../domain/page/page-record.js';
import type { RevisionRoots } from '../../domain/ports.js';
import { inputsOf } from './adapted-documents.js';
import { WeightedCache } from './weighted-cache.js';

/** What a page's id takes in a list, and what else a page with a condition does. */
const ID_BYTES = 48;
const BESIDES_BYTES = 500;

type Variables = NonNullable<PageRecord['variables']>;

/** A page with a condition, and the ids of all pages below it. */
interface ConditionalPage {
  spaceId: string;
  condition: string;
  roots: Pick<RevisionRoots, 'variables'>;
  variables: Variables;
  pages: string[];
}

interface ConditionalRow {
  spaceId: string;
  /** Identifies the state of the pages, which never changes for a revision. */
  revision: string;
  variables: RevisionRoots['variables'];
  /** The members of a page, as JSON without the braces; null where the space has no page with a condition. */
  members: string | null;
  pages: string[] | null;
}

/**
 * Finds the pages hidden from a visitor because their condition, or that of a page above them, does not hold. The pages
 * with conditions are cached for each revision of a space, so a search takes one more statement.
 */
@Injectable()
export class ConditionalPages {
  readonly #bySpace: WeightedCache<readonly ConditionalPage[]>;
  /** The pages of several spaces, by the heads of all of them. */
  readonly #bySpaces: WeightedCache<readonly ConditionalPage[]>;

  constructor(
    private readonly sql: SqlQuery,
    caches: CacheBudget,
  ) {
    this.#bySpace = new WeightedCache(caches, 'pages with conditions');
    this.#bySpaces = new WeightedCache(caches, 'pages with conditions of sites');
  }

  /** The hidden pages, each as `<space>/<page>`; none for callers without claims, such as members. */
  async hiddenFrom({ organizationId, spaceIds, claims }: ShownSpaces): Promise<string[]> {
    if (claims === undefined || spaceIds.length === 0) return [];
    const pages = await this.#of(organizationId, spaceIds);
    const hidden = pages.filter(
      (page) => !conditionHolds(page.condition, inputsOf({ roots: page.roots, claims }, page)),
    );
    return hidden.flatMap(({ spaceId, pages: below }) => below.map((page) => `${spaceId}/${page}`));
  }

  async #of(organizationId: string, spaceIds: readonly string[]): Promise<readonly ConditionalPage[]> {
    const row = await this.sql.row<{ heads: string | null }>(
      'visitor.heads',
      `select string_agg(space_id || '/' || revision_id, ',' order by space_id) as heads
       from content.space_head where organization_id = $1 and space_id = any($2)`,
      [organizationId, spaceIds],
    );
    if (!row || row.heads === null) return [];
    const together = `${organizationId}/${row.heads}`;
    const known = this.#bySpaces.get(together);
    if (known) return known;
    const heads = row.heads.split(',');
    const keptOf = (head: string): readonly ConditionalPage[] | undefined =>
      this.#bySpace.get(`${organizationId}/${head}`);
    const unknown = heads.filter((head) => !keptOf(head));
    const read = await this.#read(organizationId, unknown.map(spaceOf));
    const all = heads.map(keptOf);
    // A space that changed since its head was read is returned and cached in its newer state.
    const pages = heads.flatMap((head, at) => all[at] ?? read.get(spaceOf(head)) ?? []);
    if (!all.includes(undefined)) this.#bySpaces.set(together, pages, bytesOf(pages, together));
    return pages;
  }

  /** The pages with conditions by space. Caches them, since spaces are searched much more often than changed. */
  async #read(organizationId: string, spaceIds: readonly string[]): Promise<Map<string, ConditionalPage[]>> {
    const bySpace = new Map<string, ConditionalPage[]>();
    if (spaceIds.length === 0) return bySpace;
    const rows = await this.sql.rows<ConditionalRow & {}>('visitor.conditional-pages', CONDITIONAL_PAGES, [
      organizationId,
      spaceIds,
    ]);
    for (const row of rows) {
      const pages = bySpace.get(row.spaceId) ?? [];
      bySpace.set(row.spaceId, pages);
      const page = conditionalPageOf(row);
      if (page) pages.push(page);
    }
    for (const { spaceId, revision } of rows) {
      const pages = bySpace.get(spaceId) ?? [];
      const key = `${organizationId}/${spaceId}/${revision}`;
      this.#bySpace.set(key, pages, bytesOf(pages, key));
    }
    return bySpace;
  }
}

const spaceOf = (head: string): string => head.slice(0, head.indexOf('/'));

const bytesOf = (pages: readonly ConditionalPage[], key: string): number =>
  pages.reduce((sum, { pages: { length } }) => sum + length * ID_BYTES + BESIDES_BYTES, key.length + BESIDES_BYTES);

/** Undefined where the statement's text search matched another member than the condition. */
function conditionalPageOf({
  spaceId,
  members,
  pages,
  variables: ofSpace,
}: ConditionalRow): ConditionalPage | undefined {
  if (members === null || pages === null) return undefined;
  const { condition, variables = {} } = JSON.parse(`{${members}}`) as Partial<PageRecord>;
  return condition === undefined ? undefined : { spaceId, condition, roots: { variables: ofSpace }, variables, pages };
}

const CONDITIONAL_PAGES = `
  with recursive below as (
    select p.space_id, p.page_id as root, p.members, p.page_id from content.live_page p
    where p.organization_id = $1 and p.space_id = any($2) and strpos(p.members, '"condition":') > 0
    union all
    select b.space_id, b.root, null, p.page_id from below b
    join content.live_page p on p.organization_id = $1 and p.space_id = b.space_id and p.parent_id = b.page_id
  ), conditional as (
    select space_id, max(members) as members, array_agg(page_id) as pages from below group by space_id, root
  )
  select h.space_id as "spaceId", h.revision_id as revision, r.variables, c.members, c.pages
  from content.space_head h
  join content.revision r on r.organization_id = h.organization_id and r.id = h.revision_id
  left join conditional c on c.space_id = h.space_id
  where h.organization_id = $1 and h.space_id = any($2)`;
