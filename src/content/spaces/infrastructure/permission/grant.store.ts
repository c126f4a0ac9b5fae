import { Injectable } from '@nestjs/common';
import type { Caller } from '#kernel/application/caller';
import { EntityTagCache } from '#kernel/application/entity-tag-cache';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { rankOf, roleOfRank, type Role } from '#permissions';
import type {
  ContentKind,
  Grants,
  GuardedRecord,
  GuardedRecords,
  SubjectKind,
} from '../../domain/permission/grants.js';
import { callerParameters, grantedRank, roleOf, type AccessRow } from './access.js';

const RECORDS: Record<ContentKind, string> = {
  space: `select r.organization_id as "organizationId", r.title, r.level, ${grantedRank('r', '$3')} as granted
    from content.space r where r.organization_id = $1 and r.id = $2 and r.deleted_at is null`,
  collection: `select r.organization_id as "organizationId", r.title, r.level, ${grantedRank('r', '$3')} as granted
    from content.collection r where r.organization_id = $1 and r.id = $2`,
};

/** Selects a record if it still exists in the organization. */
const HELD: Record<ContentKind, string> = {
  space: 'select id from content.space where organization_id = $1 and id = $2 and deleted_at is null',
  collection: 'select id from content.collection where organization_id = $1 and id = $2',
};

@Injectable()
export class GuardedRecordReader implements GuardedRecords {
  constructor(private readonly sql: SqlQuery) {}

  async findWithRole(
    caller: Caller,
    kind: ContentKind,
    id: string,
  ): Promise<{ record: GuardedRecord; role: Role | undefined } | undefined> {
    const { subjects } = callerParameters(caller);
    const row = await this.sql.within({ table: `content.${kind}`, id }, (organizationId) =>
      this.sql.row<AccessRow & { title: string }>(`permission.held-${kind}`, RECORDS[kind], [
        ...[organizationId, id, subjects],
      ]),
    );
    if (!row) return undefined;
    const { organizationId, title } = row;
    return { record: { kind, id, organizationId, title }, role: roleOf(caller, row) };
  }
}

/** Users and teams never share an id, so grants are found by the subject's id alone. */
@Injectable()
export class GrantStore implements Grants {
  constructor(
    private readonly sql: SqlQuery,
    private readonly entityTags: EntityTagCache,
  ) {}

  /** Locks the record before its grants, as a transfer does, so that the two cannot deadlock. */
  async lock(
    record: GuardedRecord,
    kind: SubjectKind,
    subjectIds: readonly string[],
  ): Promise<Map<string, Role> | undefined> {
    const rows = await this.sql.rows<{ id: string | null; rank: number | null }>(
      `permission.lock-${record.kind}`,
      `with held as materialized (${HELD[record.kind]} for key share), granted as (
         select subject_id as id, rank from content.permission
         where organization_id = $1 and content_id = (select id from held) and subject_kind = $3
           and subject_id = any($4)
         order by subject_id for update
       )
       select granted.id, granted.rank from held left join granted on true`,
      [record.organizationId, record.id, kind, subjectIds],
    );
    if (rows.length === 0) return undefined;
    return new Map(rows.flatMap(({ id, rank }) => entryOf(id, roleOfRank(rank))));
  }

  async put(
    record: GuardedRecord,
    kind: SubjectKind,
    subjectIds: readonly string[],
    role: Role,
    now: Date,
  ): Promise<void> {
    await this.sql.defer(
      `permission.put-${record.kind}`,
      `insert into content.permission
         (organization_id, content_id, subject_id, content_kind, subject_kind, rank, granted_at)
       select $1, $2, subject_id, $4, $5, $6, $7 from unnest($3::text[]) subject_id order by subject_id
       on conflict (organization_id, content_id, subject_id) do update set rank = excluded.rank`,
      [record.organizationId, record.id, subjectIds, record.kind, kind, rankOf(role), now],
    );
    this.#changed(record);
  }

  async remove(record: GuardedRecord, kind: SubjectKind, subjectIds: readonly string[]): Promise<void> {
    await this.sql.defer(
      'permission.remove',
      `delete from content.permission
       where organization_id = $1 and content_id = $2 and subject_kind = $3 and subject_id = any($4)`,
      [record.organizationId, record.id, kind, subjectIds],
    );
    this.#changed(record);
  }

  async end(organizationId: string, subjectId: string): Promise<void> {
    await this.sql.defer(
      'permission.end',
      'delete from content.permission where organization_id = $1 and subject_id = $2',
      [organizationId, subjectId],
    );
    this.entityTags.changed('');
  }

  async subjects(organizationId: string, recordId: string): Promise<Record<SubjectKind, string[]>> {
    const rows = await this.sql.rows<{ id: string; kind: SubjectKind }>(
      'permission.subjects',
      `select subject_id as id, subject_kind as kind from content.permission
       where organization_id = $1 and content_id = $2 order by subject_id`,
      [organizationId, recordId],
    );
    const idsOf = (wanted: SubjectKind) => rows.filter(({ kind }) => kind === wanted).map(({ id }) => id);
    return { user: idsOf('user'), team: idsOf('team') };
  }

  async countSpaces(organizationId: string, subjectIds: readonly string[]): Promise<Map<string, number>> {
    const rows = await this.sql.rows<{ id: string; spaces: number }>(
      'permission.count-spaces',
      `select subject.id, (select count(*)::int from content.permission p
         where p.organization_id = $1 and p.subject_id = subject.id and p.content_kind = 'space') as spaces
       from unnest($2::text[]) subject (id)`,
      [organizationId, subjectIds],
    );
    return new Map(rows.map(({ id, spaces }) => [id, spaces]));
  }

  #changed({ kind, id }: GuardedRecord): void {
    this.entityTags.changed(kind === 'space' ? id : '');
  }
}

function entryOf(id: string | null, role: Role | undefined): [string, Role][] {
  return id === null || role === undefined ? [] : [[id, role]];
}
