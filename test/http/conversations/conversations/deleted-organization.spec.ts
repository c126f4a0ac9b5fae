import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { onOneServer } from '#testing/one-server';
import { PURGE_ORGANIZATION } from '#kernel/application/organization-deletion';
import { DeleteOrganization } from '#organization';
import { TestServer } from '#testing/test-server';
import { RowsOfOrganizations } from '../../organization/organizations/rows-of-organizations.js';
import { TestSupport, ticket } from '../support.js';
import { ALL_TOPICS } from '../topics.js';

/** The lock that holds an ingestion back. */
const LOCK = 4711;

onOneServer(describe, 'triggers of the test on tables whose rows are on nodes')(
  'conversations of an organization that is deleted',
  () => {
    let server: TestServer;
    let rows: RowsOfOrganizations;
    let support: TestSupport;
    let other: TestSupport;

    beforeAll(async () => {
      server = await TestServer.shared();
      rows = await RowsOfOrganizations.of(server);
      support = await TestSupport.create(server);
      other = await TestSupport.create(server);
      for (const each of [support, other]) {
        await each.ask(...ALL_TOPICS);
        await each.group();
        const { status } = await each.owner.api.patch(`${each.org}/conversations-settings`, { retentionDays: 30 });
        expect(status).toBe(200);
        // What language models answer, and what else this server does not write.
        await rows.fill(each.owner.organization, 'conversations.');
      }
    }, 120_000);

    afterAll(async () => {
      await server.rows('drop trigger if exists held_back on conversations.conversation');
      await server.rows('drop function if exists public.held_back');
      await server.stop();
    });

    const counts = async ({ owner }: TestSupport) =>
      Object.fromEntries(
        Object.entries(await rows.counts(owner.organization)).filter(([table]) => table.startsWith('conversations.')),
      );

    it('go with their issues, clusters, terms, answers of models and settings, also those on their way', async () => {
      const before = await counts(other);
      expect(Object.values(await counts(support))).not.toContain(0);
      expect((await support.clusters()).length).toBeGreaterThan(0);

      await server.rows(`create function public.held_back() returns trigger language plpgsql as
      $body$ begin perform pg_advisory_xact_lock(${LOCK}); return new; end $body$`);
      await server.rows(
        'create trigger held_back before insert on conversations.conversation for each row execute function public.held_back()',
      );
      const holder = await server.pool.connect();
      await holder.query('select pg_advisory_lock($1)', [LOCK]);
      const { organization } = support.owner;
      const late = support.ingest(ticket('late', 'How do I cancel my subscription?'));
      await waiting();
      await server.dispatcher.run(new DeleteOrganization(organization));
      await server.runJob(PURGE_ORGANIZATION, { organizationId: organization, round: 0, turn: 0 });
      expect(Object.values(await counts(support)).filter((count) => count > 0)).toEqual([]);
      await holder.query('select pg_advisory_unlock($1)', [LOCK]);
      holder.release();

      expect((await late).status).toBe(204);
      expect((await counts(support))['conversations.conversation']).toBe(1);
      await support.read();
      expect(await rows.naming(organization)).toEqual(['organization.audit_event']);
      expect(await counts(other)).toEqual(before);
    });

    it('are sent by no caller any more', async () => {
      expect((await support.ingest(ticket('later', 'Hi'))).status).toBe(404);
    });

    async function waiting(): Promise<void> {
      for (let held: unknown[] = []; held.length === 0; await sleep(10))
        held = await server.rows(
          'select 1 from pg_locks where locktype = $$advisory$$ and objid = $1 and not granted',
          [LOCK],
        );
    }
  },
);
