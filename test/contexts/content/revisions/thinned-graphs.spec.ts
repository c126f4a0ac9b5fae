import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { UnitOfWork } from '#kernel/infrastructure/database/unit-of-work';
import type { TestChangeRequest } from '#testing/test-change-request';
import { TestServer } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';
import { removeRevisions } from '../../../../src/content/revisions/infrastructure/history/remove-revisions.js';
import { orphansOf } from '../../../scenarios/checker/checks/orphans.js';
import { faultsOf, HistoryOfSpace } from './history-of-space.js';
import { StoredContent } from './stored-content.js';

const DAY = 86_400_000;

describe('the ancestors of what is left', () => {
  let server: TestServer;
  let unitOfWork: UnitOfWork;
  let sql: SqlQuery;

  beforeAll(async () => {
    server = await TestServer.start();
    unitOfWork = server.app.get(UnitOfWork, { strict: false });
    sql = server.app.get(SqlQuery, { strict: false });
  });
  afterAll(() => server.stop());

  /** For each revision the earlier ones that it is made from, and whether it is removed. */
  const revision = fc.record({
    parents: fc.uniqueArray(fc.nat(30), { maxLength: 3 }),
    gone: fc.boolean(),
  });
  let count = 0;

  async function remove(drawn: { parents: number[]; gone: boolean }[]): Promise<void> {
    const organization = `organization${++count}`;
    const ids = drawn.map((_, i) => `R${String(i).padStart(3, '0')}`);
    const before = new Map(
      drawn.map(({ parents }, i) => [
        ids[i] ?? '',
        i === 0 ? [] : [...new Set(parents.map((at) => ids[at % i] ?? ''))],
      ]),
    );
    await server.rows(
      `insert into content.revision (organization_id, id, space_id, type, generation, variables, author, created_at)
       select $1, id, 'space', 'edits', 0, '{}', 'ada', now() from unnest($2::text[]) id`,
      [organization, ids],
    );
    const links = [...before].flatMap(([id, parents]) => parents.map((parent, at) => ({ id, at, parent })));
    await server.rows(
      `insert into content.revision_parent (organization_id, revision_id, ordinal, parent_id)
       select $1, id, at, parent from json_to_recordset($2::json) l(id text, at int, parent text)`,
      [organization, JSON.stringify(links)],
    );
    const gone = ids.filter((_, i) => drawn[i]?.gone);
    await unitOfWork.transaction(() => removeRevisions(sql, organization, gone));
    const rows = await server.rows<{ id: string; parents: string[]; at: number[] }>(
      `select r.id, array(select p.parent_id from content.revision_parent p where p.organization_id = $1
           and p.revision_id = r.id order by p.ordinal) as parents,
         array(select p.ordinal from content.revision_parent p where p.organization_id = $1
           and p.revision_id = r.id order by p.ordinal) as at
       from content.revision r where r.organization_id = $1`,
      [organization],
    );
    const after = new Map(rows.map(({ id, parents }) => [id, parents]));
    expect([...after.keys()].sort()).toEqual(ids.filter((id) => !gone.includes(id)));
    expect(faultsOf(before, after)).toEqual([]);
    for (const { at } of rows) expect(at).toEqual(at.map((_, i) => i));
    const untouched = [...before].filter(([id, parents]) => after.has(id) && !parents.some((p) => gone.includes(p)));
    for (const [id, parents] of untouched) expect(after.get(id)).toEqual(parents);
    const left = await server.rows(
      'select from content.revision_parent where organization_id = $1 and revision_id <> all($2::text[])',
      [organization, [...after.keys()]],
    );
    expect(left).toEqual([]);
  }

  it('are what they were, whichever revisions of whichever graph are removed', async () => {
    await fc.assert(fc.asyncProperty(fc.array(revision, { minLength: 2, maxLength: 30 }), remove), { numRuns: 300 });
  }, 300_000);

  it('are found where every revision has two parents and all but the ends are removed', async () => {
    const drawn = Array.from({ length: 400 }, (_, i) => ({
      parents: i < 2 ? [0] : [i - 1, i - 2],
      gone: i > 0 && i < 399,
    }));
    await remove(drawn);
  }, 60_000);
});

