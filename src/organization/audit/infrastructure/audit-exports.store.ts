import { Injectable } from '@nestjs/common';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import type { FileOfOrganization } from '../../contract/queries.js';
import { ORGANIZATIONS } from '../../organizations/infrastructure/reading.js';

/** The server itself has a trail, under this id. */
const SERVER = 'quire';
/** Organizations that one statement looks at. */
const MOST = 500;

/** An entry of the trail as a line of a file. */
export interface ExportedEntry {
  id: string;
  occurredAt: string;
}

/** A file that replaces entries of the table. */
export interface NewExport {
  organizationId: string;
  id: string;
  sha256: string;
  size: number;
  /** The entries of the file. */
  ids: readonly string[];
}

/** Entries were deleted, or exported by another process, since they were read. */
export class EntriesGone extends Error {
  override readonly name = 'EntriesGone';
}

const DUE = `select distinct e.organization_id as id from organization.audit_event e
  where e.organization_id = any($1) and e.occurred_at < $2`;

const OLDEST = `select json_build_object('id', id, 'occurredAt', occurred_at, 'action', action, 'actorType', actor_type,
    'actorId', actor_id, 'actorLabel', actor_label, 'targetType', target_type, 'targetId', target_id,
    'targetLabel', target_label, 'source', source, 'address', address, 'requestId', request_id, 'payload', payload)::text as line,
    id
  from organization.audit_event where organization_id = $1 and occurred_at < $2
  order by occurred_at, id limit $3`;

const NOTE = `insert into organization.audit_export (organization_id, id, hash, size, entries, from_at, through_at)
  select $1, $2, decode($3, 'hex'), $4, count(*), min(occurred_at), max(occurred_at)
  from organization.audit_event where organization_id = $1 and id = any($5::text[]) having count(*) > 0`;

const KNOWN = `select x.organization_id as "organizationId", encode(x.hash, 'hex') as hash
  from organization.audit_export x
  join (select o as organization_id, decode(h, 'hex') as hash from unnest($1::text[], $2::text[]) given (o, h)) given
    on x.organization_id = given.organization_id and x.hash = given.hash`;

/** Entries that are old, and the files that they are moved to. */
@Injectable()
export class AuditExportStore {
  constructor(private readonly sql: SqlQuery) {}

  /** The organizations after one, in the order of their ids. */
  async organizations(after: string): Promise<string[]> {
    const rows = await this.sql.rows<{ id: string }>(
      'audit-export.organizations',
      `select id from (
         select organization_id as id from ${ORGANIZATIONS} o union select '${SERVER}'
       ) known where id collate "C" > $1 order by id collate "C" limit ${MOST}`,
      [after],
    );
    return rows.map(({ id }) => id);
  }

  /** Those that have entries from before a moment. */
  async withEntriesBefore(organizationIds: readonly string[], moment: Date): Promise<string[]> {
    const rows = await this.sql.rows<{ id: string }>('audit-export.due', DUE, [organizationIds, moment]);
    return rows.map(({ id }) => id).sort();
  }

  /** The oldest entries from before a moment, each with its line of JSON. */
  oldest(organizationId: string, before: Date, most: number): Promise<{ id: string; line: string }[]> {
    return this.sql.rows('audit-export.oldest', OLDEST, [organizationId, before, most]);
  }

  /** Deletes the entries of a file, in the open transaction. Throws EntriesGone where some are not there any more. */
  async replace({ organizationId, id, sha256, size, ids }: NewExport): Promise<void> {
    await this.sql.rows('audit-export.note', NOTE, [organizationId, id, sha256, size, ids]);
    const gone = await this.sql.rows(
      'audit-export.erase',
      'delete from organization.audit_event where organization_id = $1 and id = any($2::text[]) returning 1',
      [organizationId, ids],
    );
    if (gone.length !== ids.length) throw new EntriesGone('Another process exported these entries');
  }

  /** Which of these hashes (hex) are files with entries. */
  async known(organizationId: string, hashes: readonly string[]): Promise<string[]> {
    const rows = await this.sql.rows<{ hash: string }>(
      'audit-export.known-2',
      `select encode(hash, 'hex') as hash from organization.audit_export
       where organization_id = $1 and hash = any(array(select decode(h, 'hex') from unnest($2::text[]) h))`,
      [organizationId, hashes],
    );
    return rows.map(({ hash }) => hash);
  }

  /** As `known`, of any organizations. */
  knownOfAny(files: readonly FileOfOrganization[]): Promise<FileOfOrganization[]> {
    return this.sql.rows<FileOfOrganization & {}>('audit-export.known-of-any', KNOWN, [
      files.map(({ organizationId }) => organizationId),
      files.map(({ hash }) => hash),
    ]);
  }
}
