import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { AuditActions } from '#kernel/application/audit-actions';
import type { Caller } from '#kernel/application/caller';
import type { Page } from '#kernel/application/page';
import { Forbidden, NotFound } from '#kernel/domain/errors';
import { normalizeRequest, readCursor, toPage } from '#kernel/infrastructure/database/paginate';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { Settings } from '#kernel/infrastructure/settings';
import type { AuditEventActionView, AuditEventDetailsView, AuditEventView } from '../application/audit-event.view.js';
import { FilesOfAuditTrail, FilesOfAuditTrails, type FileOfOrganization } from '../../contract/queries.js';
import { GetAuditEvent, ListAuditEventActions, ListAuditEvents } from '../application/audit.queries.js';
import { AuditExportStore } from './audit-exports.store.js';

interface AuditRow {
  organizationId: string;
  id: string;
  occurredAt: Date;
  action: string;
  actorId: string | null;
  actorLabel: string | null;
  actorType: 'integration' | null;
  targetType: string;
  targetId: string;
  targetLabel: string | null;
  payload: Record<string, unknown>;
  source: 'ui' | 'api' | null;
  address: string | null;
  requestId: string | null;
}

const COLUMNS = `organization_id as "organizationId", id, occurred_at as "occurredAt", action, actor_id as "actorId",
  actor_label as "actorLabel", actor_type as "actorType", target_type as "targetType", target_id as "targetId", target_label as "targetLabel",
  payload, source, address, request_id as "requestId" from organization.audit_event`;

/** The actor of what the server did by itself. */
const SYSTEM = 'quire';

@QueryHandler(ListAuditEvents)
export class ListAuditEventsHandler implements IQueryHandler<ListAuditEvents> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly settings: Settings,
  ) {}

  async execute({ caller, organizationId, filter, page }: ListAuditEvents): Promise<Page<AuditEventView>> {
    requireAdministrator(caller, organizationId);
    const request = normalizeRequest(page);
    const [time, id] = readCursor(request, 2) ?? [null, null];
    // Unused filters are left out of the statement, so that an index fits each combination.
    const values: unknown[] = [organizationId, request.limit + 1];
    const conditions = [
      ['occurred_at >=', filter.from],
      ['occurred_at <=', filter.to],
      ['action =', filter.action],
      ['actor_id =', filter.actor],
      ['target_id =', filter.target],
    ]
      .filter(([, value]) => value !== undefined)
      .map(([condition, value]) => ` and ${condition as string} $${values.push(value)}`);
    if (time !== null) {
      conditions.push(` and (occurred_at, id) < ($${values.push(time)}::timestamptz, $${values.push(id)})`);
    }
    const rows = await this.sql.dynamic<AuditRow>(
      `select ${COLUMNS} where organization_id = $1${conditions.join('')} order by occurred_at desc, id desc limit $2`,
      values,
    );
    return toPage(
      rows,
      request,
      (row) => [row.occurredAt.toISOString(), row.id],
      (row) => toView(row, this.settings.publicUrl),
    );
  }
}

@QueryHandler(GetAuditEvent)
export class GetAuditEventHandler implements IQueryHandler<GetAuditEvent> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly settings: Settings,
  ) {}

  async execute({ caller, organizationId, auditEventId }: GetAuditEvent): Promise<AuditEventDetailsView> {
    requireAdministrator(caller, organizationId);
    const row = await this.sql.row<AuditRow>('audit.get', `select ${COLUMNS} where organization_id = $1 and id = $2`, [
      organizationId,
      auditEventId,
    ]);
    if (!row) throw new NotFound('Audit event not found');
    return {
      ...toView(row, this.settings.publicUrl),
      ...(row.requestId !== null && { correlationId: row.requestId }),
      ...(row.address !== null && { address: row.address }),
      schemaVersion: 1,
      payload: row.payload,
    };
  }
}

@QueryHandler(ListAuditEventActions)
export class ListAuditEventActionsHandler implements IQueryHandler<ListAuditEventActions> {
  constructor(private readonly actions: AuditActions) {}

  async execute({ caller, organizationId }: ListAuditEventActions): Promise<AuditEventActionView[]> {
    requireAdministrator(caller, organizationId);
    return Object.entries(this.actions.labels).map(([id, label]) => ({ object: 'audit-event-action', id, label }));
  }
}

function requireAdministrator(caller: Caller, organizationId: string): void {
  const role = caller.roles.get(organizationId);
  if (role === undefined) throw new NotFound('Organization not found');
  if (role !== 'admin') throw new Forbidden('The audit trail is for administrators of the organization');
}

function toView(row: AuditRow, publicUrl: string): AuditEventView {
  return {
    object: 'audit-event',
    id: row.id,
    occurredAt: row.occurredAt.toISOString(),
    action: row.action,
    actor: {
      type: row.actorType ?? (row.actorId === null ? 'system' : 'user'),
      id: row.actorId ?? SYSTEM,
      ...(row.actorLabel !== null && { label: row.actorLabel }),
    },
    source: row.source ?? 'script',
    target: {
      type: row.targetType,
      id: row.targetId,
      ...(row.targetLabel !== null && { label: row.targetLabel }),
    },
    urls: { location: `${publicUrl}/v1/orgs/${row.organizationId}/audit-events/${row.id}` },
  };
}

@QueryHandler(FilesOfAuditTrail)
export class FilesOfAuditTrailHandler implements IQueryHandler<FilesOfAuditTrail> {
  constructor(private readonly exports: AuditExportStore) {}

  execute({ organizationId, hashes }: FilesOfAuditTrail): Promise<string[]> {
    return this.exports.known(organizationId, hashes);
  }
}

@QueryHandler(FilesOfAuditTrails)
export class FilesOfAuditTrailsHandler implements IQueryHandler<FilesOfAuditTrails> {
  constructor(private readonly exports: AuditExportStore) {}

  execute({ files }: FilesOfAuditTrails): Promise<FileOfOrganization[]> {
    return this.exports.knownOfAny(files);
  }
}
