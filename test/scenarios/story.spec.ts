import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Answer, Json } from '#testing/api-client';
import { TestChangeRequest } from '#testing/test-change-request';
import { until } from '#testing/test-kernel';
import { TestServer, type TestUser } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';
import { idAt, importFiles, PIXEL } from '../contexts/content/exchange/transfer-fixture.js';

const INSTALLING = [
  '# Installing',
  '',
  '## On Linux',
  '',
  'Unpack the archive and run the installer.',
  '',
  '## On macOS',
  '',
  'Open the image and drag the program into its folder.',
  '',
].join('\n');

/** The files in the writer's repository. */
const DOCS: Record<string, string | Buffer> = {
  'SUMMARY.md': '# Contents\n\n* [Welcome](README.md)\n* [Installing](installing.md)\n  * [Updating](updating.md)\n',
  'README.md':
    '# Welcome\n\nBegin with [installing](installing.md#on-linux).\n\n![The logo](.gitbook/assets/logo.png)\n',
  'installing.md': INSTALLING,
  'updating.md': '# Updating\n\nAs [installing](installing.md), once more.\n',
  '.gitbook/assets/logo.png': PIXEL,
};

/** How a company changes the documentation of a program, in order: each step needs those before it. */
describe('the installer is explained anew', () => {
  let server: TestServer;
  let ada: TestUser;
  let organization: string;
  let writer: TestUser;
  let colleague: TestUser;
  let grace: TestUser;
  let alan: TestUser;
  let reader: TestUser;
  let space: TestSpace;
  let installing: string;
  let change: TestChangeRequest;
  let remark: Json;

  beforeAll(async () => {
    server = await TestServer.start({ live: true });
    ada = await server.user('Ada Example');
    organization = (await ada.api.post('/v1/orgs', { title: 'Example Company' })).body.id;
    [writer, colleague, grace, alan, reader] = (await Promise.all(
      (['edit', 'edit', 'review', 'review', 'read'] as const).map((role) => server.member(organization, role)),
    )) as [TestUser, TestUser, TestUser, TestUser, TestUser];
  });

  afterAll(() => server.stop());

  const titlesFound = async (query: string): Promise<string[]> => {
    const { items } = (await reader.api.get(`/v1/orgs/${organization}/search`, { query: { query } })).body;
    return items.flatMap(({ pages }) => pages.map(({ title }) => title));
  };
  const write = (markdown: string) => ({ document: { markdown } });
  const textOf = (markdown: string) => markdown.replace(/^# .*\n+/, '');
  const review = (by: TestUser, status: string, markdown: string): Promise<Answer> =>
    by.api.post(`${change.path}/reviews`, { status, comment: { markdown } });
  const reviews = async (): Promise<(string | boolean | undefined)[][]> => {
    const { items } = (await reader.api.get(`${change.path}/reviews`)).body;
    return items.map((given) => [given.reviewer.id, given['status'] as string, given['outdated'] as boolean]);
  };

  it('a writer imports the docs: their order, their links and their picture come along', async () => {
    space = await TestSpace.create({ api: ada.api, organization }, { title: 'Program', empty: true });
    const report = await importFiles(space.as(writer.api), DOCS);
    expect(report).toMatchObject({ importedResources: 4, unresolved: [] });
    expect(await space.paths()).toEqual(['readme', 'installing', 'installing/updating']);
    installing = await idAt(space, 'installing');
    const welcome = await space.as(reader.api).markdown(await idAt(space, 'readme'));
    expect(welcome).toContain('[installing](installing.md#on-linux)');
    const address = /http:\/\/quire\.test\/files\/[^)\s]+logo\.png/.exec(welcome)?.[0] ?? '';
    expect((await server.anonymous.get(address)).bytes).toEqual(PIXEL);
  });

  it('readers find their way in it a moment later', async () => {
    await until(async () => (await titlesFound('archive')).length > 0, 'the index');
    expect(await titlesFound('unpacking archives')).toEqual(['Installing']);
  });

  it('Ada requires up-to-date reviews by all requested reviewers', async () => {
    const list = [
      { rule: 'require_at_least_one_approved_review' },
      { rule: 'require_all_reviews_approved' },
      { rule: 'require_up_to_date_change_request' },
    ];
    const answer = await ada.api.patch(`/v1/orgs/${organization}`, { mergeRules: { type: 'rules', rules: list } });
    expect(answer.status).toBe(200);
  });

  it('the writer explains the new installer in a change request, which readers do not see yet', async () => {
    change = await TestChangeRequest.create(space.as(writer.api), 'The new installer');
    await change.change(
      {
        operation: 'update_page',
        page: installing,
        ...write(
          textOf(INSTALLING).replace('Unpack the archive and run the installer.', 'Run `setup`, which asks nothing.'),
        ),
      },
      {
        operation: 'insert_page',
        title: 'Removing',
        into: installing,
        ...write('The command `setup --remove` sweeps everything away. See [installing](../installing.md).'),
      },
    );
    expect(await change.paths()).toEqual([...(await space.paths()), 'installing/removing']);
    expect(await space.as(reader.api).markdown(installing)).toContain('Unpack the archive');
    expect((await reader.api.get(`${space.path}/content/path/installing%2Fremoving`)).status).toBe(404);
    expect(await titlesFound('sweeps')).toEqual([]);
    const { changes } = (await reader.api.get(`${change.path}/changes`)).body;
    expect(changes.map(({ type }) => type).sort()).toEqual(['page_created', 'page_edited']);
  });

  it('and requests a review from two colleagues', async () => {
    const users = [grace.id, alan.id];
    const description = { markdown: 'It asks **nothing** now.' };
    const asked = await writer.api.post(`${change.path}/requested-reviewers`, { users, description });
    expect(asked.body.users).toHaveLength(2);
    expect(await change.read()).toMatchObject({ status: 'open', subject: 'The new installer' });
    expect((await ada.api.get(space.path)).body).toMatchObject({ changeRequests: 1, changeRequestsOpen: 1 });
    const { items } = (
      await alan.api.get(`/v1/orgs/${organization}/change-requests`, { query: { requestedReviewer: alan.id } })
    )?.body ?? { items: [] };
    expect(items.map(({ id }) => id)).toEqual([change.id]);
  });

  it('the two disagree', async () => {
    expect((await review(grace, 'approved', 'Short and good.')).status).toBe(201);
    const asked = await review(alan, 'changes-requested', 'Which options are there?');
    remark = asked.body.comment;
    expect(await reviews()).toEqual([
      [grace.id, 'approved', false],
      [alan.id, 'changes-requested', false],
    ]);
    expect((await writer.api.post(`${change.path}/reviews`, { status: 'approved' })).status).toBe(403);
    expect((await change.merge()).status).toBe(412);
    expect(await change.read()).toMatchObject({ status: 'open', comments: 2 });
  });

  it('the writer answers, adds what was missing, and Alan is content', async () => {
    const thread = `${change.path}/comments/${remark.id}`;
    await writer.api.post(`${thread}/replies`, { body: { markdown: 'One: `--quiet`. I add it.' } });
    const markdown = textOf(await change.markdown(installing));
    await change.update(
      installing,
      write(markdown.replace('which asks nothing.', 'which asks nothing, or `setup --quiet`.')),
    );
    await alan.api.put(thread, { addedReactions: ['🎉'], resolved: true });
    const { body } = await reader.api.get(thread);
    expect(body).toMatchObject({ status: 'resolved', replies: 1, reactions: [{ emoji: '🎉', count: 1 }] });
    expect(await change.read()).toMatchObject({ comments: 1 });
  });

  it('meanwhile a colleague mends the same paragraph in the space itself, and another one', async () => {
    const mended = textOf(INSTALLING)
      .replace('Unpack the archive and run the installer.', 'Unpack the archive, then run the installer.')
      .replace('into its folder.', 'into the folder of programs.');
    await space.as(colleague.api).update(installing, write(mended));
    expect(await change.read()).toMatchObject({ outdated: true });
  });

  it('so the change is updated from main: what both mended is chosen by hand, the rest comes by itself', async () => {
    expect((await change.bringUpToDate()).body.result).toBe('conflicts');
    expect(await change.markdown(installing)).toContain('into the folder of programs.');
    expect(await change.markdown(installing)).toContain('Unpack the archive, then run the installer.');
    const [conflict, ...others] = (await writer.api.get(`${change.path}/conflicts`)).body.items;
    expect([conflict?.kind, others]).toEqual(['block', []]);
    await writer.api.post(`${change.path}/conflicts/${conflict?.id}/resolve`, { take: 'changeRequest' });
    const markdown = await change.markdown(installing);
    expect(markdown).toContain('or `setup --quiet`.');
    expect(markdown).toContain('into the folder of programs.');
    expect(markdown).not.toContain('Unpack');
    expect(await change.read()).toMatchObject({ outdated: false });
  });

  it('both are requested again and approve the new content, which was the last condition', async () => {
    expect((await change.merge()).body.error.message).toMatch(/approval/);
    await writer.api.post(`${change.path}/requested-reviewers`, { users: [alan.id, grace.id] });
    expect((await review(grace, 'approved', 'Still good.')).status).toBe(201);
    expect((await review(alan, 'approved', 'Now I know.')).status).toBe(201);
    expect(await reviews()).toEqual([
      [grace.id, 'approved', true],
      [alan.id, 'changes-requested', true],
      [grace.id, 'approved', false],
      [alan.id, 'approved', false],
    ]);
  });

  it('the writer merges it, once and for all', async () => {
    const before = await space.revision();
    const { revision: content } = await change.read();
    const { status, body } = await change.merge();
    expect([status, body.result]).toEqual([200, 'merge']);
    expect((await reader.api.get(`${space.path}/content`)).body).toMatchObject({
      id: body.revision,
      type: 'merge',
      parents: [before, content],
      mergedFrom: { id: change.id, number: 1, subject: 'The new installer', mergedBy: { id: writer.id } },
    });
    expect((await ada.api.get(space.path)).body).toMatchObject({ changeRequests: 1, changeRequestsOpen: 0 });
    expect((await change.send([{ operation: 'delete_page', page: installing }])).status).toBe(409);
    expect((await change.merge()).body).toEqual(body);
  });

  it('and readers find it: the new words lead to the new page, and no longer the old ones to the old', async () => {
    await until(async () => (await titlesFound('sweeps')).length > 0, 'the index');
    expect(await titlesFound('sweep away')).toEqual(['Removing']);
    expect(await titlesFound('unpack')).toEqual([]);
    const [hit] = (await reader.api.get(`${space.path}/search`, { query: { query: 'quiet' } })).body.items;
    expect(hit).toMatchObject({ id: installing, sections: [{ title: 'On Linux' }] });
    const removing = await idAt(space, 'installing/removing');
    expect(await space.as(reader.api).markdown(removing)).toContain('[installing](../installing.md)');
  });

  it('the audit trail has it all long after', async () => {
    const { items } = (await reader.api.get(`${change.path}/contributors`)).body;
    const parts = items.map((part) => [part.user.id, part['actionType'], part.count]);
    expect(parts).toEqual(
      expect.arrayContaining([
        [writer.id, 'edit', 3],
        [writer.id, 'comment', 1],
        [grace.id, 'comment', 2],
        [alan.id, 'comment', 2],
      ]),
    );
    const { changes } = (await reader.api.get(`${space.path}/revisions/${await space.revision()}/changes`)).body;
    expect(changes.map(({ type }) => type).sort()).toEqual(['page_created', 'page_edited']);
  });
});
