import { Injectable } from '@nestjs/common';
import { Jobs } from '#kernel/application/jobs';
import { recordSchema, selectColumns } from '#kernel/infrastructure/database/record-schema';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { INSTALLATIONS, TARGET_INSTALLATIONS } from '../../installations/infrastructure/reading.js';
import { PUBLISHED_INTEGRATIONS } from '../../integrations/infrastructure/reading.js';
import { DeliveredEvent, type EventState } from '../domain/delivered-event.js';
import { DeliveredEvents, type Audience, type Listener } from '../domain/delivered-events.js';
import { DELIVER_EVENTS } from './deliver-events.name.js';

export const eventSchema = recordSchema<EventState>({
  name: 'IntegrationEvent',
  schema: 'integrations',
  tableName: 'integration_event',
  columns: {
    organizationId: { type: 'text', name: 'organization_id', primary: true },
    id: { type: 'text', primary: true },
    integrationId: { type: 'text', name: 'integration_id' },
    installationId: { type: 'text', name: 'installation_id', nullable: true },
    stream: { type: 'text' },
    targetKind: { type: 'text', name: 'target_kind', nullable: true },
    targetId: { type: 'text', name: 'target_id', nullable: true },
    type: { type: 'text' },
    payload: { type: 'jsonb' },
    previousSealed: { type: 'text', name: 'previous_sealed', nullable: true },
    previousPlace: { type: 'text', name: 'previous_place', nullable: true },
    status: { type: 'text' },
    attempts: { type: 'int' },
    depth: { type: 'int' },
    dueAt: { type: 'timestamptz', name: 'due_at' },
    createdAt: { type: 'timestamptz', name: 'created_at' },
    finishedAt: { type: 'timestamptz', name: 'finished_at', nullable: true },
    logs: { type: 'jsonb' },
  },
});

export const EVENT_COLUMNS = selectColumns(eventSchema, 'e');

/** Most events that one statement deletes. */
const MOST_PRUNED = 5_000;

@Injectable()
export class DeliveredEventStore extends DeliveredEvents {
  constructor(
    private readonly sql: SqlQuery,
    private readonly jobs: Jobs,
  ) {
    super();
  }

  listeners({ organizationId, target, scopes }: Audience): Promise<Listener[]> {
    return this.sql.rows<Listener & {}>(
      'integration-event.listeners',
      `select n.integration_id as "integrationId", n.id as "installationId"
       from ${INSTALLATIONS} n join ${PUBLISHED_INTEGRATIONS} i on i.id = n.integration_id
       left join ${TARGET_INSTALLATIONS} t on t.organization_id = n.organization_id and t.installation_id = n.id
         and t.kind = $2 and t.target_id = $3
       where n.organization_id = $1 and n.status = 'active' and i.scopes ?| $4::text[]
         and (t.status = 'active' or t.id is null and 'all' =
           case $2 when 'space' then n.space_selection when 'site' then n.site_selection else 'all' end)
       order by n.id`,
      [organizationId, target?.kind ?? null, target?.id ?? null, scopes],
    );
  }

  installationsOf(
    integrationId: string,
  ): Promise<{ organizationId: string; installationId: string; status: string }[]> {
    return this.sql.rows(
      'integration-event.installations',
      `select n.organization_id as "organizationId", n.id as "installationId", n.status
       from ${INSTALLATIONS} n where n.integration_id = $1 order by n.id`,
      [integrationId],
    );
  }

  async waitingTasks(integrationId: string): Promise<number> {
    const row = await this.sql.row<{ count: number }>(
      'integration-event.waiting-tasks',
      `select count(*)::int as count from integrations.integration_event
       where integration_id = $1 and type = 'task' and status = 'waiting'`,
      [integrationId],
    );
    return row?.count ?? 0;
  }

  async add(events: readonly DeliveredEvent[]): Promise<void> {
    if (events.length === 0) return;
    const states = events.map((event) => event.snapshot());
    await this.sql.defer(
      'integration-event.add',
      `insert into integrations.integration_event (organization_id, id, integration_id, installation_id, stream,
         target_kind, target_id, type, payload, previous_sealed, previous_place, status, attempts, depth, due_at,
         created_at, logs)
       select e->>'organizationId', e->>'id', e->>'integrationId', e->>'installationId', e->>'stream',
         e->>'targetKind', e->>'targetId', e->>'type', e->'payload', e->>'previousSealed', e->>'previousPlace',
         'waiting', 0, (e->>'depth')::int, (e->>'dueAt')::timestamptz, (e->>'createdAt')::timestamptz, '[]'
       from unnest($1::jsonb[]) with ordinality as added (e, at) order by at`,
      [states.map((state) => JSON.stringify(state))],
    );
    for (const { organizationId, stream, dueAt } of states) await this.deliverStream(organizationId, stream, dueAt);
  }

  async first(organizationId: string, stream: string): Promise<DeliveredEvent | undefined> {
    const state = await this.sql.row<EventState & {}>(
      'integration-event.first',
      `select ${EVENT_COLUMNS} from integrations.integration_event e
       where e.organization_id = $1 and e.stream = $2 and e.status = 'waiting' order by e.arrived_at, e.id limit 1`,
      [organizationId, stream],
    );
    return state && DeliveredEvent.from(state);
  }

  async find(integrationId: string, eventId: string): Promise<DeliveredEvent | undefined> {
    const state = await this.sql.row<EventState & {}>(
      'integration-event.find',
      `select ${EVENT_COLUMNS} from integrations.integration_event e
       where e.integration_id = $1 and e.id = $2 and e.attempts > 0 for update`,
      [integrationId, eventId],
    );
    return state && DeliveredEvent.from(state);
  }

  async save(event: DeliveredEvent): Promise<void> {
    const { organizationId, id, status, attempts, dueAt, finishedAt, logs } = event.snapshot();
    await this.sql.defer(
      'integration-event.save',
      `update integrations.integration_event set status = $3, attempts = $4, due_at = $5, finished_at = $6, logs = $7
       where organization_id = $1 and id = $2`,
      [organizationId, id, status, attempts, dueAt, finishedAt, JSON.stringify(logs)],
    );
  }

  /** One job for each stream, and one at a time: the queue has its name. */
  async deliverStream(organizationId: string, stream: string, at: Date): Promise<void> {
    const name = `${DELIVER_EVENTS} ${stream}`;
    await this.jobs.enqueue(DELIVER_EVENTS, { organizationId, stream }, { queue: name, key: name, runAt: at });
  }

  async prune(before: Date): Promise<number> {
    const rows = await this.sql.rows(
      'integration-event.prune',
      `delete from integrations.integration_event e using (
         select organization_id, id from integrations.integration_event where finished_at < $1 limit $2) old
       where e.organization_id = old.organization_id and e.id = old.id returning e.id`,
      [before, MOST_PRUNED],
    );
    return rows.length;
  }
}
