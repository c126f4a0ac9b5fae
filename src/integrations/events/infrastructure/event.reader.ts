import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Caller } from '#kernel/application/caller';
import type { Page } from '#kernel/application/page';
import { NotFound } from '#kernel/domain/errors';
import { normalizeRequest, readCursor, toPage } from '#kernel/infrastructure/database/paginate';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { administersInstallations } from '../../installations/domain/installation.policy.js';
import { Seals } from '../../installations/domain/seals.js';
import { Integrations } from '../../integrations/domain/integrations.js';
import { GetIntegrationEvent, ListIntegrationEvents } from '../application/event.queries.js';
import type {
  IntegrationEventDetailView,
  IntegrationEventPayload,
  IntegrationEventView,
} from '../application/event.view.js';
import type { EventState } from '../domain/delivered-event.js';
import { requireSeenEvents } from '../domain/event.policy.js';
import { EVENT_COLUMNS } from './event-schema.js';

type Row = EventState & {};

const SENT = `select ${EVENT_COLUMNS} from integrations.integration_event e where e.integration_id = $1 and e.attempts > 0`;
/** The events that a caller sees: those of one organization, $2; of several; or of all. */
const OF_ONE = `${SENT} and e.organization_id = $2`;
const OF_ALL = `${SENT} and ($2::text[] is null or e.organization_id = any($2))`;

const BEFORE = 'and ($3::text is null or e.id < $3) order by e.id desc limit $4';

@QueryHandler(ListIntegrationEvents)
export class ListIntegrationEventsHandler implements IQueryHandler<ListIntegrationEvents> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly integrations: Integrations,
    private readonly seals: Seals,
  ) {}

  async execute({ caller, name, page }: ListIntegrationEvents): Promise<Page<IntegrationEventView>> {
    const { integrationId, organizations } = requireSeenEvents(caller, await this.integrations.named(name));
    const request = normalizeRequest(page);
    const [before] = readCursor(request, 1) ?? [null];
    const [only] = organizations?.length === 1 ? organizations : [];
    const values = [integrationId, only ?? organizations ?? null, before, request.limit + 1];
    const rows = await (only === undefined
      ? this.sql.rows<Row>('integration-event.list-of-all', `${OF_ALL} ${BEFORE}`, values)
      : this.sql.rows<Row>('integration-event.list', `${OF_ONE} ${BEFORE}`, values));
    return toPage(
      rows,
      request,
      ({ id }) => [id],
      (row) => toEventView(row, caller, this.seals),
    );
  }
}

@QueryHandler(GetIntegrationEvent)
export class GetIntegrationEventHandler implements IQueryHandler<GetIntegrationEvent> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly integrations: Integrations,
    private readonly seals: Seals,
  ) {}

  async execute({ caller, name, eventId }: GetIntegrationEvent): Promise<IntegrationEventDetailView> {
    const { integrationId, organizations } = requireSeenEvents(caller, await this.integrations.named(name));
    const [only] = organizations?.length === 1 ? organizations : [];
    const values = [integrationId, only ?? organizations ?? null, eventId];
    const row = await (only === undefined
      ? this.sql.row<Row>('integration-event.get-of-all', `${OF_ALL} and e.id = $3`, values)
      : this.sql.row<Row>('integration-event.get', `${OF_ONE} and e.id = $3`, values));
    if (!row) throw new NotFound('Event not found');
    return { event: toEventView(row, caller, this.seals), trace: { logs: row.logs } };
  }
}

function toEventView(row: EventState, caller: Caller, seals: Seals): IntegrationEventView {
  return {
    id: row.id,
    integrationId: row.integrationId,
    ...(row.installationId === null ? {} : { installationId: row.installationId }),
    createdAt: row.createdAt.toISOString(),
    payload: payloadOf(row, administersInstallations(caller, row.organizationId) ? seals : undefined),
    status: row.status === 'success' ? 'success' : 'failed',
  };
}

/** The payload of an event; the configuration before is decrypted only with `seals`. */
export function payloadOf(
  { id, type, installationId, payload, previousSealed, previousPlace }: EventState,
  seals: Seals | undefined,
): IntegrationEventPayload {
  const previous = payload['previous'] as { status: string } | undefined;
  const configuration =
    previousSealed === null || previousPlace === null || !seals
      ? {}
      : { configuration: JSON.parse(seals.open(previousSealed, previousPlace)) as Record<string, unknown> };
  return {
    eventId: id,
    type,
    ...(installationId === null ? {} : { installationId }),
    ...payload,
    ...(previous ? { previous: { ...previous, ...configuration } } : {}),
  };
}
