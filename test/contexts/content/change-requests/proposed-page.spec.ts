import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Caller } from '#kernel/application/caller';
import { Conflict, Forbidden, Invalid, NotFound } from '#kernel/domain/errors';
import {
  FindAnsweringPages,
  MoveIssuesCluster,
  ProposePage,
  ReadChangeRequestRecord,
  ReplaceProposedPage,
  SeenPages,
  type Proposal,
} from '#content';
import { parseMarkdown } from '#rich-document';
import { TestServer, type TestUser } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';

const textOf = (markdown: string) => parseMarkdown(markdown, { maxBytes: 100_000 });

describe('a page that a change request proposes', () => {
  let server: TestServer;
  let ada: TestUser & { organization: string };
  let caller: Caller;
  let space: TestSpace;

  beforeAll(async () => {
    server = await TestServer.shared();
    ada = await server.administrator();
    caller = await server.caller(ada.id);
    space = await TestSpace.create(ada);
  });

  afterAll(() => server.stop());

  const propose = (cluster = 'cluster', by = caller, to = space.id, parent?: string): Promise<Proposal> =>
    server.dispatcher.run(
      new ProposePage(by, ada.organization, to, 'Explain it', cluster, {
        title: 'How to *reset*',
        document: textOf('Some text'),
        parent,
      }),
    );
  const pageOf = async ({ changeRequestId, pageId }: Proposal) =>
    (await ada.api.get(`${space.path}/change-requests/${changeRequestId}/content/page/${pageId}?format=markdown`)).body;
  const listed = async (cluster: string) => {
    const path = `${space.path}/change-requests?conversationsIssuesCluster=${cluster}`;
    return (await ada.api.get(path)).body.items.map(({ id }: { id: string }) => id);
  };

  it('is the last of a draft that carries the cluster, by the caller', async () => {
    const proposal = await propose('one');
    const { record, location } = await server.dispatcher.ask(
      new ReadChangeRequestRecord(caller, space.id, proposal.changeRequestId),
    );
    const answered = await ada.api.get(location);
    expect(JSON.parse(record.text)).toEqual(answered.body);
    expect(answered.body).toMatchObject({
      status: 'draft',
      subject: 'Explain it',
      conversationsIssuesCluster: 'one',
      revision: proposal.revisionId,
      createdBy: { id: ada.id },
    });
    expect(await pageOf(proposal)).toMatchObject({
      title: 'How to *reset*',
      markdown: expect.stringContaining('Some text'),
    });
    expect(await listed('one')).toEqual([proposal.changeRequestId]);
  });

  it('is put below another page', async () => {
    const parent = await space.insert('Parent');
    const { changeRequestId, pageId } = await propose('below', caller, space.id, parent);
    const tree = (await ada.api.get(`${space.path}/change-requests/${changeRequestId}/content/pages`)).body.pages;
    const [found] = tree.filter(({ id }: { id: string }) => id === parent);
    expect(found?.pages.map(({ id }: { id: string }) => id)).toEqual([pageId]);
  });

  it('needs the role edit, the organization of the space and a parent that is there', async () => {
    const reader = await server.caller((await server.member(ada.organization, 'comment')).id);
    const stranger = await server.administrator();
    const foreign = await TestSpace.create(stranger);
    await expect(propose('x', reader)).rejects.toThrow(Forbidden);
    await expect(propose('x', await server.caller(stranger.id))).rejects.toThrow(NotFound);
    await expect(propose('x', await server.caller(stranger.id), foreign.id)).rejects.toThrow(NotFound);
    await expect(propose('x', caller, 'none')).rejects.toThrow(NotFound);
    const refused = await propose('x', caller, space.id, 'none').catch((error: unknown) => error);
    expect([Invalid, NotFound, Conflict].some((kind) => refused instanceof kind)).toBe(true);
    expect(await listed('x')).toEqual([]);
  });

  describe('whose text is replaced', () => {
    const replace = (proposal: Proposal, organization = ada.organization) =>
      server.dispatcher.run(new ReplaceProposedPage(organization, space.id, proposal, textOf('A better text')));

    it('has the new text, in the name of its author', async () => {
      const proposal = await propose();
      expect(await replace(proposal)).toBe(true);
      const page = await pageOf(proposal);
      expect(page.markdown).toContain('A better text');
      expect(page.title).toBe('How to *reset*');
      const path = `${space.path}/change-requests/${proposal.changeRequestId}/contributors`;
      expect((await ada.api.get(path)).body.items).toMatchObject([{ user: { id: ada.id }, count: 2 }]);
    });

    it('keeps what was edited meanwhile, and what is archived, merged or elsewhere', async () => {
      const edited = await propose();
      const at = `${space.path}/change-requests/${edited.changeRequestId}`;
      await ada.api.post(`${at}/content`, {
        changes: [{ operation: 'update_page', page: edited.pageId, document: { markdown: 'Mine' } }],
      });
      expect(await replace(edited)).toBe(false);
      expect((await pageOf(edited)).markdown).toContain('Mine');

      const archived = await propose();
      await ada.api.patch(`${space.path}/change-requests/${archived.changeRequestId}`, { status: 'archived' });
      expect(await replace(archived)).toBe(false);
      expect(await replace(await propose(), 'another')).toBe(false);
      expect(await replace({ ...archived, changeRequestId: 'none' })).toBe(false);
      const merged = await propose();
      await ada.api.post(`${space.path}/change-requests/${merged.changeRequestId}/merge`);
      expect(await replace(merged)).toBe(false);
    });
  });

  it('follows its cluster into another one, however often that is said', async () => {
    const stranger = await server.administrator();
    const { changeRequestId } = await propose('old');
    const before = await ada.api.get(`${space.path}/change-requests/${changeRequestId}`);
    await server.dispatcher.run(new MoveIssuesCluster(stranger.organization, 'old', 'theirs'));
    expect(await listed('old')).toEqual([changeRequestId]);
    for (let n = 0; n < 2; n++) await server.dispatcher.run(new MoveIssuesCluster(ada.organization, 'old', 'new'));
    expect([await listed('old'), await listed('new')]).toEqual([[], [changeRequestId]]);
    const after = await ada.api.get(`${space.path}/change-requests/${changeRequestId}`, {
      headers: { 'if-none-match': String(before.headers['etag']) },
    });
    expect(after).toMatchObject({ status: 200, body: { conversationsIssuesCluster: 'new' } });
  });
});

