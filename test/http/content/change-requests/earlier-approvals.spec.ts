import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Json } from '#testing/api-client';
import { TestChangeRequest } from '#testing/test-change-request';
import { TestServer, type TestUser } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';

describe('an approval', () => {
  let server: TestServer;
  let ada: TestUser & { organization: string };
  let grace: TestUser;
  let alan: TestUser;

  beforeAll(async () => {
    server = await TestServer.shared();
    ada = await server.administrator();
    grace = await server.member(ada.organization, 'review');
    alan = await server.member(ada.organization, 'create');
  }, 120_000);

  afterAll(() => server.stop());

  const APPROVED = { type: 'rules', rules: [{ rule: 'require_at_least_one_approved_review' }] };

  async function prepare(mergeRules: object = APPROVED): Promise<TestChangeRequest & { page: string }> {
    const space = await TestSpace.create(ada);
    const page = await space.insert('Guide', 'First.\n\nSecond.');
    await ada.api.patch(space.path, { mergeRules });
    const request = await TestChangeRequest.create(space);
    await request.insert('Proposed', 'Proposed.');
    return Object.assign(request, { page });
  }

  const review = (by: TestUser, request: TestChangeRequest, status = 'approved') =>
    by.api.post(`${request.path}/reviews`, { status });
  const outdated = async (request: TestChangeRequest, query: Record<string, string> = {}) =>
    ((await ada.api.get(`${request.path}/reviews`, { query })).body.items as Json[]).map((each) => each['outdated']);
  const status = async (request: TestChangeRequest) => (await request.merge()).status;

  const EDITS: [string, (request: TestChangeRequest) => Promise<unknown>][] = [
    ['a page is inserted', (request) => request.insert('Smuggled', 'In.')],
    [
      'a page is changed',
      async (request) => request.update((await request.space.pages())[0]?.id ?? '', { title: 'Changed' }),
    ],
    ['a file is uploaded', (request) => request.change(FILE)],
    ['variables are set', (request) => request.change({ operation: 'update_variables', variables: { a: 1 } })],
  ];
  const FILE = {
    operation: 'insert_files',
    files: [{ name: 'a.txt', base64: 'YQ==', contentType: 'text/plain' }],
  };

  it.each(EDITS)('no longer counts after %s', async (_, edit) => {
    const request = await prepare();
    await review(grace, request);
    expect(await outdated(request)).toEqual([false]);
    await edit(request);
    expect(await outdated(request)).toEqual([true]);
    expect([await outdated(request, { outdated: 'false' }), await outdated(request, { outdated: 'true' })]).toEqual([
      [],
      [true],
    ]);
    expect(await status(request)).toBe(412);
    await review(grace, request);
    expect(await status(request)).toBe(200);
  });

  it('still counts where only words about the change request changed', async () => {
    const request = await prepare();
    await review(grace, request);
    await request.set({ subject: 'Another subject' });
    expect([await outdated(request), await status(request)]).toEqual([[false], 200]);
  });

  it('still counts after any number of updates without a conflict', async () => {
    const request = await prepare();
    await review(grace, request);
    for (const title of ['One', 'Two']) {
      await request.space.insert(title);
      expect((await request.bringUpToDate()).body['result']).toBe('update');
    }
    expect([await outdated(request), await status(request)]).toEqual([[false], 200]);
    expect(await outdated(request)).toEqual([false]);
  });

  it('no longer counts after an update with a conflict, nor after a later update', async () => {
    const request = await prepare();
    await request.update(request.page, { document: { markdown: 'Ours.\n\nSecond.' } });
    await review(grace, request);
    await request.space.update(request.page, { document: { markdown: 'Theirs.\n\nSecond.' } });
    expect((await request.bringUpToDate()).body['result']).toBe('conflicts');
    expect([await outdated(request), await status(request)]).toEqual([[true], 412]);
    await request.space.insert('Later');
    await request.bringUpToDate();
    expect([await outdated(request), await status(request)]).toEqual([[true], 412]);
  });

  it('leaves a request for changes in effect, which an edit alone does not resolve', async () => {
    const request = await prepare({ type: 'rules', rules: [{ rule: 'require_all_reviews_approved' }] });
    await review(grace, request, 'changes-requested');
    await request.insert('An answer to it');
    expect([await outdated(request), await status(request)]).toEqual([[false], 412]);
    await review(grace, request);
    expect(await status(request)).toBe(200);
  });

  it.each(['space', 'organization'])('of earlier content counts where the rules of the %s allow it', async (owner) => {
    const rules = { ...APPROVED, earlierApprovals: true };
    const request = await prepare(owner === 'space' ? rules : { type: 'inherit' });
    if (owner === 'organization') await ada.api.patch(`/v1/orgs/${ada.organization}`, { mergeRules: rules });
    await review(grace, request);
    await request.insert('An edit since');
    expect(await status(request)).toBe(200);
    await ada.api.patch(`/v1/orgs/${ada.organization}`, { mergeRules: { type: 'none' } });
  });

  it('is not required from members named by a rule who have left', async () => {
    const users = [grace.id, (await server.member(ada.organization, 'review')).id];
    const request = await prepare({ type: 'rules', rules: [{ rule: 'require_specific_reviewers', users }] });
    await review(grace, request);
    expect(await status(request)).toBe(412);
    await ada.api.delete(`/v1/orgs/${ada.organization}/members/${users[1]}`);
    expect(await status(request)).toBe(200);
  });

  it('submitted during an edit never merges content that was not approved', async () => {
    for (let round = 0; round < 4; round++) {
      const request = await prepare();
      const [, edited, merged] = await Promise.all([
        review(alan, request),
        request.send([{ operation: 'insert_page', title: 'Late' }]),
        request.merge(),
      ]);
      // In either order: the late page is in the space only if the approved revision contained it.
      const late = (await request.space.paths()).includes('late');
      if (merged.status !== 200 || !late) continue;
      const [approval] = (await ada.api.get(`${request.path}/reviews`)).body.items as Json[];
      expect([edited.status, approval?.['revision']]).toEqual([200, (await request.read())['revision']]);
    }
  });
});