describe('thinned histories', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await TestServer.start({ env: { QUIRE_KEEP_HISTORY_DAYS: '10' } });
  });
  afterAll(() => server.stop());

  const KINDS = ['edit', 'edit', 'insert', 'request', 'propose', 'propose', 'update', 'merge', 'archive'] as const;
  const step = fc.record({
    kind: fc.constantFrom(...KINDS, 'comment', 'duplicate', 'wait', 'wait', 'thin', 'thin', 'collect'),
    space: fc.nat(5),
    request: fc.nat(5),
    times: fc.integer({ min: 1, max: 3 }),
  });
  type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

  async function play(steps: Step[]): Promise<void> {
    server.clock.reset();
    const ada = await server.administrator();
    const content = new StoredContent(server, ada);
    const histories = [new HistoryOfSpace(server, await TestSpace.create(ada))];
    for (const { kind, space: drawn, request, times } of steps) {
      const history = histories[drawn % histories.length];
      if (!history) continue;
      const requests = Object.values(history.requests);
      const proposal = requests[request % requests.length];
      if (kind === 'wait') server.clock.advance(times * 5 * DAY);
      else if (kind === 'collect') for (let i = 0; i < times * 2; i++) await content.step();
      else if (kind === 'thin') await thinned(histories);
      else if (kind === 'duplicate') {
        const copy = new HistoryOfSpace(server, await content.duplicate(history.space));
        copy.pages = [...history.pages];
        histories.push(copy);
      } else await change(kind, history, proposal, times);
    }
    server.clock.advance(20 * DAY);
    await thinned(histories);
    await content.collect();
    await content.want();
    await content.collect();
    expect(await content.stored()).toEqual(await content.referredTo());
    expect(await orphansOf((sql) => server.rows(sql))).toEqual([]);
    for (const history of histories) {
      const texts = { ...(await history.answers()), ...(await history.contents((await history.graph()).keys())) };
      const failed = Object.entries(texts).filter(
        ([address, text]) => !/^(200|404) /.test(text) || (!text.startsWith('200') && !/page|comments/.test(address)),
      );
      expect(failed).toEqual([]);
      for (const proposal of Object.values(history.requests)) await proposal.merge();
    }
  }

  async function change(
    kind: Exclude<Step['kind'], 'wait' | 'collect' | 'thin' | 'duplicate'>,
    history: HistoryOfSpace,
    proposal: TestChangeRequest | undefined,
    times: number,
  ): Promise<void> {
    const { space, pages } = history;
    const page = pages[times % pages.length];
    if (kind === 'insert') pages.push(await space.insert(`Page ${pages.length}`, 'Roses.'));
    else if (kind === 'edit' && page !== undefined) await history.edit(page, times);
    else if (kind === 'request') await history.request(`request ${Object.keys(history.requests).length}`);
    else if (kind === 'comment') await space.api.post(`${space.path}/comments`, { body: { markdown: 'Nice.' } });
    else if (proposal === undefined) return;
    else if (kind === 'propose') {
      const markdown = `Proposed ${times}.`;
      await proposal.send([{ operation: 'insert_page', title: 'Proposed', document: { markdown } }]);
    } else if (kind === 'update') await proposal.bringUpToDate();
    else if (kind === 'merge') await proposal.merge();
    else if (kind === 'archive') await proposal.set({ status: 'archived' });
  }

  async function thinned(histories: readonly HistoryOfSpace[]): Promise<void> {
    const before = await Promise.all(histories.map((history) => history.graph()));
    const answers = await Promise.all(histories.map((history) => history.answers()));
    await server.runJob('content.thin-history');
    for (const [at, history] of histories.entries()) {
      expect(faultsOf(before[at] ?? new Map(), await history.graph())).toEqual([]);
      expect(await history.answers()).toEqual(answers[at]);
    }
  }

  it('have whole graphs and content, and change requests that answer as before', async () => {
    await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 50 }), play), { numRuns: 8 });
  }, 600_000);
});
