import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { until } from '#testing/test-kernel';
import { TestServer, type TestUser } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';
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
  const begin = (user = ada): Promise<HistoryOfSpace> => HistoryOfSpace.begin(server, user);
  const edited = (times: number): Promise<HistoryOfSpace> => HistoryOfSpace.edited(server, ada, times);
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
    const [next] = await server.rows<{ hours: number }>(
      `select round(extract(epoch from begins_after - now()) / 3600)::int as hours from content.garbage_collection
       where organization_id = $1`,
      [ada.organization],
    );
    expect(next?.hours).toBe(7 * 24);
    await server.rows('update content.garbage_collection set begins_after = now()');
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
});

const pick = ({ status }: { status: number }): { status: number } => ({ status });
