import { Injectable } from '@nestjs/common';
import { memberRoleOf, type Caller } from '#kernel/application/caller';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import type { LinkedContent } from '../application/link.queries.js';
import { diffMaps } from '../../revisions/domain/map/diff-maps.js';
import { linksOfPage } from '../../revisions/domain/page/stored-links.js';
import type { FileRecord, PageRecord, ReusableContentRecord } from '../../revisions/domain/page/page-record.js';
import { listParameters } from '../../spaces/infrastructure/permission/access.js';
import { NodeStore } from '../../revisions/infrastructure/revision/node-store.js';
import { RevisionReader, type OpenRevision } from '../../revisions/infrastructure/revision/open-revision.js';
import type { NamedSql } from './link-sql.js';

/** Content that is asked about, as the statements about links take it. */
export interface OpenContent {
  revision: OpenRevision;
  /** Absent for the current content of a space. */
  changeRequestId?: string | undefined;
}

/** How often a statement is asked again because the space has moved on from what the content was compared with. */
const TRIES = 5;

/** Opens content to look at its links: the current one of a space, or what a change request differs in from that. */
@Injectable()
export class LinkedContents {
  constructor(
    private readonly sql: SqlQuery,
    private readonly revisions: RevisionReader,
    private readonly nodes: NodeStore,
  ) {}

  /**
   * The one row of a statement, with the `head` that it read. `values` are those besides the content and the caller.
   */
  async ask<Row extends { head: string }>(
    caller: Caller,
    target: LinkedContent,
    statements: Record<'live' | 'other', NamedSql>,
    values: Record<string, unknown>,
  ): Promise<{ content: OpenContent; row: Row }> {
    for (let tried = 1; ; tried++) {
      const revision = await this.revisions.open(caller, target);
      const isOther = target.changeRequestId !== undefined;
      const main = isOther ? await this.revisions.open(caller, { spaceId: target.spaceId }) : revision;
      const differences = isOther ? await this.#differences(main, revision) : {};
      const row = await this.#row<Row>(statements[isOther ? 'other' : 'live'], {
        ...placeOf(caller, revision),
        ...differences,
        ...values,
      });
      if (!isOther || row.head === main.id || tried === TRIES)
        return { content: { revision, changeRequestId: target.changeRequestId }, row };
    }
  }

  async #row<Row extends object>(statement: NamedSql, values: Record<string, unknown>): Promise<Row> {
    const { name, text } = statement;
    const row = await this.sql.row<Row>(
      name,
      text,
      statement.values.map((value) => values[value]),
    );
    if (!row) throw new Error(`The statement ${name} answered no row`);
    return row;
  }

  async #differences(main: OpenRevision, revision: OpenRevision): Promise<Record<string, unknown>> {
    const source = this.nodes.of(revision.organizationId);
    const pages = await diffMaps<PageRecord>(main.roots.pages, revision.roots.pages, source);
    const files = await diffMaps<FileRecord>(main.roots.files, revision.roots.files, source);
    const contents = await diffMaps<ReusableContentRecord>(main.roots.contents, revision.roots.contents, source);
    return {
      hiddenPages: gone(pages),
      pages: JSON.stringify(come(pages).map(changedPage)),
      hiddenFiles: files.removed.map(({ id }) => id),
      files: files.added.map(({ id }) => id),
      hiddenContents: gone(contents),
      contents: JSON.stringify(come(contents).map(({ id, document }) => ({ id, document }))),
    };
  }
}

function changedPage(page: PageRecord): object {
  const { id, title, document } = page;
  return { id, title, document, links: listOf(linksOfPage(page)) };
}

interface Difference<R> {
  added: R[];
  removed: R[];
  changed: { before: R; after: R }[];
}

function gone<R extends { id: string }>({ removed, changed }: Difference<R>): string[] {
  return [...removed, ...changed.map(({ before }) => before)].map(({ id }) => id);
}

function come<R>({ added, changed }: Difference<R>): R[] {
  return [...added, ...changed.map(({ after }) => after)];
}

function listOf(links: string[]): string[] | undefined {
  return links.length === 0 ? undefined : links;
}

function placeOf(caller: Caller, { organizationId, spaceId }: OpenRevision): Record<string, unknown> {
  const [rank, subjects] = listParameters(caller, memberRoleOf(caller, organizationId) ?? null);
  return { organization: organizationId, space: spaceId, rank, subjects };
}
