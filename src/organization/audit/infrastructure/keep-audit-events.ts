import { Injectable } from '@nestjs/common';
import { ReactsTo } from '#kernel/application/reactions';
import { Audited } from '#kernel/domain/audited';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { USERS } from '../../members/infrastructure/reading.js';

/**
 * Adds what happened in any context to the trail. An event delivered twice is stored once. Names of people and records
 * are stored as they were at the time, because the trail outlives them.
 */
@Injectable()
@ReactsTo(Audited, 'organization.keep-audit-event', { kept: true })
export class KeepAuditEvents {
  constructor(private readonly sql: SqlQuery) {}

  async handle({ organization, id, occurredAt, action, actorId, target, payload, origin }: Audited): Promise<void> {
    await this.sql.rows(
      'audit.keep',
      `insert into organization.audit_event (organization_id, id, occurred_at, action, actor_id, actor_label,
         target_type, target_id, target_label, payload, source, address, request_id, actor_type)
       select $1, $2, $3, $4, $5, coalesce($13, actor.display_name), $6, $7, coalesce($8, target.display_name), $9, $10,
         $11, $12, case when $13::text is not null then 'integration' end
       from (select true) kept left join ${USERS} actor on actor.id = $5 left join ${USERS} target on target.id = $7
       on conflict do nothing`,
      [
        organization,
        id,
        occurredAt,
        action,
        actorId ?? null,
        target.type,
        target.id,
        target.label ?? null,
        JSON.stringify(payload),
        origin?.source ?? null,
        origin?.address ?? null,
        origin?.requestId ?? null,
        origin?.integration ?? null,
      ],
    );
  }
}
