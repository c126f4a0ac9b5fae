import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { UnitOfWork } from '#kernel/infrastructure/database/unit-of-work';
import { idAt, newId } from '#kernel/domain/id';
import { TestServer, type TestUser } from '#testing/test-server';
import type { TestSpace } from '#testing/test-space';
import { ThinnedHistory } from '../../../../src/content/revisions/infrastructure/history/thinned-history.js';
import { orphansOf } from '../../../scenarios/checker/checks/orphans.js';
import { faultsOf, HistoryOfSpace } from './history-of-space.js';
import { StoredContent } from './stored-content.js';

const DAY = 86_400_000;

describe('thinning the history of spaces beside others', () => {
  let server: TestServer;
  let ada: TestUser & { organization: string };

  beforeAll(async () => {
    server = await TestServer.start({ env: { QUIRE_KEEP_HISTORY_DAYS: '30' } });
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    server.clock.reset();
    ada = await server.administrator();
  });

  const thin = (): Promise<unknown> => server.runJob('content.thin-history');
  const begin = (user = ada): Promise<HistoryOfSpace> => HistoryOfSpace.begin(server, user);
  const edited = (times: number): Promise<HistoryOfSpace> => HistoryOfSpace.edited(server, ada, times);
  const collect = async (): Promise<void> => {
    const content = new StoredContent(server, ada);
    await content.want();
    await content.collect();
    expect(await content.stored()).toEqual(await content.referredTo());
    expect(await orphansOf((sql) => server.rows(sql))).toEqual([]);
  };

  it('thins once where two processes do it at once, in several steps', async () => {
    const history = await edited(4);
    await copyEdits(history, 1_700);
    const before = await history.graph();
    const other = await TestServer.start({
      databaseUrl: server.databaseUrl,
      env: { QUIRE_KEEP_HISTORY_DAYS: '30' },
    });
    try {
      other.clock.advance(40 * DAY);
      await Promise.all([server, other, server, other].map((process) => process.runJob('content.thin-history')));
      // What was left alone as another process had it at the time.
      await thin();
    } finally {
      await other.stop();
    }
    expect(before.size).toBeGreaterThan(1_700);
    expect(await history.graph()).toEqual(new Map([[await history.space.revision(), []]]));
  });

  it('leaves a whole history when it ends between two steps, and goes on from there', async () => {
    const history = await edited(4);
    await copyEdits(history, 1_700);
    const before = await history.graph();
    const [thinned, unitOfWork] = [ThinnedHistory, UnitOfWork].map((type) =>
      server.app.get(type as typeof ThinnedHistory, { strict: false }),
    ) as unknown as [ThinnedHistory, UnitOfWork];
    const space = { organizationId: ada.organization, spaceId: history.space.id };
    const bound = idAt(new Date(server.clock.now().getTime() - 30 * DAY));
    const step = (): Promise<boolean> => unitOfWork.transaction(() => thinned.step(space, bound));
    await expect(
      unitOfWork.transaction(async () => {
        await thinned.step(space, bound);
        throw new Error('ended');
      }),
    ).rejects.toThrow('ended');
    expect(await history.graph()).toEqual(before);
    expect(await step()).toBe(true);
    const between = await history.graph();
    expect(faultsOf(before, between)).toEqual([]);
    expect(before.size - between.size).toBe(499);
    expect((await history.space.pages()).length).toBe(1);
    await thin();
    expect((await history.graph()).size).toBe(1);
    await collect();
  });

  it('leaves a space alone that another process thins', async () => {
    const history = await edited(6);
    const before = await history.graph();
    const other = await TestServer.start({ databaseUrl: server.databaseUrl, env: { QUIRE_KEEP_HISTORY_DAYS: '30' } });
    other.clock.advance(40 * DAY);
    const space = { organizationId: ada.organization, spaceId: history.space.id };
    try {
      await server.app.get(UnitOfWork, { strict: false }).transaction(async () => {
        const bound = idAt(new Date(server.clock.now().getTime() - 30 * DAY));
        await server.app.get(ThinnedHistory, { strict: false }).step(space, bound);
        const job = other.runJob('content.thin-history').then(() => 'left alone');
        expect(await Promise.race([job, sleep(20_000, undefined, { ref: false }).then(() => 'waits')])).toBe(
          'left alone',
        );
        expect(await history.graph()).toEqual(before);
      });
      expect((await history.graph()).size).toBe(1);
    } finally {
      await other.stop();
    }
  });

  it('keeps what a young revision was made from, though another is old', async () => {
    const history = await edited(6);
    const ids = [...(await history.graph()).keys()];
    const young = newId(server.clock.now().getTime());
    await server.rows(
      `insert into content.revision (organization_id, id, space_id, type, generation, variables, author, created_at)
       select organization_id, $2, space_id, 'edits', 9, '{}', 'ada', now() from content.revision where id = $1`,
      [ids[3], young],
    );
    await server.rows(
      `insert into content.revision_parent (organization_id, revision_id, ordinal, parent_id) values ($1, $2, 0, $3)`,
      [ada.organization, young, ids[3]],
    );
    await thin();
    expect(await history.graph()).toEqual(
      new Map([
        [ids[3], []],
        [ids.at(-1), [ids[3]]],
        [young, [ids[3]]],
      ]),
    );
  });

  it('stops between two steps when it is asked to', async () => {
    const history = await edited(4);
    await copyEdits(history, 1_700);
    const stop = new AbortController();
    stop.abort();
    const { ThinHistory } =
      await import('../../../../src/content/revisions/infrastructure/history/thin-history.job.js');
    const job = server.app.get(ThinHistory, { strict: false });
    await expect(job.run(undefined, stop.signal)).rejects.toThrow();
    expect((await history.graph()).size).toBeGreaterThan(1_700);
  });

  it('runs beside people who write, and what they write is whole', async () => {
    const history = await edited(4);
    await copyEdits(history, 1_700);
    const request = await history.request('meanwhile');
    let isOver = false;
    const write = async (on: TestSpace | typeof request): Promise<void> => {
      while (!isOver) await history.edit(history.pages[0] ?? '', 1, on);
    };
    const updates = async (): Promise<void> => {
      while (!isOver) {
        await request.bringUpToDate();
        await sleep(5);
      }
    };
    const writing = Promise.all([write(history.space), write(request), updates()]);
    try {
      for (let i = 0; i < 3; i++) await thin();
    } finally {
      isOver = true;
    }
    await writing;
    const graph = await history.graph();
    expect(graph.size).toBeLessThan(1_000);
    expect(graph.get([...graph.keys()][0] ?? '')).toEqual([]);
    expect((await request.merge()).status).toBe(200);
    await collect();
  }, 180_000);

  it('waits for no writer, and no writer waits for it', async () => {
    const history = await edited(30);
    const writer = new pg.Client({ connectionString: server.databaseUrl });
    await writer.connect();
    try {
      await writer.query('begin');
      const which = [ada.organization, history.space.id];
      const space = 'select from content.space where organization_id = $1 and id = $2 for no key update';
      const head = 'select from content.space_head where organization_id = $1 and space_id = $2 for no key update';
      for (const lock of [space, head]) await writer.query(lock, which);
      await thin();
      expect((await history.graph()).size).toBe(1);
    } finally {
      await writer.query('rollback');
      await writer.end();
    }
  });

  it('leaves a space alone that is being transferred or purged', async () => {
    const history = await edited(6);
    const before = await history.graph();
    const other = new pg.Client({ connectionString: server.databaseUrl });
    await other.connect();
    try {
      await other.query('begin');
      const which = [ada.organization, history.space.id];
      await other.query('select from content.space where organization_id = $1 and id = $2 for update', which);
      const thinning = thin();
      await sleep(300);
      await other.query('delete from content.space where organization_id = $1 and id = $2', which);
      await other.query('commit');
      await thinning;
    } finally {
      await other.end();
    }
    expect(await history.graph()).toEqual(before);
    await server.rows('delete from content.revision_parent where revision_id = any($1)', [[...before.keys()]]);
    const tables = await server.rows<{ name: string }>(
      `select table_name as name from information_schema.columns where table_schema = 'content' and column_name = 'space_id'`,
    );
    for (const { name } of tables)
      await server.rows(`delete from content.${name} where space_id = $1`, [history.space.id]);
  });

  it('touches no copy, nothing of other organizations, and leaves nothing of a space that is purged later', async () => {
    const history = await begin();
    await history.play();
    const content = new StoredContent(server, ada);
    const copy = new HistoryOfSpace(server, await content.duplicate(history.space));
    copy.pages = history.pages;
    const bob = await server.administrator();
    const theirs = await begin(bob);
    await theirs.space.insert('Garden', 'Roses.');
    await theirs.space.insert('Pond', 'Carp.');
    const [ofCopy, ofTheirs] = [await copy.graph(), await theirs.graph()];
    const shown = await copy.contents(ofCopy.keys());
    await thin();
    await collect();
    expect([await copy.graph(), await theirs.graph()]).toEqual([ofCopy, ofTheirs]);
    expect(await copy.contents(ofCopy.keys())).toEqual(shown);
    await content.purge(history.space);
    expect((await history.graph()).size).toBe(0);
    expect(await server.rows('select from content.thinned_history where space_id = $1', [history.space.id])).toEqual(
      [],
    );
    await collect();
    expect(await copy.contents(ofCopy.keys())).toEqual(shown);
  });

  /** Makes the old history longer: edits between the last two, each as if made a millisecond after the one before. */
  async function copyEdits({ space }: HistoryOfSpace, times: number): Promise<void> {
    await server.rows(
      `with head as (
         select r.* from content.space_head h join content.revision r
           on r.organization_id = h.organization_id and r.id = h.revision_id where h.space_id = $1
       ), parent as (
         select p.parent_id as id from head join content.revision_parent p on p.revision_id = head.id
       ), numbered as (
         select n, substr(parent.id, 1, 15) || '~' || lpad(n::text, 4, '0') as id, parent.id as first,
           substr(parent.id, 1, 15) || '~' || lpad((n - 1)::text, 4, '0') as previous
         from parent, generate_series(1, $2::int) n
       ), made as (
         insert into content.revision (organization_id, id, space_id, type, generation, pages_root, files_root,
           contents_root, variables, author, created_at)
         select organization_id, numbered.id, space_id, 'edits', generation, pages_root, files_root, contents_root,
           variables, author, created_at from head, numbered
       ), linked as (
         insert into content.revision_parent (organization_id, revision_id, ordinal, parent_id)
         select organization_id, numbered.id, 0, case n when 1 then first else previous end from head, numbered
       )
       update content.revision_parent p set parent_id = (select max(id) from numbered) from head where p.revision_id = head.id`,
      [space.id, times],
    );
  }
});
