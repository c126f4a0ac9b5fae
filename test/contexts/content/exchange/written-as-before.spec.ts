import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TestServer, type TestUser } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';
import { removeScratch } from '../scratch.js';
import { idAt, importFiles, textsIn } from './transfer-fixture.js';

const GUIDE = [
  '---',
  '# How the page is listed.',
  'title: "Guide"',
  'tags-of-ours: [a,  b]   # not a tag of Quire',
  'description: >-',
  '  A guide of',
  '  two lines.',
  'author: Ada',
  '---',
  '<!-- vale off -->',
  '',
  'Guide',
  '=====',
  '',
  'A paragraph that is',
  'wrapped *by hand*, with __strong__ words.',
  '',
  '<!-- markdownlint-disable MD004 -->',
  '- one',
  '- two',
  '    - deeper',
  '- three',
  '',
  '* * *',
  '',
  '| Name   | Meaning    |',
  '|--------|:----------:|',
  '| `a`    | the first  |',
  '| `b`    | the second |',
  '',
  '1) See [the start](./) and [again](../README.md#home "there").',
  '',
  '<figure><img src="../pixel.png" alt=""></figure>',
  '',
  '~~~js',
  'let a  =  1;',
  '~~~',
  '',
  '[unused]: https://example.com',
].join('\r\n');

const FILES: Record<string, string> = {
  'SUMMARY.md': '# Table of contents\n\n- [Home](README.md)\n- [Guide](docs/guide.md)\n- [Start](docs/README.md)\n',
  'README.md': '\ufeff# Home\n\nWelcome.',
  'docs/guide.md': GUIDE,
  'docs/README.md': '# Start\nNo blank line above, and none below.\n\n\n\nThe end.   \n\n',
};

describe('files that were imported', () => {
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

  async function exported(space: TestSpace): Promise<Map<string, string>> {
    return textsIn((await space.api.get(`${space.path}/content/export`)).bytes);
  }

  async function change(space: TestSpace, changes: object[], path = space.path): Promise<void> {
    const answer = await space.api.post(`${path}/content`, { changes });
    expect([answer.status, answer.body.error]).toEqual([200, undefined]);
  }

  /** Replaces words of a page as a client does: in the Markdown that it was answered. */
  async function replace(space: TestSpace, page: string, from: string, to: string, path = space.path): Promise<void> {
    const markdown = (await space.markdown(page)).replace(/^# .*\n+/, '');
    expect(markdown).toContain(from);
    await change(space, [{ operation: 'update_page', page, document: { markdown: markdown.replace(from, to) } }], path);
  }

  it('are exported byte for byte', async () => {
    const files = await exported(await imported());
    for (const path of ['README.md', 'docs/guide.md', 'docs/README.md'])
      expect([path, files.get(path)]).toEqual([path, FILES[path]]);
  });

  it.each([
    ['a wrapped paragraph', 'by hand', 'by machine'],
    ['an item', 'deeper', 'lower'],
    ['a cell', 'the second', 'the last'],
    ['a block of code', 'let a', 'var a'],
    ['a link', 'again', 'once more'],
  ])('differ in one word where one word of %s was edited', async (_where, from, to) => {
    const space = await imported();
    await replace(space, await idAt(space, 'guide'), from, to);
    expect((await exported(space)).get('docs/guide.md')).toBe(GUIDE.replace(from, to));
  });

  it('keep all but the field of the frontmatter that was changed', async () => {
    const space = await imported();
    const page = await idAt(space, 'guide');
    await change(space, [{ operation: 'update_page', page, description: 'Another one', icon: 'book' }]);
    expect((await exported(space)).get('docs/guide.md')).toBe(
      GUIDE.replace('description: >-\r\n  A guide of\r\n  two lines.', 'description: Another one').replace(
        'author: Ada\r\n',
        'author: Ada\r\nicon: book\r\n',
      ),
    );
  });

  it('name another title where they named the old one', async () => {
    const space = await imported();
    await change(space, [{ operation: 'update_page', page: await idAt(space, 'guide'), title: 'Handbook' }]);
    expect((await exported(space)).get('docs/guide.md')).toBe(
      GUIDE.replace('title: "Guide"', 'title: Handbook').replace('\r\nGuide\r\n', '\r\nHandbook\r\n'),
    );
  });

  it('keep their text through a change request that is merged, and when they are moved', async () => {
    const space = await imported();
    const page = await idAt(space, 'guide');
    const request = await space.api.post(`${space.path}/change-requests`, {});
    const path = `${space.path}/change-requests/${request.body.id as string}`;
    await replace(space, page, 'by hand', 'by machine', path);
    await replace(space, page, 'the second', 'the last');
    expect((await space.api.post(`${path}/merge`)).status).toBe(200);
    expect((await exported(space)).get('docs/guide.md')).toBe(
      GUIDE.replace('by hand', 'by machine').replace('the second', 'the last'),
    );
  });

  it('keep pictures that are missing, beside a word that was edited', async () => {
    const text = '# A\n\nOne   word.\n\n![](gone.png)\n\nSee ![this](gone.png) and   that.\n';
    const space = await imported({ 'README.md': '# Home\n', 'a.md': text });
    await replace(space, await idAt(space, 'a'), 'that', 'those');
    expect((await exported(space)).get('a.md')).toBe(text.replace('that', 'those'));
  });

  it('say where their targets are after these were moved', async () => {
    const space = await imported({
      'SUMMARY.md': '- [Home](README.md)\n- [A](a.md)\n- [B](b.md)\n',
      'README.md': '# Home\n',
      'a.md': '# A\n\nSee   [b](./b.md),\nand *more*.\n',
      'b.md': '# B\n',
    });
    await change(space, [{ operation: 'update_page', page: await idAt(space, 'b'), slug: 'c' }]);
    const files = await exported(space);
    expect(files.get('a.md')).toBe('# A\n\nSee   [b](c.md),\nand *more*.\n');
  });
});
