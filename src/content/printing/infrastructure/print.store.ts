import { Injectable } from '@nestjs/common';
import { OpensOrganizations } from '#kernel/application/organization-deletion';
import { byOrganization } from '#kernel/domain/by-organization';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { UnitOfWork } from '#kernel/infrastructure/database/unit-of-work';
import { Prints, type Print, type PrintOrder, type UnprintedCharacters } from '../domain/prints.js';
import { UnusedBytes } from '../../revisions/domain/content/unused-bytes.js';
import { NamesRevisions } from '../../revisions/infrastructure/history/names-revisions.js';
import { NamesBytes } from '../../revisions/infrastructure/blobs/names-bytes.js';

/** A print that is to be made. */
export interface PrintTask extends PrintOrder {
  /** Counted from 1. */
  attempt: number;
}

/** The time after which a print that failed, or did not end, is tried again on the next request. */
const TRIED_ANEW_AFTER_MS = { failed: 60_000, waiting: 3_600_000 };

/** The table of prints. */
@Injectable()
@OpensOrganizations({ table: 'content.print' })
@NamesBytes({ table: 'content.print', column: 'blob' })
@NamesRevisions({ table: 'print', columns: ['revision_id'] })
export class PrintStore implements Prints {
  constructor(
    private readonly sql: SqlQuery,
    private readonly unitOfWork: UnitOfWork,
    private readonly unused: UnusedBytes,
  ) {}

  async waiting(organizationId: string): Promise<number> {
    await this.sql.defer('print.lock', `select pg_advisory_xact_lock(hashtextextended('print ' || $1, 0))`, [
      organizationId,
    ]);
    const row = await this.sql.row<{ waiting: number }>(
      'print.waiting',
      `select count(*)::int as waiting from content.print where organization_id = $1 and state = 'waiting'`,
      [organizationId],
    );
    return row?.waiting ?? 0;
  }

  async order(order: PrintOrder, now: Date): Promise<boolean> {
    const row = await this.sql.row(
      'print.order',
      `insert into content.print as p (organization_id, key, space_id, revision_id, page_id, only_page, language, title,
         subtitle, state, ordered_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'waiting', $10)
       on conflict (organization_id, key) do update set state = 'waiting', revision_id = excluded.revision_id,
         attempts = 0, error = null, ordered_at = excluded.ordered_at, ended_at = null
       where p.state = 'failed' and p.ended_at < $11 or p.state = 'waiting' and p.ordered_at < $12
       returning true as ordered`,
      [
        ...[order.organizationId, order.key, order.spaceId, order.revisionId, order.pageId],
        ...[order.only, order.language, order.title, order.subtitle, now],
        ...[earlier(now, TRIED_ANEW_AFTER_MS.failed), earlier(now, TRIED_ANEW_AFTER_MS.waiting)],
      ],
    );
    return row !== undefined;
  }

  find(organizationId: string, key: string): Promise<Print | undefined> {
    return this.sql.row<Print>(
      'print.find',
      `select state, error, coalesce(unprinted, '[]')::json as unprinted from content.print
       where organization_id = $1 and key = $2`,
      [organizationId, key],
    );
  }

  /** Notes that a print is being tried; nothing where it is made or gone. */
  attempt(organizationId: string, key: string): Promise<PrintTask | undefined> {
    return this.sql.row<PrintTask>(
      'print.attempt',
      `update content.print set attempts = attempts + 1
       where organization_id = $1 and key = $2 and state = 'waiting'
       returning organization_id as "organizationId", key, space_id as "spaceId", revision_id as "revisionId",
         page_id as "pageId", only_page as only, language, title, subtitle, attempts as attempt`,
      [organizationId, key],
    );
  }

  /** The attempt was cut off as the process ends, and does not count. */
  async interrupted({ organizationId, key }: PrintTask): Promise<void> {
    await this.sql.rows(
      'print.interrupted',
      `update content.print set attempts = attempts - 1
       where organization_id = $1 and key = $2 and state = 'waiting'`,
      [organizationId, key],
    );
  }

  async done(
    { organizationId, key }: PrintTask,
    made: { sha256: string; size: number; pages: number; unprinted: readonly UnprintedCharacters[] },
    now: Date,
  ): Promise<void> {
    await this.sql.rows(
      'print.done',
      `update content.print set state = 'done', blob = decode($3, 'hex'), size = $4, pages = $5, ended_at = $6,
         unprinted = $7
       where organization_id = $1 and key = $2 and state = 'waiting'`,
      [
        ...[organizationId, key, made.sha256, made.size, made.pages, now],
        made.unprinted.length === 0 ? null : JSON.stringify(made.unprinted),
      ],
    );
  }

  async failed({ organizationId, key }: PrintTask, error: string, now: Date): Promise<void> {
    await this.sql.rows(
      'print.failed',
      `update content.print set state = 'failed', error = $3, ended_at = $4
       where organization_id = $1 and key = $2 and state = 'waiting'`,
      [organizationId, key, error, now],
    );
  }

  /** The bytes of a print that is made. */
  blobOf(organizationId: string, key: string): Promise<{ blob: string; size: number } | undefined> {
    return this.sql.row(
      'print.blob',
      `select encode(blob, 'hex') as blob, size::float8 as size from content.print
       where organization_id = $1 and key = $2 and state = 'done'`,
      [organizationId, key],
    );
  }

  async forgetOne(organizationId: string, key: string): Promise<void> {
    const gone = await this.sql.rows<{ blob: string }>(
      'print.forget-one',
      `delete from content.print where organization_id = $1 and key = $2 and state = 'done'
       returning encode(blob, 'hex') as blob`,
      [organizationId, key],
    );
    await this.unused.note(organizationId, blobsOf(gone));
  }

  /** Deletes the oldest prints ordered before a time; their bytes follow. Returns how many were looked at. */
  async forget(before: Date, most: number): Promise<number> {
    const old = await this.sql.rows<{ organizationId: string; key: string }>(
      'print.old',
      `select organization_id as "organizationId", key from content.print
       where ordered_at < $1 order by ordered_at limit $2`,
      [before, most],
    );
    for (const [organizationId, prints] of byOrganization(old)) {
      const keys = prints.map(({ key }) => key);
      await this.unitOfWork.transaction(() => this.#forget(organizationId, keys, before));
    }
    return old.length;
  }

  /** Those of an organization that were not ordered again in the meantime. */
  async #forget(organizationId: string, keys: readonly string[], before: Date): Promise<void> {
    const gone = await this.sql.rows<{ blob: string | null }>(
      'print.forget-2',
      `with old as (
         select key from content.print where organization_id = $1 and key = any($2::text[]) and ordered_at < $3
         for update skip locked
       )
       delete from content.print p using old where p.organization_id = $1 and p.key = old.key
       returning encode(p.blob, 'hex') as blob`,
      [organizationId, keys, before],
    );
    await this.unused.note(organizationId, blobsOf(gone));
  }
}

/** Without those of prints that were not made. */
const blobsOf = (gone: readonly { blob: string | null }[]): string[] => gone.flatMap(({ blob }) => blob ?? []);

const earlier = (time: Date, ms: number): Date => new Date(time.getTime() - ms);
