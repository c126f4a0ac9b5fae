import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Json } from '#testing/api-client';
import { TestChangeRequest } from '#testing/test-change-request';
import { TestServer, type TestUser } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';

describe('change request merging', () => {
  let server: TestServer;
  let ada: TestUser & { organization: string };

  const MOST_PAGES = 30;

  beforeAll(async () => {
    server = await TestServer.start({ env: { QUIRE_MAX_PAGES: String(MOST_PAGES) } });
    ada = await server.administrator();
  });

  afterAll(() => server.stop());

  const BODY = 'Alpha one.\n\nBeta two.\n\nGamma three.';

  /** A space with one page of three paragraphs, and a change request of it. */
  async function prepare(): Promise<{ space: TestSpace; request: TestChangeRequest; page: string }> {
    const space = await TestSpace.create(ada);
    const page = await space.insert('Page', BODY);
    return { space, page, request: await TestChangeRequest.create(space) };
  }

  const write = (markdown: string) => ({ document: { markdown } });
  const conflictsOf = async ({ path }: TestChangeRequest, query = {}): Promise<Json[]> =>
    (await ada.api.get(`${path}/conflicts`, { query })).body.items;
  const settle = ({ path }: TestChangeRequest, { id }: Json, choice: object) =>
    ada.api.post(`${path}/conflicts/${id}/resolve`, choice);

  describe('merging a change request that is up to date', () => {
    it('makes its content that of the space, in one revision that names the change request', async () => {
      const { space, request, page } = await prepare();
      const other = await space.insert('Other', 'Words.');
      await request.bringUpToDate();
      const before = await space.revision();
      const created = await request.insert('Below', 'Deep.', { into: page });
      await request.change(
        { operation: 'update_page', page, slug: 'moved', ...write('New.') },
        { operation: 'delete_page', page: other },
      );
      const { revision: content } = await request.read();
      const { status, body } = await request.merge();
      expect([status, body.result]).toEqual([200, 'merge']);
      expect(await space.revision()).toBe(body.revision);
      expect(await space.paths()).toEqual(['moved', 'moved/below']);
      expect(await space.markdown(page)).toContain('New.');
      expect((await ada.api.get(`${space.path}/content/path/moved%2Fbelow`)).body.id).toBe(created);
      const merged = (await ada.api.get(`${space.path}/content`)).body;
      expect(merged).toMatchObject({ type: 'merge', parents: [before, content], mergedFrom: { id: request.id } });
      expect(await request.read()).toMatchObject({
        status: 'merged',
        outdated: false,
        revision: content,
        revisionMerged: body.revision,
        mergedBy: { id: ada.id },
      });
      expect((await request.read()).mergedAt).toBe(merged.createdAt);
      expect(await request.read()).toEqual(merged.mergedFrom);
      expect((await ada.api.get(`${request.path}/content/pages`)).body.pages).toEqual(merged.pages);
    });

    it('updates the paths of pages that it adds below pages it moves', async () => {
      const { space, request, page: top } = await prepare();
      const moving = await space.insert('Moving', 'Words.');
      const still = await space.insert('Still', 'Words.', { into: moving });
      await request.bringUpToDate();
      const created = await request.insert('New', 'Words.', { into: still });
      const below = await request.insert('Below', 'Words.', { into: created });
      await request.update(moving, { into: top });
      await request.merge();
      const paths = await Promise.all([still, created, below].map(async (id) => (await space.page(id)).path));
      const path = 'page/moving/still';
      expect(paths).toEqual([path, `${path}/new`, `${path}/new/below`]);
      expect((await space.paths()).slice(-3)).toEqual(paths);
    });

    it('makes its pages searchable, which they were not before', async () => {
      const { space, request } = await prepare();
      await request.insert('Zanzibar', 'An island.');
      const found = async () => {
        await server.runJobs();
        return (await ada.api.get(`${space.path}/search`, { query: { query: 'zanzibar' } })).body.count;
      };
      expect(await found()).toBe(0);
      await request.merge();
      expect(await found()).toBe(1);
    });

    it('is idempotent and final, and creates a revision even without changes', async () => {
      const { space, request, page } = await prepare();
      const before = await space.revision();
      const { body } = await request.merge();
      expect(body).toEqual({ revision: await space.revision(), result: 'merge' });
      expect(body.revision).not.toBe(before);
      await space.update(page, write('Later.'));
      expect((await request.merge()).body).toEqual(body);
      for (const answer of [
        await request.set({ status: 'open' }),
        await request.bringUpToDate(),
        await request.send([{ operation: 'delete_page', page }]),
      ]) {
        expect(answer.status).toBe(409);
      }
    });

    it('is refused when it is archived, when the space is locked, and without the role edit', async () => {
      const { space, request } = await prepare();
      const reader = await server.member(ada.organization, 'comment');
      expect((await request.as(reader.api).merge()).status).toBe(403);
      await request.set({ status: 'archived' });
      expect([(await request.merge()).status, (await request.bringUpToDate()).status]).toEqual([409, 409]);
      await request.set({ status: 'open' });
      await ada.api.patch(space.path, { editMode: 'locked' });
      expect((await request.merge()).status).toBe(409);
      expect((await request.bringUpToDate()).status).toBe(200);
      await ada.api.patch(space.path, { editMode: 'live' });
      expect((await request.merge()).status).toBe(200);
    });
  });

  describe('the page limit of a space', () => {
    it('holds for merges and updates as for edits', async () => {
      const { space, request, page } = await prepare();
      const insert = (title: string) => ({ operation: 'insert_page', title });
      const fill = (count: number) => Array.from({ length: count }, (_, i) => insert(`Page ${i}`));
      await space.change(...fill(MOST_PAGES - 3));
      await request.change(insert('Theirs'), insert('Theirs, too'));
      expect((await request.bringUpToDate()).status).toBe(200);
      const last = await space.insert('Last');
      const refusal = { error: { code: 400, message: `A space holds at most ${MOST_PAGES} pages`, type: 'invalid' } };
      for (const answer of [await request.merge(), await request.bringUpToDate()])
        expect([answer.status, answer.body]).toEqual([400, refusal]);
      expect(await request.read()).toMatchObject({ status: 'draft', outdated: true });
      await space.insert('Full');
      const other = await TestChangeRequest.create(space);
      await other.update(page, write('Words.'));
      expect((await other.merge()).status).toBe(200);
      await space.change({ operation: 'delete_page', page: last }, { operation: 'delete_page', page });
      expect((await request.merge()).status).toBe(200);
      expect(await space.paths()).toHaveLength(MOST_PAGES);
    });

    it('holds for a change request that is up to date', async () => {
      const { space, request } = await prepare();
      await space.change(
        ...Array.from({ length: MOST_PAGES - 1 }, (_, i) => ({ operation: 'insert_page', title: `Page ${i}` })),
      );
      await request.insert('One more');
      expect([(await request.merge()).status, (await request.bringUpToDate()).status]).toEqual([400, 400]);
      expect(await space.paths()).toHaveLength(MOST_PAGES);
    });
  });

  describe('merge rules', () => {
    const rules = (...list: object[]) => ({ mergeRules: { type: 'rules', rules: list } });

    it('of the space refuse a merge until they hold, with their requirement', async () => {
      const { space, request } = await prepare();
      await request.set({ subject: '' });
      await ada.api.patch(space.path, rules({ rule: 'require_change_request_subject' }));
      const refused = await request.merge();
      expect(refused).toMatchObject({
        status: 412,
        body: { error: { message: 'The change request needs a subject' } },
      });
      expect(await request.read()).toMatchObject({ status: 'draft' });
      await request.set({ subject: 'Now' });
      expect((await request.merge()).status).toBe(200);
    });

    it('of the organization apply where the space inherits them, except to users who may bypass them', async () => {
      const user = await server.administrator();
      const space = await TestSpace.create(user);
      const [first, second] = [await TestChangeRequest.create(space), await TestChangeRequest.create(space)];
      const organization = `/v1/orgs/${user.organization}`;
      const review = { rule: 'require_at_least_one_approved_review' };
      expect((await user.api.patch(organization, rules(review))).status).toBe(200);
      expect((await first.merge()).status).toBe(412);
      await server.rows(
        `insert into content.change_request_review (organization_id, id, change_request_id, revision_id, reviewer_id,
         status, created_at, updated_at) values ($1, 'review', $2, $3, $4, 'approved', now(), now())`,
        [user.organization, first.id, (await first.read())['revision'], user.id],
      );
      expect((await first.merge()).status).toBe(200);
      expect((await second.merge()).status).toBe(412);
      await user.api.patch(organization, rules(review, { rule: 'allow_bypass', users: [user.id] }));
      expect((await second.merge()).status).toBe(200);
    });

    const OUTDATED = [
      { rule: 'require_up_to_date_change_request' },
      { rule: 'custom', expression: '!changeRequest.outdated' },
    ];
    it.each(OUTDATED)('consider it outdated as %j exactly when the change request does', async (rule) => {
      const { space, request } = await prepare();
      const other = await TestChangeRequest.create(space);
      await ada.api.patch(space.path, rules(rule));
      const step = async (): Promise<unknown> => [(await request.read()).outdated, (await request.merge()).status];
      await space.insert('An edit');
      expect(await step()).toEqual([true, 412]);
      await other.bringUpToDate();
      await other.merge();
      await request.bringUpToDate();
      await space.insert('Another');
      expect(await step()).toEqual([true, 412]);
      await request.bringUpToDate();
      expect(await step()).toEqual([false, 200]);
      await space.insert('Later');
      expect(await request.read()).toMatchObject({ status: 'merged', outdated: false });
    });
  });

  describe('a change request whose space has changed', () => {
    it('is brought up to date in a revision with two parents, and merges edits without a conflict', async () => {
      const { space, request, page } = await prepare();
      await request.update(page, write(BODY.replace('Alpha one', 'Alpha uno')));
      const theirs = await space.insert('Theirs');
      await space.update(page, { emoji: '👍', ...write(BODY.replace('Gamma three', 'Gamma tre')) });
      const { revision: ours } = await request.read();
      const main = await space.revision();
      expect(await request.read()).toMatchObject({ outdated: true });
      const { body } = await request.bringUpToDate();
      expect(body.result).toBe('update');
      expect(await request.read()).toMatchObject({
        outdated: false,
        revision: body.revision,
        revisionMergedAncestor: main,
      });
      expect((await ada.api.get(`${request.path}/content`)).body).toMatchObject({
        type: 'update',
        parents: [ours, main],
      });
      expect(await request.markdown(page)).toBe('# Page\n\nAlpha uno.\n\nBeta two.\n\nGamma tre.\n');
      expect((await ada.api.get(`${request.path}/content/page/${theirs}`)).status).toBe(200);
      expect(await space.markdown(page)).toContain('Alpha one.');
      expect((await request.bringUpToDate()).body).toEqual({ revision: body.revision, result: 'update' });
      expect(await conflictsOf(request)).toEqual([]);
    });

    it('merges in one step, also moves and edits of one page', async () => {
      const { space, request, page } = await prepare();
      const shelf = await space.insert('Shelf');
      await space.update(page, { into: shelf });
      await request.update(page, { title: 'Renamed', ...write('Words.') });
      await request.insert('Child', undefined, { into: page });
      const { body } = await request.merge();
      expect(body.result).toBe('merge');
      expect(await space.paths()).toEqual(['shelf', 'shelf/page', 'shelf/page/child']);
      expect(await space.page(page)).toMatchObject({ title: 'Renamed' });
      expect(await space.markdown(page)).toContain('Words.');
      const tree = (await ada.api.get(`${space.path}/revisions/${body.revision}/pages`)).body.pages;
      expect(await space.pages()).toEqual(tree);
    });

    it("keeps the space's version where both changed the same, and lists the other as a conflict", async () => {
      const { space, request, page } = await prepare();
      await request.update(page, { title: 'Ours', ...write(BODY.replace('Beta two', 'Beta deux')) });
      await space.update(page, { title: 'Theirs', ...write(BODY.replace('Beta two', 'Beta zwei')) });
      const { body } = await request.merge();
      expect([body.result, (await request.merge()).body.result]).toEqual(['conflicts', 'conflicts']);
      expect(await space.page(page)).toMatchObject({ title: 'Theirs' });
      expect(await space.markdown(page)).toContain('Beta zwei.');
      const conflicts = await conflictsOf(request);
      expect(conflicts).toHaveLength(2);
      const title = conflicts.find(({ kind }) => kind === 'field') as Json;
      const block = conflicts.find(({ kind }) => kind === 'block') as Json;
      expect(title).toMatchObject({
        object: 'merge-conflict',
        status: 'open',
        field: 'title',
        revision: body.revision,
        subject: { type: 'page', id: page },
        versions: { base: 'Page', main: 'Theirs', changeRequest: 'Ours' },
      });
      expect(JSON.stringify(block.versions)).toMatch(/Beta two.*Beta zwei.*Beta deux/);
      const settled = await settle(request, title, { take: 'changeRequest' });
      expect(settled).toMatchObject({ status: 200, body: { status: 'resolved', resolution: 'changeRequest' } });
      expect(settled.body).toMatchObject({ resolvedBy: { id: ada.id }, revisionResolved: await space.revision() });
      expect(await space.page(page)).toMatchObject({ title: 'Ours' });
      expect((await settle(request, title, { take: 'main' })).status).toBe(409);
      await settle(request, block, { markdown: 'Beta *both*.' });
      expect(await space.markdown(page)).toBe('# Ours\n\nAlpha one.\n\nBeta _both_.\n\nGamma three.\n');
      expect(await conflictsOf(request, { status: 'open' })).toEqual([]);
      expect(await conflictsOf(request, { status: 'resolved', limit: 1 })).toHaveLength(1);
    });

    it('names the block before those of a conflict, and none where they come first', async () => {
      const { space, request, page } = await prepare();
      await request.update(page, write(BODY.replace('Alpha one', 'Alpha un').replace('Gamma three', 'Gamma trois')));
      await space.update(page, write(BODY.replace('Alpha one', 'Alpha eins').replace('Gamma three', 'Gamma drei')));
      expect((await request.bringUpToDate()).body.result).toBe('conflicts');
      const [first, last] = (await conflictsOf(request)) as [Json, Json];
      expect(first).not.toHaveProperty('after');
      expect(last['after']).toEqual(expect.any(String));
      for (const conflict of [first, last]) {
        expect((await settle(request, conflict, { take: 'changeRequest' })).status).toBe(200);
      }
      expect(await request.markdown(page)).toContain('Alpha un.\n\nBeta two.\n\nGamma trois.');
    });

    it('resolves conflicts in the change request until it is merged', async () => {
      const { space, request, page } = await prepare();
      await request.update(page, write(BODY.replace('Beta two', 'Beta deux')));
      await space.update(page, write(BODY.replace('Beta two', 'Beta zwei')));
      expect((await request.bringUpToDate()).body.result).toBe('conflicts');
      expect(await request.markdown(page)).toContain('Beta zwei.');
      const [conflict] = (await conflictsOf(request)) as [Json];
      expect((await settle(request, conflict, { take: 'changeRequest' })).status).toBe(200);
      expect(await request.markdown(page)).toContain('Beta deux.');
      expect(await space.markdown(page)).toContain('Beta zwei.');
      expect((await request.merge()).body.result).toBe('merge');
      expect(await space.markdown(page)).toContain('Beta deux.');
    });

    it('keeps a page that one side deleted and the other edited, until a side is chosen', async () => {
      const { space, request, page } = await prepare();
      const kept = await space.insert('Kept', 'Words.');
      await request.bringUpToDate();
      await request.change({ operation: 'delete_page', page }, { operation: 'update_page', page: kept, emoji: '👍' });
      await space.update(page, write('Edited.'));
      await space.change({ operation: 'delete_page', page: kept });
      expect((await request.merge()).body.result).toBe('conflicts');
      expect((await space.paths()).sort()).toEqual(['kept', 'page']);
      const conflicts = await conflictsOf(request);
      expect(conflicts.map(({ kind }) => kind)).toEqual(['delete-edit', 'delete-edit']);
      const of = (id: string) => conflicts.find(({ subject }) => (subject as Json).id === id) as Json;
      expect((await settle(request, of(page), { take: 'changeRequest' })).status).toBe(200);
      expect((await settle(request, of(kept), { take: 'changeRequest' })).status).toBe(200);
      expect(await space.paths()).toEqual(['kept']);
    });

    it('refuses an invalid choice, or one that does not fit the conflict', async () => {
      const { space, request, page } = await prepare();
      await request.update(page, { title: 'Ours', emoji: '👍' });
      await space.update(page, { title: 'Theirs', emoji: '👎' });
      await request.merge();
      const conflict = (await conflictsOf(request)).find(({ field }) => field === 'title') as Json;
      for (const choice of [
        {},
        { take: 'other' },
        { take: 'main', value: 'x' },
        { markdown: 'x' },
        { value: 1 },
        { value: '' },
        { take: 'proposal' },
      ]) {
        expect([choice, (await settle(request, conflict, choice)).status]).toEqual([choice, 400]);
      }
      const reader = await server.member(ada.organization, 'comment');
      const refused = await reader.api.post(`${request.path}/conflicts/${conflict.id}/resolve`, { take: 'main' });
      expect(refused.status).toBe(403);
      expect((await ada.api.get(`${request.path}/conflicts/none`)).status).toBe(404);
      expect((await ada.api.post(`${request.path}/conflicts/none/resolve`, { take: 'main' })).status).toBe(404);
    });
  });

  describe('concurrently', () => {
    it('ten merges of one change request create one revision', async () => {
      const { space, request } = await prepare();
      await request.insert('New');
      const answers = await Promise.all(Array.from({ length: 10 }, () => request.merge()));
      expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
      expect((await ada.api.get(`${space.path}/content`)).body.id).toBe(answers[0]?.body.revision);
      const { count } = (
        await server.rows<{ count: number }>(
          `select count(*)::int as count from content.revision where space_id = $1 and type = 'merge'`,
          [space.id],
        )
      )[0] ?? { count: 0 };
      expect(count).toBe(1);
    });

    it('edits of the space, edits of change requests and merges all succeed', async () => {
      const { space, page } = await prepare();
      const requests = await Promise.all(Array.from({ length: 6 }, (_, i) => TestChangeRequest.create(space, `${i}`)));
      const outcomes = await Promise.all(
        requests.flatMap((request, i) => [
          request.insert(`Request ${i}`).then(() => request.merge()),
          request.send([{ operation: 'insert_page', title: `More ${i}` }]),
          space.send([{ operation: 'insert_page', title: `Live ${i}` }]),
          request.bringUpToDate(),
        ]),
      );
      expect(outcomes.map(({ status }) => status).filter((status) => ![200, 409].includes(status))).toEqual([]);
      const titles = (await space.pages()).map(({ title }) => title);
      for (let i = 0; i < 6; i++) expect(titles).toEqual(expect.arrayContaining([`Request ${i}`, `Live ${i}`]));
      expect(new Set(titles).size).toBe(titles.length);
      expect(titles).toContain((await space.page(page)).title);
      const tree = (await ada.api.get(`${space.path}/revisions/${await space.revision()}/pages`)).body.pages;
      expect(await space.pages()).toEqual(tree);
    });

    it('twenty edits of one change request all succeed, each based on the one before', async () => {
      const { request } = await prepare();
      await Promise.all(Array.from({ length: 20 }, (_, i) => request.insert(`Page ${i}`)));
      expect(await request.paths()).toHaveLength(21);
    });
  });
});
