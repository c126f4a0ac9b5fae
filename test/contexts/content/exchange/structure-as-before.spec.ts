import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TestServer, type TestUser } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';
import { removeScratch } from '../scratch.js';
import { SyncedPair } from './synced-pair.js';
import { idAt, importFiles, textsIn } from './transfer-fixture.js';

const SUMMARY = [
  'Contents',
  '========',
  '',
  '<!-- kept by hand -->',
  '- [Home](./README.md)',
  '',
  '### Guides',
  '',
  '-   [The *guide*](docs/guide.md)',
  '    -   [Deeper](docs/deeper.md "Deep")',
  '    -   [A draft](draft.md)',
  '-   [Elsewhere](<https://example.com/a b>)',
  '',
].join('\r\n');

const FILES: Record<string, string> = {
  '.gitbook.yaml': [
    '# Where what is.',
    "root: './book'",
    'structure: { summary: toc.md }',
    'redirects:',
    '  # Since the first edition.',
    '  old/start:   docs/guide.md',
    'plugins: [ours]',
    '',
  ].join('\n'),
  'book/toc.md': SUMMARY,
  'book/.gitbook/vars.yaml': '# Names\nproduct:   Rocket\nedition: "2" # as text\n',
  'book/README.md': '# Home\n',
  'book/docs/guide.md': '# The guide\n',
  'book/docs/deeper.md': '# Deeper\n',
};

describe('the table of contents and the configuration that were imported', () => {
  let server: TestServer;
  let user: TestUser & { organization: string };

  beforeAll(async () => {
    server = await TestServer.shared();
    user = await server.administrator();
  });

  afterAll(async () => {
    await server.stop();
    await removeScratch();
  });

  async function imported(files: Record<string, string> = FILES): Promise<TestSpace> {
    const space = await TestSpace.create(user);
    await importFiles(space, files);
    return space;
  }

  async function exported(space: TestSpace): Promise<Record<string, string>> {
    const { bytes } = await space.api.get(`${space.path}/content/export`);
    return Object.fromEntries(await textsIn(bytes));
  }

  async function change(space: TestSpace, ...changes: object[]): Promise<void> {
    const answer = await space.api.post(`${space.path}/content`, { changes });
    expect([answer.status, answer.body.error]).toEqual([200, undefined]);
  }

  it('are exported byte for byte', async () => {
    expect(await exported(await imported())).toEqual(FILES);
  });

  it('have one more line where a page was added', async () => {
    const space = await imported();
    await change(space, {
      operation: 'insert_page',
      title: 'Last',
      into: await idAt(space, 'guides/guide'),
    });
    const files = await exported(space);
    expect(files['book/toc.md']).toBe(
      SUMMARY.replace('"Deep")\r\n', '"Deep")\r\n    -   [Last](docs/guide/last.md)\r\n'),
    );
    expect(files['.gitbook.yaml']).toBe(FILES['.gitbook.yaml']);
  });

  it('have one line less where a page was deleted', async () => {
    const space = await imported();
    await change(space, { operation: 'delete_page', page: await idAt(space, 'guides/guide/deeper') });
    const files = await exported(space);
    expect(files['book/toc.md']).toBe(SUMMARY.replace('    -   [Deeper](docs/deeper.md "Deep")\r\n', ''));
  });

  it('differ in one title where a page was renamed', async () => {
    const space = await imported();
    await change(space, { operation: 'update_page', page: await idAt(space, 'guides/guide/deeper'), title: 'Below' });
    const files = await exported(space);
    expect(files['book/toc.md']).toBe(SUMMARY.replace('[Deeper]', '[Below]'));
  });

  it('differ in one value where a variable was changed', async () => {
    const space = await imported();
    await change(space, { operation: 'update_variables', variables: { product: 'Comet', edition: '2' } });
    const files = await exported(space);
    expect(files['book/.gitbook/vars.yaml']).toBe(FILES['book/.gitbook/vars.yaml']?.replace('Rocket', 'Comet'));
  });

  it('are not added to a tree whose folders tell the order', async () => {
    const files = {
      'README.md': '# Home\n',
      'a.md': 'No title of its own.\n',
      'b/README.md': '# B\n',
      'b/c.md': '# C\n',
    };
    const space = await imported(files);
    expect(await exported(space)).toEqual(files);
  });

  it('are added where the folders tell the order no longer', async () => {
    const space = await imported({ 'README.md': '# Home\n', 'a.md': '# A\n', 'b.md': '# B\n' });
    await change(space, { operation: 'update_page', page: await idAt(space, 'b'), into: null, at: 0 });
    const files = await exported(space);
    expect(files['SUMMARY.md']).toBe('# Table of contents\n\n* [B](b.md)\n* [Home](README.md)\n* [A](a.md)\n');
  });

  it('list a page without a file as they did', async () => {
    const files = {
      'SUMMARY.md': '# Summary\n\n- [Home](README.md)\n- Reference\n  - [A](a.md)\n',
      'README.md': '# Home\n',
      'a.md': '# A\n',
    };
    const space = await imported(files);
    expect(await exported(space)).toEqual(files);
  });

  it('hold what replaced the navigation of another tool, which is kept beside it', async () => {
    const files = {
      'mkdocs.yml': 'site_name: Ours\nnav:\n  - Home: index.md\n  - Other: other.md\n',
      'docs/index.md': '# Home\n',
      'docs/other.md': '# Other\n',
    };
    const space = await imported(files);
    expect(await exported(space)).toEqual(files);
    await change(space, { operation: 'delete_page', page: await idAt(space, 'other') });
    const changed = await exported(space);
    expect(changed['docs/SUMMARY.md']).toBe('# Table of contents\n\n* [Home](index.md)\n');
    expect(changed['mkdocs.yml']).toBe(files['mkdocs.yml']);
  });

  describe('in a repository', () => {
    let synced: TestServer;

    beforeAll(async () => {
      synced = await TestServer.start({ env: { QUIRE_GIT_FILE_REMOTES: 'on' } });
    });

    afterAll(() => synced.stop());

    it('change in the lines of what changed, commit after commit', async () => {
      const pair = await SyncedPair.of(synced, await synced.administrator(), FILES);
      const page = await idAt(pair.space, 'guides/guide/deeper');
      await pair.space.update(page, { title: 'Below', document: { markdown: 'Once.' } });
      await pair.settle();
      const renamed = SUMMARY.replace('[Deeper]', '[Below]');
      expect(pair.changed()).toEqual(['book/docs/deeper.md', 'book/toc.md']);
      expect(pair.file('book/toc.md')).toBe(renamed.trimEnd());
      await pair.space.change({ operation: 'delete_page', page });
      await pair.settle();
      expect(pair.changed()).toEqual(['book/docs/deeper.md', 'book/toc.md']);
      expect(pair.file('book/toc.md')).toBe(
        renamed.replace('    -   [Below](docs/deeper.md "Deep")\r\n', '').trimEnd(),
      );
      expect(pair.file('.gitbook.yaml')).toBe(FILES['.gitbook.yaml']?.trimEnd());
    });

    it('are left alone where a page of a tree without them is added in the order of the folders', async () => {
      const files = { 'README.md': '# Home\n', 'a.md': '# A\n' };
      const pair = await SyncedPair.of(synced, await synced.administrator(), files);
      await pair.space.insert('B', 'New.');
      await pair.settle();
      expect(pair.changed()).toEqual(['b.md']);
    });
  });
});
