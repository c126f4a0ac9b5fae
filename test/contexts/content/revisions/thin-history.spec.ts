import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { UnitOfWork } from '#kernel/infrastructure/database/unit-of-work';
import { idAt, newId } from '#kernel/domain/id';
import { until } from '#testing/test-kernel';
import { TestServer, type TestUser } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';
import {
  DUE,
  findUnneeded,
  REMOVE,
} from '../../../../src/content/revisions/infrastructure/history/history-statements.js';
import { ThinnedHistory } from '../../../../src/content/revisions/infrastructure/history/thinned-history.js';
import { orphansOf } from '../../../scenarios/checker/checks/orphans.js';
import { faultsOf, HistoryOfSpace, withoutIds } from './history-of-space.js';
import { StoredContent } from './stored-content.js';

const DAY = 86_400_000;

describe('thinning the history of spaces', () => {
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
  const begin = async (user = ada): Promise<HistoryOfSpace> => new HistoryOfSpace(server, await TestSpace.create(user));
  /** Many edits that nothing needs, 40 days ago. */
  const edited = async (times: number): Promise<HistoryOfSpace> => {
    const history = await begin();
    history.pages = [await history.space.insert('Garden', 'Roses.')];
    await history.edit(history.pages[0] ?? '', times);
    server.clock.advance(40 * DAY);
    return history;
  };
  const collect = async (): Promise<void> => {
    const content = new StoredContent(server, ada);
    await content.want();
    await content.collect();
    expect(await content.stored()).toEqual(await content.referredTo());
    expect(await orphansOf((sql) => server.rows(sql))).toEqual([]);
  };

  it('removes what nothing needs, and changes nothing of what is answered', async () => {
    const history = await begin();
    await history.play();
    await history.edit(history.pages[0] ?? '', 5);
    server.clock.advance(DAY);
    const before = await history.graph();
    const answers = await history.answers();
    await thin();
    const after = await history.graph();
    expect(faultsOf(before, after)).toEqual([]);
    expect(after.size).toBeGreaterThan(10);
    expect(after.size).toBeLessThan(before.size - 15);
    const contents = await history.contents(after.keys());
    await collect();
    expect(await history.answers()).toEqual(answers);
    expect(await history.contents(after.keys())).toEqual(contents);
    expect(Object.values(contents).every((text) => text.startsWith('200 '))).toBe(true);
  });

  it('keeps how the space was at the end of the time, and everything since', async () => {
    const history = await edited(6);
    const old = [...(await history.graph()).keys()];
    await history.edit(history.pages[0] ?? '', 3);
    server.clock.advance(29 * DAY);
    await thin();
    const left = [...(await history.graph()).keys()];
    expect(left.filter((id) => old.includes(id))).toEqual(old.slice(-1));
    expect(left).toHaveLength(4);
    server.clock.advance(2 * DAY);
    await thin();
    expect((await history.graph()).size).toBe(1);
  });

  it('answers 404 for a revision that is gone, as for an unknown one, wherever one is named', async () => {
    const history = await edited(6);
    const { path, api } = history.space;
    const page = history.pages[0] ?? '';
    const gone = [...(await history.graph()).keys()][3] ?? '';
    expect((await api.get(`${path}/revisions/${gone}`)).status).toBe(200);
    await thin();
    await new StoredContent(server, ada).collect();
    for (const id of [gone, 'A00000000000000000gone']) {
      for (const part of ['', '/pages', '/files', '/changes', `/page/${page}`, `/page/${page}/document`, '/links']) {
        expect({ part, ...pick(await api.get(`${path}/revisions/${id}${part}`)) }).toEqual({ part, status: 404 });
      }
      expect((await api.get(`${path}/revisions/${id}/path/garden`)).status).toBe(404);
      const revert = { operation: 'revert_page', page, revision: id };
      expect((await history.space.send([revert])).status).toBe(404);
    }
  });

  it('answers anew what it had answered of a revision whose parents are gone', async () => {
    const history = await edited(3);
    const { path, api } = history.space;
    const head = await history.space.revision();
    const { headers, body } = await api.get(`${path}/revisions/${head}`);
    await history.edit(history.pages[0] ?? '', 1);
    server.clock.advance(40 * DAY);
    const etag = String(headers.etag);
    const conditional = { headers: { 'if-none-match': etag } };
    expect((await api.get(`${path}/revisions/${head}`, conditional)).status).toBe(304);
    await server.rows(
      `insert into content.comment (organization_id, id, version, space_id, author_id, posted_at, document,
      markdown, revision_id, status) values ($1, 'Ahead', 1, $2, $3, now(), '{}', '', $4, 'resolved')`,
      [...[ada.organization, history.space.id, ada.id, head]],
    );
    await thin();
    const answer = await api.get(`${path}/revisions/${head}`, conditional);
    expect({ status: answer.status, parents: answer.body.parents }).toEqual({ status: 200, parents: [] });
    expect(body.parents).toHaveLength(1);
    expect((await api.get(`${path}/revisions/${head}/changes`)).status).toBe(200);
  });

  it('merges as it would have without', async () => {
    const outcomes: string[][] = [];
    for (const isThinned of [true, false]) {
      server.clock.reset();
      const history = await begin();
      await history.play();
      if (isThinned) {
        const before = await history.graph();
        await thin();
        await collect();
        expect((await history.graph()).size).toBeLessThan(before.size - 15);
      }
      const open = history.requests.open;
      const more = await history.request('more');
      await history.edit(history.pages[0] ?? '', 1, more);
      await history.space.update(history.pages[1] ?? '', { document: { markdown: 'Carp, of the space.' } });
      const steps = {
        update: (await open?.bringUpToDate())?.text ?? '',
        merge: (await open?.merge())?.text ?? '',
        second: (await more.merge()).text,
        restored: (await history.requests.archived?.set({ status: 'open' }))?.text ?? '',
        archived: (await history.requests.archived?.merge())?.text ?? '',
      };
      outcomes.push(withoutIds({ ...steps, ...(await history.answers()) }));
    }
    expect(outcomes[0]?.slice(0, 5).every((text) => text.includes('"result"') || text.includes('"status"'))).toBe(true);
    expect(outcomes[0]).toEqual(outcomes[1]);
  });

  it('looks at each revision once', async () => {
    const history = await edited(12);
    await thin();
    const reached = await server.rows('select reached, xmin::text from content.thinned_history where space_id = $1', [
      history.space.id,
    ]);
    expect(reached).toEqual([expect.objectContaining({ reached: await history.space.revision() })]);
    server.clock.advance(10 * DAY);
    await thin();
    expect(
      await server.rows('select reached, xmin::text from content.thinned_history where space_id = $1', [
        history.space.id,
      ]),
    ).toEqual(reached);
  });

  it('does nothing where history is kept for ever', async () => {
    const history = await edited(6);
    const before = await history.graph();
    const other = await TestServer.start({ databaseUrl: server.databaseUrl });
    try {
      other.clock.advance(400 * DAY);
      await other.runJob('content.thin-history');
    } finally {
      await other.stop();
    }
    expect(await history.graph()).toEqual(before);
    expect(await server.rows('select from content.thinned_history where space_id = $1', [history.space.id])).toEqual(
      [],
    );
  });

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
      await writer.query(
        `select from content.space s join content.space_head h on h.space_id = s.id
         where s.id = $1 for no key update of s for no key update of h`,
        [history.space.id],
      );
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
      await other.query('select from content.space where id = $1 for update', [history.space.id]);
      const thinning = thin();
      await sleep(300);
      await other.query('delete from content.space where id = $1', [history.space.id]);
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

  it('leaves no note of which space has a text that is gone', async () => {
    const history = await edited(12);
    const known = (): Promise<object[]> =>
      server.rows('select from content.space_document where space_id = $1', [history.space.id]);
    expect((await known()).length).toBe(13);
    await thin();
    await collect();
    expect((await known()).length).toBe(1);
    await history.space.update(history.pages[0] ?? '', { document: { markdown: 'Roses.' } });
    const { documentId } = await history.space.page(history.pages[0] ?? '');
    expect((await history.space.api.get(`${history.space.path}/documents/${documentId}`)).status).toBe(200);
  });

  it('wants unused content collected at once, and again a week later', async () => {
    const history = await edited(6);
    const content = new StoredContent(server, ada);
    const collected = async (): Promise<boolean> => {
      const before = await content.stored();
      await content.collect();
      return (await content.stored()).length < before.length;
    };
    const further = async (): Promise<void> => {
      await history.edit(history.pages[0] ?? '', 3);
      server.clock.advance(40 * DAY);
      await thin();
    };
    await thin();
    expect(await collected()).toBe(true);
    await further();
    await further();
    expect(await collected()).toBe(false);
    await server.rows(`update content.garbage_collection set begins_after = begins_after - interval '6 days 23 hours'`);
    expect(await collected()).toBe(false);
    await server.rows(`update content.garbage_collection set begins_after = begins_after - interval '1 hour'`);
    expect(await collected()).toBe(true);
    await further();
    const gone = await TestSpace.create(ada);
    await content.purge(gone);
    expect(await collected()).toBe(true);
    await content.purge(gone);
    await content.want();
    await further();
    expect(await collected()).toBe(true);
  });

  it('is heard of by all processes, which keep tags of what they answered', async () => {
    const history = await edited(6);
    const listener = new pg.Client({ connectionString: server.databaseUrl });
    await listener.connect();
    const heard: unknown[] = [];
    listener.on('notification', ({ payload }) => heard.push(payload));
    try {
      await listener.query('listen quire_record_changed');
      await thin();
      await until(async () => {
        await listener.query('select');
        return heard.includes(history.space.id);
      });
    } finally {
      await listener.end();
    }
  });

  it('keeps the map that the search index shows, and reads trees anew whose map is gone', async () => {
    const history = await edited(4);
    const { space } = history;
    await server.runJob('content.index-space', { spaceId: space.id });
    // Another process, which has the tree in memory, and no node that was written here.
    const other = await TestServer.start({ databaseUrl: server.databaseUrl });
    const pages = async (): Promise<unknown> =>
      (await space.as(other.as(ada.token)).pages()).map(({ title }) => title as string);
    expect(await pages()).toEqual(['Garden']);
    const shown = await server.rows<{ root: string }>(
      `select encode(pages_root, 'hex') as root from content.indexed_revision where space_id = $1`,
      [space.id],
    );
    await history.edit(history.pages[0] ?? '', 4);
    server.clock.advance(40 * DAY);
    await thin();
    await new StoredContent(server, ada).collect();
    const root = await server.rows(`select from content.node where encode(hash, 'hex') = $1`, [shown[0]?.root]);
    expect(root).toHaveLength(1);
    await server.rows('update content.indexed_revision set pages_root = null where space_id = $1', [space.id]);
    const content = new StoredContent(server, ada);
    await content.want();
    await content.collect();
    expect(await server.rows(`select from content.node where encode(hash, 'hex') = $1`, [shown[0]?.root])).toEqual([]);
    try {
      expect(await pages()).toEqual(['Garden']);
    } finally {
      await other.stop();
    }
  });

  it('reads one entry of an index of each space, and rows of the space alone', async () => {
    const history = await edited(12);
    await server.rows(
      `insert into content.revision (organization_id, id, space_id, type, generation, variables, author, created_at)
       select $1, 'A' || n, 'another', 'edits', 0, '{}', 'ada', now() from generate_series(1, 5000) n`,
      [ada.organization],
    );
    await server.rows(
      `insert into content.revision_parent (organization_id, revision_id, ordinal, parent_id)
       select $1, 'A' || n, 0, 'A' || n - 1 from generate_series(2, 5000) n`,
      [ada.organization],
    );
    await server.rows('analyze content.revision, content.revision_parent');
    const ids = [...(await history.graph()).keys()];
    const { spaceId, organizationId } = { spaceId: history.space.id, organizationId: ada.organization };
    const find = findUnneeded(server.app.get(ThinnedHistory, { strict: false }).names);
    const planned = [
      await planOf(DUE, [organizationId, [spaceId], idAt(server.clock.now())]),
      await planOf(find, [organizationId, spaceId, idAt(server.clock.now())]),
      await planOf(REMOVE, [organizationId, ids.slice(2, 8)]),
    ];
    for (const { seen, most } of planned) expect({ seen, isFew: most <= 60 }).toEqual({ seen: [], isFew: true });
    expect(planned[0]?.most).toBe(1);
    await server.rows(`delete from content.revision where space_id = 'another'`);
    await server.rows(`delete from content.revision_parent where revision_id ~ '^A[0-9]+$'`);
  });

  it.each([
    ['change_request', {}],
    ['change_request_review', { status: 'approved' }],
    ['change_request_reviewer', {}],
    ['merge_conflict', {}],
    ['comment', { status: 'resolved' }],
    ['git_sync', {}],
    ['print', { state: 'failed' }],
    ['translation', { status: 'completed' }],
  ])('keeps what a row of %s names, by each of its columns', async (table, more) => {
    const { names } = server.app.get(ThinnedHistory, { strict: false });
    for (const { columns, compared = [], space = 'space_id' } of names.filter((each) => each.table === table)) {
      for (const column of columns) {
        const history = await edited(6);
        const ids = [...(await history.graph()).keys()];
        const { id: request } = space === 'change_request_id' ? await history.request('names') : { id: '' };
        const place = request === '' ? history.space.id : request;
        await fill(table, { status: 'archived', ...more, [space]: place, [column]: ids[2] });
        await thin();
        const left = [...(await history.graph()).keys()];
        const before = compared.includes(column) ? [ids[1]] : [];
        expect({ column, left }).toEqual({ column, left: [...before, ids[2], ids.at(-1)] });
        await server.rows(`delete from content.${table} where ${space} = $1`, [place]);
      }
    }
  });

  it('knows every column that names revisions', async () => {
    const history = await begin();
    await history.play();
    await server.drain();
    const columns = await server.rows<{ table: string; column: string; type: string }>(
      `select table_name as table, column_name as column, data_type as type from information_schema.columns
       join information_schema.tables using (table_schema, table_name)
       where table_schema = 'content' and table_type = 'BASE TABLE' and table_name <> all(array['revision', 'revision_parent', 'thinned_history'])
         and (data_type = 'text' or data_type = 'ARRAY' and udt_name = '_text') order by 1, 2`,
    );
    const declared = new Set(
      server.app
        .get(ThinnedHistory, { strict: false })
        .names.flatMap(({ table, columns: named }) => named.map((column) => `${table}.${column}`)),
    );
    // The text of a document and the like may hold anything: only whole values are compared.
    const holds = columns.map(({ table, column, type }) => {
      const value = type === 'ARRAY' ? `any(t.${column})` : `t.${column}`;
      return `select '${table}.${column}' as name where exists (select from content.${table} t
        join content.revision r on r.organization_id = t.organization_id and r.id = ${value})`;
    });
    const found = await server.rows<{ name: string }>(holds.join(' union all '));
    const byName = columns.filter(({ column }) => /revision/.test(column)).map((c) => `${c.table}.${c.column}`);
    const all = new Set([...byName, ...found.map(({ name }) => name), ...declared]);
    expect([...all].filter((name) => !declared.has(name))).toEqual([]);
    expect([...declared].filter((name) => !columns.some((c) => `${c.table}.${c.column}` === name))).toEqual([]);
    expect([...declared].sort()).toEqual([
      'change_request.proposed_alike',
      'change_request.revision_id',
      'change_request.revision_initial',
      'change_request.revision_merged',
      'change_request.revision_merged_ancestor',
      'change_request_review.revision_id',
      'change_request_reviewer.revision_id',
      'comment.revision_id',
      'git_sync.base_id',
      'git_sync.pushing_id',
      'merge_conflict.revision_id',
      'merge_conflict.revision_resolved',
      'print.revision_id',
      'space_head.revision_id',
      'translation.result_revision',
      'translation.run_revision',
      'translation.source_revision',
    ]);
  });

  /** Inserts a row with these values, and any others where there have to be some. */
  async function fill(table: string, given: Record<string, unknown>): Promise<void> {
    const columns = await server.rows<{ name: string; type: string; needed: boolean }>(
      `select attname as name, format_type(atttypid, null) as type, attnotnull and not atthasdef as needed
       from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
      [`content.${table}`],
    );
    const any = { integer: 1, bigint: 1, boolean: false, jsonb: '{}', 'timestamp with time zone': new Date() };
    const values = columns.flatMap(({ name, type, needed }) => {
      if (name === 'organization_id') return [{ name, value: ada.organization }];
      if (name in given) return [{ name, value: type === 'text[]' ? [given[name]] : given[name] }];
      return needed ? [{ name, value: type in any ? any[type as keyof typeof any] : 'another' }] : [];
    });
    await server.rows(
      `insert into content.${table} (${values.map(({ name }) => name).join(', ')})
       values (${values.map((_, i) => `$${i + 1}`).join(', ')})`,
      values.map(({ value }) => value),
    );
  }

  /** Runs a statement as it is planned whatever its values; the tables of history that it reads whole, and rows a scan. */
  async function planOf(text: string, values: readonly unknown[]): Promise<{ seen: string[]; most: number }> {
    const client = new pg.Client({ connectionString: server.databaseUrl });
    await client.connect();
    try {
      await client.query('set plan_cache_mode = force_generic_plan');
      await client.query('begin');
      const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>({
        text: `explain (analyze, format json) ${text}`,
        values: [...values],
      });
      const nodes = below(rows[0]?.['QUERY PLAN'][0].Plan);
      const ofHistory = nodes.filter((node) => /^revision/.test(node['Relation Name'] ?? ''));
      return {
        seen: ofHistory.filter((node) => node['Node Type'] === 'Seq Scan').map((node) => node['Relation Name'] ?? ''),
        most: Math.max(...ofHistory.map((node) => node['Actual Rows'] * node['Actual Loops'])),
      };
    } finally {
      await client.query('rollback');
      await client.end();
    }
  }

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

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  Plans?: PlanNode[];
}

const below = (node: PlanNode | undefined): PlanNode[] => (node ? [node, ...(node.Plans ?? []).flatMap(below)] : []);

const pick = ({ status }: { status: number }): { status: number } => ({ status });
