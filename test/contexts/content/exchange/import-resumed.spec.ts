import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TestServer, type TestUser } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';
import { ImportSteps } from '../../../../src/content/exchange/domain/import/import-steps.js';
import { commitAll, git, put, repository } from './git-fixtures.js';
import { removeScratch } from '../scratch.js';

const PAGES = 300;
const STOPPED = new Error('The process ends');
const DAY_MS = 24 * 3_600_000;

describe('an import from Git that is cut off', () => {
  let server: TestServer;
  let user: TestUser & { organization: string };

  beforeAll(async () => {
    server = await TestServer.start({ env: { QUIRE_GIT_FILE_REMOTES: 'on', QUIRE_OUTBOUND_ALLOW: '127.0.0.0/8' } });
    user = await server.administrator();
  });

  afterAll(async () => {
    await server.stop();
    await removeScratch();
  });

  /** Pages that link to each other, forwards and backwards. */
  const files = (): Record<string, string> =>
    Object.fromEntries(
      Array.from({ length: PAGES }, (_, at) => [
        `page-${at}.md`,
        `# Page ${at}\n\nSee [the last](page-${PAGES - 1 - at}.md) of ${server.clock.now().getTime()}.\n`,
      ]),
    );

  const stepsOf = async ({ id }: TestSpace): Promise<{ ids: string | null; readings: string | null }[]> =>
    server.rows('select ids, readings from content.import_step where space_id = $1 order by id', [id]);

  /** How many documents were stored ahead of a revision, each time that one was. */
  async function documentsRead(): Promise<number> {
    const [row] = await server.rows<{ count: number }>(
      `select coalesce(sum(cardinality(hashes)), 0)::int as count from content.stored_ahead where organization_id = $1`,
      [user.organization],
    );
    return row?.count ?? 0;
  }

  /** Starts an import and aborts it when a few steps are done; returns its job. */
  async function cutOff(space: TestSpace, bare: string): Promise<unknown> {
    await space.api.post(`${space.path}/git/import`, { url: `file://${bare}`, ref: 'main' });
    const [job] = await server.rows<{ payload: unknown }>(
      `delete from graphile_worker._private_jobs where payload->>'spaceId' = $1 returning payload`,
      [space.id],
    );
    const stop = new AbortController();
    const run = server.runJob('content.import-git', job?.payload, stop.signal);
    const ended = run.then(
      () => 'done',
      (error: unknown) => error,
    );
    while ((await stepsOf(space)).length < 4) await sleep(2);
    stop.abort(STOPPED);
    expect(await ended).toBe(STOPPED);
    return job?.payload;
  }

  it('goes on from the files that it had read, and makes one revision', async () => {
    const { bare } = await repository(files());
    const space = await TestSpace.create(user);
    const before = await documentsRead();
    const job = await cutOff(space, bare);
    const read = (await stepsOf(space)).flatMap(({ readings }) => JSON.parse(readings ?? '[]') as { id: string }[]);
    expect(read.length).toBeGreaterThan(20);
    expect(read.length).toBeLessThan(PAGES);
    expect(await space.paths()).toEqual([]);
    await server.runJob('content.import-git', job);
    expect(await space.paths()).toHaveLength(PAGES);
    const ids = (await space.pages()).map(({ id }) => id as string);
    expect(read.filter(({ id }) => !ids.includes(id))).toEqual([]);
    // A document and a text of each page, once.
    expect((await documentsRead()) - before).toBe(2 * PAGES);
    expect(await stepsOf(space)).toEqual([]);
    const { parents } = (await space.api.get(`${space.path}/content`)).body;
    expect(parents).toHaveLength(1);
    const [page] = await space.pages();
    const links = (await space.api.get(`${space.path}/content/page/${page?.id}/links`)).body.items;
    expect(links).toMatchObject([{ status: 'ok' }]);
  });

  it('reads again what has changed in the repository', async () => {
    const { work, bare } = await repository(files());
    const space = await TestSpace.create(user);
    const job = await cutOff(space, bare);
    put(work, { 'page-0.md': '# Another\n\nOther words.\n' });
    commitAll(work, 'Change');
    git(work, 'push', '--quiet', bare, 'main');
    await server.runJob('content.import-git', job);
    const titles = (await space.pages()).map(({ title }) => title as string);
    expect(titles).toHaveLength(PAGES);
    expect(titles).toContain('Another');
    expect(titles).not.toContain('Page 0');
  });

  it('begins anew after six days, when documents without a revision may be collected, and its steps are removed', async () => {
    const { bare } = await repository(files());
    const space = await TestSpace.create(user);
    await cutOff(space, bare);
    const steps = server.app.get<ImportSteps>(ImportSteps as never, { strict: false });
    const place = { organizationId: user.organization, spaceId: space.id };
    const since = (days: number): Date => new Date(server.clock.now().getTime() - days * DAY_MS);
    expect((await steps.load(place, since(6))).readings.size).toBeGreaterThan(0);
    await server.rows('update content.import_step set created_at = $2 where space_id = $1', [space.id, since(7)]);
    expect((await steps.load(place, since(6))).readings.size).toBe(0);
    await server.runJob('content.purge-uploads');
    expect(await stepsOf(space)).toEqual([]);
  });
});
