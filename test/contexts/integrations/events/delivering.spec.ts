import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Reactions } from '#kernel/infrastructure/events/reactions';
import { JOB_TABLE } from '#library-internals';
import { publication } from '#testing/test-integration';
import { TestServer, type TestUser } from '#testing/test-server';
import { RecordEvent } from '../../../../src/integrations/events/application/event.commands.js';

/** Logs the number of each event; takes as many milliseconds as the event says, and answers with its status. */
const SCRIPT = `export default { async fetch(request) {
  const event = JSON.parse((await request.formData()).get('event'));
  await new Promise((resolve) => setTimeout(resolve, event.ms ?? 0));
  console.log(event.number);
  return new Response('', { status: event.answer ?? 200 });
} };`;

let names = 0;

describe('the delivery of events', () => {
  let server: TestServer;
  let ada: TestUser & { organization: string };
  let integrationId: string;
  let installationId: string;
  let url: string;

  beforeAll(async () => {
    server = await TestServer.shared();
    ada = await server.administrator();
    url = await server.listen();
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    server.clock.reset();
    const base = `/v1/integrations/delivering-${Date.now()}-${names++}`;
    expect((await ada.api.post(base, publication(ada.organization, { script: SCRIPT }))).status).toBe(200);
    installationId = (await ada.api.post(`${base}/installations`, { organization: ada.organization })).body.id;
    await server.drain();
    const [row] = await server.rows<{ id: string }>(
      'select integration_id as id from integrations.installation where id = $1',
      [installationId],
    );
    integrationId = row!.id;
    await server.runJobs();
    await server.rows('delete from integrations.integration_event where integration_id = $1', [integrationId]);
  });

  /** Records an event about a space. */
  function record(space: string, payload: Record<string, unknown>): Promise<void> {
    return server.dispatcher.run(
      new RecordEvent({
        ...{ organizationId: ada.organization, integrationId, installationId },
        target: { kind: 'space', id: space },
        type: 'space_content_updated',
        payload,
      }),
    );
  }

  /** Lets all be delivered that is due, by as many jobs as it takes. */
  async function deliver(): Promise<void> {
    while ((await server.runJobs()).length > 0);
  }

  interface Row {
    space: string;
    number: number;
    status: string;
    log: string;
  }

  /** The events with what was logged, in the order in which their delivery ended. */
  function ended(): Promise<(Row & Record<string, unknown>)[]> {
    return server.rows(
      `select target_id as space, (payload->>'number')::int as number, status, logs->0->>'message' as log
       from integrations.integration_event where integration_id = $1 order by finished_at, arrived_at`,
      [integrationId],
    );
  }

  async function streams(): Promise<number> {
    const found = await server.rows('select from integrations.event_stream where integration_id = $1', [integrationId]);
    return found.length;
  }

  it('keeps the order of each space, sends each event once, and forgets streams in which nothing waits', async () => {
    for (let number = 0; number < 7; number++)
      await Promise.all(Array.from({ length: 40 }, (_, space) => record(`space ${space}`, { number })));
    await deliver();
    const rows = await ended();
    expect(rows).toHaveLength(280);
    expect(rows.filter(({ status, number, log }) => status !== 'success' || log !== String(number))).toEqual([]);
    for (let space = 0; space < 40; space++) {
      const numbers = rows.filter((row) => row.space === `space ${space}`).map(({ number }) => number);
      expect(numbers).toEqual([0, 1, 2, 3, 4, 5, 6]);
    }
    expect(await streams()).toBe(0);
  });

  it('goes on in a space with many events until none is left', async () => {
    for (let number = 0; number < 23; number++) await record('space', { number });
    await deliver();
    expect((await ended()).map(({ number, status }) => [number, status])).toEqual(
      Array.from({ length: 23 }, (_, number) => [number, 'success']),
    );
    expect(await streams()).toBe(0);
  });

  it('goes on with other spaces while the script takes long for one, also with what comes meanwhile', async () => {
    await record('slow', { number: 1, ms: 3_000 });
    await record('slow', { number: 2 });
    await record('fast', { number: 3 });
    const running = server.runJobs();
    await sleep(700);
    await record('fast', { number: 4 });
    await record('late', { number: 5 });
    await running;
    await running;
    expect((await ended()).map(({ number }) => number)).toEqual([3, expect.any(Number), expect.any(Number), 1, 2]);
    expect(await streams()).toBe(0);
  });

  it('loses nothing that is added to a stream while its last event is delivered', async () => {
    await record('space', { number: 1, ms: 200 });
    const running = server.runJobs();
    await sleep(100);
    await record('space', { number: 2 });
    await running;
    await server.runJobs();
    expect((await ended()).map(({ number, status }) => [number, status])).toEqual([
      [1, 'success'],
      [2, 'success'],
    ]);
    expect(await streams()).toBe(0);
  });

  it('lets what comes after an event that failed wait for it, and nothing else', async () => {
    await record('failing', { number: 1, answer: 503 });
    await record('failing', { number: 2 });
    await record('other', { number: 3 });
    await server.runJobs();
    await record('failing', { number: 4 });
    await server.runJobs();
    expect((await ended()).filter(({ status }) => status === 'success').map(({ number }) => number)).toEqual([3]);
    for (let attempt = 2; attempt <= 8; attempt++) {
      server.clock.advance(200_000);
      await server.runJobs();
    }
    expect((await ended()).map(({ number, status }) => [number, status])).toEqual([
      [3, 'success'],
      [1, 'failed'],
      [2, 'success'],
      [4, 'success'],
    ]);
  });

  it('takes events with much in them a few at a time, and all of them', async () => {
    const text = 'x'.repeat(1_500_000);
    for (let number = 0; number < 8; number++) await record(`space ${number % 4}`, { number, text });
    // On a busy machine an attempt may run out of time, and is made again.
    for (let attempt = 1; attempt <= 3; attempt++) {
      await deliver();
      server.clock.advance(200_000);
    }
    expect((await ended()).map(({ status }) => status)).toEqual(Array(8).fill('success'));
    expect(await streams()).toBe(0);
  });

  it('leaves the rest to another job when its time is over', async () => {
    for (let number = 0; number < 40; number++) await record(`space ${number}`, { number, ms: 400 });
    await server.runJobs();
    const done = (await ended()).filter(({ status }) => status === 'success').length;
    expect(done).toBeGreaterThan(5);
    expect(done).toBeLessThan(40);
    await deliver();
    expect((await ended()).filter(({ status }) => status === 'success')).toHaveLength(40);
  });

  it('is slow where requests are answered as well, unless events have waited for long', async () => {
    /** Milliseconds that 90 events take. */
    const timeOf = async (wait: number): Promise<number> => {
      for (let number = 0; number < 90; number++) await record(`space ${number}`, { number });
      server.clock.advance(wait);
      const asking = setInterval(() => void fetch(`${url}/health/live`).then((answer) => answer.text()), 50);
      await sleep(100);
      const begin = performance.now();
      await deliver();
      clearInterval(asking);
      return performance.now() - begin;
    };
    const slow = await timeOf(0);
    // A dozen at once, the others at 50 a second.
    expect(slow).toBeGreaterThan(1_500);
    expect(await timeOf(301_000)).toBeLessThan(slow);
    expect((await ended()).filter(({ status }) => status === 'success')).toHaveLength(180);
  });

  it('goes on after a minute where processes ended meanwhile', async () => {
    await record('space', { number: 1 });
    await server.rows(`delete from ${JOB_TABLE}`);
    const handler = server.app.get(Reactions).waitingJobs().get('integrations.deliver-events')!;
    await handler.parked?.({ integrationId, minute: 1 });
    await server.runJobs();
    expect((await ended()).map(({ status }) => status)).toEqual(['waiting']);
    server.clock.advance(62_000);
    await server.runJobs();
    expect((await ended()).map(({ status }) => status)).toEqual(['success']);
  });
});
