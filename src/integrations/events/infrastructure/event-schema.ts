import { recordSchema, selectColumns } from '#kernel/infrastructure/database/record-schema';
import type { EventState } from '../domain/delivered-event.js';

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
