import { Injectable } from '@nestjs/common';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { conditionHolds } from '#adaptive';
import type { ShownSpaces } from '../../contract/shown-spaces.js';
import type { PageRecord } from '../../domain/page/page-record.js';
import type { RevisionRoots } from '../../domain/ports.js';
import { inputsOf } from '../revision/adapted-documents.js';
import { WeightedCache } from '../revision/weighted-cache.js';

/** Ids of pages that are kept, over all spaces. */
const MOST_KEPT = 500_000;

type Variables = NonNullable<PageRecord['variables']>;

/** A page that is not for everybody, with all pages below it. */
interface ConditionalPage {
  condition: string;
  variables: Variables;
  pages: string[];
}

interface HeadRow {
  spaceId: string;
  /** Names what the pages are, for ever; null where there are none. */
  root: string | null;
  variables: RevisionRoots['variables'];
}

interface ConditionalRow extends HeadRow {
  /** The members of a page, as JSON without the braces; null where the space has no conditional page. */
  members: string | null;
  pages: string[] | null;
}

/** Pages that a visitor is not shown, for their condition or that of a page above them does not hold. */
@Injectable()
export class ConditionalPages {
  readonly #kept = new WeightedCache<ConditionalPage[]>(MOST_KEPT);

  constructor(private readonly sql: SqlQuery) {}

  /** Each as `<space>/<page>`; none for those whom nothing is claimed of. */
  async hiddenFrom({ organizationId, spaceIds, claims }: ShownSpaces): Promise<string[]> {
    if (claims === undefined || spaceIds.length === 0) return [];
    const heads = await this.heads(organizationId, spaceIds);
    const unknown = heads.filter((head) => this.#kept.kept(keyOf(organizationId, head)) === undefined);
    const read = await this.#read(
      organizationId,
      unknown.map(({ spaceId }) => spaceId),
    );
    return heads.flatMap((head) => {
      const pages = read.get(head.spaceId) ?? this.#kept.kept(keyOf(organizationId, head)) ?? [];
      const hidden = pages.filter((page) => !conditionHolds(page.condition, inputsOf({ roots: head, claims }, page)));
      return hidden.flatMap(({ pages: below }) => below.map((page) => `${head.spaceId}/${page}`));
    });
  }

  /** What the current content of spaces is, and their variables. */
  async heads(organizationId: string, spaceIds: readonly string[]): Promise<HeadRow[]> {
    return this.sql.rows<HeadRow & {}>(
      'visitor.heads',
      `select h.space_id as "spaceId", encode(r.pages_root, 'hex') as root, r.variables
       from content.space_head h
       join content.revision r on r.organization_id = h.organization_id and r.id = h.revision_id
       where h.organization_id = $1 and h.space_id = any($2) order by h.space_id`,
      [organizationId, spaceIds],
    );
  }

  /** By space. Spaces change seldom and are searched often, so what was read is kept as long as their pages stay. */
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
    for (const row of rows) {
      const pages = bySpace.get(row.spaceId) ?? [];
      const weight = pages.reduce((sum, page) => sum + page.pages.length, 1);
      this.#kept.keep(keyOf(organizationId, row), pages, weight);
    }
    return bySpace;
  }
}

function keyOf(organizationId: string, { spaceId, root }: HeadRow): string {
  return `${organizationId}/${spaceId}/${root ?? ''}`;
}

/** Nothing where the text was found in another member than the condition. */
function conditionalPageOf({ members, pages }: ConditionalRow): ConditionalPage | undefined {
  if (members === null || pages === null) return undefined;
  const { condition, variables = {} } = JSON.parse(`{${members}}`) as Partial<PageRecord>;
  return condition === undefined ? undefined : { condition, variables, pages };
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
  select h.space_id as "spaceId", encode(r.pages_root, 'hex') as root, r.variables, c.members, c.pages
  from content.space_head h
  join content.revision r on r.organization_id = h.organization_id and r.id = h.revision_id
  left join conditional c on c.space_id = h.space_id
  where h.organization_id = $1 and h.space_id = any($2)`;
