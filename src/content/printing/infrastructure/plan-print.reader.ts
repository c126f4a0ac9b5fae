import { createHash } from 'node:crypto';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { canonicalJson } from '#kernel/domain/canonical-json';
import { Invalid, NotFound } from '#kernel/domain/errors';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { Settings } from '#kernel/infrastructure/settings';
import { PlanPrint } from '../application/print.queries.js';
import type { PrintOrder } from '../domain/prints.js';
import { RevisionReader } from '../../revisions/infrastructure/revision/open-revision.js';
import { TreeReader } from '../../revisions/infrastructure/page/tree-reader.js';
import { plannedPages } from './printed-pages.js';
import { FOLLOWED_SPECS } from '../../links/infrastructure/reading.js';
import { SPACES } from '../../spaces/infrastructure/reading.js';
import { CHANGE_REQUESTS } from '../../revisions/infrastructure/reading.js';

/** Counts the ways in which the same content was printed: with another one, what is kept is not given out again. */
const LAYOUT = 3;

@QueryHandler(PlanPrint)
export class PlanPrintHandler implements IQueryHandler<PlanPrint> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly revisions: RevisionReader,
    private readonly trees: TreeReader,
    private readonly settings: Settings,
  ) {}

  async execute({ caller, target, part }: PlanPrint): Promise<PrintOrder> {
    const revision = await this.revisions.open(caller, target);
    const { organizationId, spaceId, id: revisionId, roots, createdAt } = revision;
    const pageId = part.page ?? null;
    const { only } = part;
    if (only && pageId === null) throw new Invalid('`only` goes with `page`: say which page is wanted');
    const tree = await this.trees.tree(revision);
    const start = pageId === null ? undefined : tree.get(pageId);
    if (pageId !== null && !start) throw new NotFound('Page not found');
    const count = plannedPages(revision, tree, pageId, only).length;
    const most = this.settings.maxPrintedPages;
    if (count > most)
      throw new Invalid(`${count} pages are more than the ${most} that one PDF takes: name a \`page\` to begin with`);
    if (start && count === 0) throw new Invalid('This page has no text, and none below it: there is nothing to print');
    const cover = await this.#cover(organizationId, spaceId, target.changeRequestId);
    const subtitle = [cover.subtitle, start?.record.title].filter((text) => text != null).join(' – ') || null;
    const wanted = { organizationId, spaceId, pageId, only, language: cover.language, title: cover.title, subtitle };
    const specs = await this.#specifications(organizationId);
    const day = createdAt.toISOString().slice(0, 10);
    const made = { layout: LAYOUT, roots, day, url: this.settings.publicUrl, specs };
    const key = createHash('sha256')
      .update(canonicalJson({ ...wanted, ...made }))
      .digest('hex');
    return { ...wanted, key, revisionId };
  }

  /** Identifies the latest versions of an organization's specifications: blocks show what these say. */
  async #specifications(organizationId: string): Promise<string | null> {
    const row = await this.sql.row<{ specs: string | null }>(
      'print.specifications',
      `select md5(string_agg(k.slug || ' ' || k.last_version, ',' order by k.slug)) as specs
       from ${FOLLOWED_SPECS} k where k.organization_id = $1 and k.last_version is not null`,
      [organizationId],
    );
    return row?.specs ?? null;
  }

  async #cover(organizationId: string, spaceId: string, changeRequestId: string | undefined) {
    const row = await this.sql.row<{ title: string; language: string; number: number | null; subject: string | null }>(
      'print.cover',
      `select s.title, s.language, c.number, c.subject from ${SPACES} s
       left join ${CHANGE_REQUESTS} c on c.organization_id = s.organization_id and c.id = $3
       where s.organization_id = $1 and s.id = $2`,
      [organizationId, spaceId, changeRequestId ?? ''],
    );
    if (!row) throw new NotFound('Space not found');
    const { title, language, number, subject } = row;
    return { title, language, subtitle: number === null ? null : `#${number} ${subject ?? ''}`.trim() };
  }
}
