import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CreateOrganization } from '#organization';
import { Settings } from '#kernel/infrastructure/settings';
import { TestServer, type TestUser } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';
import { OrderPrint } from '../../../../src/content/printing/application/order-print.js';
import { PlanPrint } from '../../../../src/content/printing/application/print.queries.js';

const DAY_MS = 86_400_000;

describe('a print', () => {
  let server: TestServer;
  let ada: TestUser & { organization: string };
  let incoming: string;

  beforeAll(async () => {
    server = await TestServer.start();
    ada = await server.administrator();
    incoming = join(server.app.get(Settings).dataDir, 'incoming');
  });
  afterAll(() => server.stop());

  const ordered = async (title = 'Page', by = ada) => {
    const space = await TestSpace.create(by);
    await space.insert(title, 'Text.');
    const caller = await server.caller(by.id);
    const order = await server.dispatcher.ask(new PlanPrint(caller, { spaceId: space.id }, { only: false }));
    await server.dispatcher.run(new OrderPrint(order));
    return order;
  };
  const run = ({ organizationId, key }: { organizationId: string; key: string }) =>
    server.runJob('content.print', { organizationId, key });
  const stateOf = async ({ key }: { key: string }) =>
    (await server.rows('select state, attempts, error, pages from content.print where key = $1', [key]))[0];
  /** Whatever is printed has no place to go. */
  const blocked = () => {
    rmSync(incoming, { recursive: true, force: true });
    writeFileSync(incoming, '');
    return () => {
      rmSync(incoming);
      mkdirSync(incoming);
    };
  };

  it('that breaks off is made by the next try, and leaves nothing lying about', async () => {
    const order = await ordered();
    const free = blocked();
    await expect(run(order)).rejects.toThrow();
    expect(await stateOf(order)).toMatchObject({ state: 'waiting', attempts: 1 });
    free();
    await run(order);
    expect(await stateOf(order)).toMatchObject({ state: 'done', attempts: 2, pages: 3 });
    expect(readdirSync(incoming)).toEqual([]);
  });

  it('that is taken up a second time after it was made stays as it is', async () => {
    const order = await ordered();
    await run(order);
    const made = await stateOf(order);
    await run(order);
    expect(await stateOf(order)).toEqual(made);
  });

  it('that was cut off while another worker takes it up is one PDF', async () => {
    const order = await ordered();
    await Promise.all([run(order), run(order)]);
    expect(await stateOf(order)).toMatchObject({ state: 'done', pages: 3 });
  });

  it('that breaks off at every try is given up, saying nothing of the inside', async () => {
    const order = await ordered();
    const free = blocked();
    for (let tried = 1; tried < 4; tried++) await expect(run(order)).rejects.toThrow();
    await run(order);
    free();
    expect(await stateOf(order)).toMatchObject({ state: 'failed', error: 'something went wrong on the server' });
  });

  it('of content that is gone meanwhile is given up at once', async () => {
    const order = await ordered();
    await server.rows(`update content.print set revision_id = 'gone' where key = $1`, [order.key]);
    await run(order);
    expect(await stateOf(order)).toMatchObject({ state: 'failed', error: 'the content is no longer there' });
  });

  it('of a space that is purged or transferred meanwhile is given up, and makes no PDF for anyone', async () => {
    const [purged, transferred] = [await ordered(), await ordered()];
    await ada.api.delete(`/v1/spaces/${purged.spaceId}`);
    server.clock.advance(8 * DAY_MS);
    await server.runJob('content.purge-spaces');
    const other = await server.dispatcher.run(new CreateOrganization(ada.id, 'Other'));
    const given = await ada.api.post(`/v1/spaces/${transferred.spaceId}/transfer`, { organization: other });
    expect(given.status).toBe(200);
    for (const order of [purged, transferred]) {
      await run(order);
      expect(await stateOf(order)).toMatchObject({ state: 'failed', error: 'the content is no longer there' });
    }
  });

  it('waits for no more than one of each other organization', async () => {
    await server.rows('delete from content.print');
    await server.rows('delete from graphile_worker._private_jobs');
    const eve = await server.administrator();
    for (const by of [ada, ada, ada, eve, eve]) await ordered('Page', by);
    const jobs = await server.rows<{ by: string; queue: string }>(
      `select p.payload->>'organizationId' as by, j.queue_name as queue
       from graphile_worker.jobs j join graphile_worker._private_jobs p using (id)
       where j.task_identifier = 'content.print' order by j.priority, j.run_at, j.id`,
    );
    expect(new Set(jobs.map(({ queue }) => queue)).size).toBe(1);
    const [a, e] = [ada.organization, eve.organization];
    expect(jobs.map(({ by }) => by)).toEqual([a, e, a, e, a]);
  });

  it('is refused while twenty of its organization wait', async () => {
    await server.rows(`delete from content.print`);
    for (let at = 0; at < 20; at++) await ordered(`Page ${at}`);
    await expect(ordered('One more')).rejects.toThrow('20 PDFs are being made already');
    const [{ count } = { count: 0 }] = await server.rows<{ count: number }>(
      'select count(*)::int as count from content.print',
    );
    expect(count).toBe(20);
  });
});
