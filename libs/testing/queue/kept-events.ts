import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type pg from 'pg';
import type { IntegrationEvent } from '#kernel/domain/integration-event';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { eventJson, Outbox } from '#kernel/infrastructure/events/outbox';

/**
 * Lets the application store its events in the table `public.event` as well: those without reactions leave no other
 * trace.
 */
export async function keepEvents(app: NestFastifyApplication, pool: pg.Pool): Promise<void> {
  await pool.query(
    `create table if not exists public.event (id bigserial primary key, organization_id text, name text, payload jsonb)`,
  );
  const [outbox, sql] = [app.get(Outbox), app.get(SqlQuery)];
  const store = outbox.store.bind(outbox);
  Object.assign(outbox, {
    store: async (events: readonly IntegrationEvent[]): Promise<void> => {
      await store(events);
      if (events.length === 0) return;
      await sql.defer(
        'test.keep-events',
        `insert into public.event (organization_id, name, payload)
         select e->>'organization', e->>'eventName', e from unnest($1::jsonb[]) with ordinality as given (e, at) order by at`,
        [events.map(eventJson)],
      );
    },
  });
}