describe('pages that answer questions', () => {
  let server: TestServer;
  let ada: TestUser & { organization: string };

  beforeAll(async () => {
    server = await TestServer.shared();
    ada = await server.administrator();
  });

  afterAll(() => server.stop());

  it('are found in all spaces of the organization, and shown to those who may read them', async () => {
    const [open, hidden] = [await TestSpace.create(ada), await TestSpace.create(ada)];
    await ada.api.patch(hidden.path, { defaultLevel: null });
    const theirs = await server.administrator();
    const foreign = await TestSpace.create(theirs);
    const [one, two] = [await open.insert('Restore a backup'), await hidden.insert('Restore a backup in the cellar')];
    await foreign.insert('Restore a backup');
    await server.runJobs();

    const question = new FindAnsweringPages(ada.organization, ['restore a backup', 'How do I restore my backup?'], 5);
    const found = await server.dispatcher.ask(question);
    expect(found.map(({ pageId }) => pageId).sort()).toEqual([one, two].sort());
    expect(found[0]?.fit).toBeGreaterThan(0.9);

    const member = await server.caller((await server.member(ada.organization, 'read')).id);
    const seen = await server.dispatcher.ask(new SeenPages(member, ada.organization, found));
    expect([...seen.values()]).toEqual([
      {
        id: one,
        title: 'Restore a backup',
        path: 'restore-a-backup',
        space: { id: open.id, title: expect.any(String) },
        url: `http://quire.test/s/${open.id}/restore-a-backup`,
      },
    ]);
    const stranger = await server.caller(theirs.id);
    expect((await server.dispatcher.ask(new SeenPages(stranger, ada.organization, found))).size).toBe(0);
  });
});
