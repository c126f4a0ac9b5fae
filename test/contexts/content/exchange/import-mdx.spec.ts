import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Json } from '#testing/api-client';
import { TestServer, type TestUser } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';
import { idAt, importFiles, textsIn } from './transfer-fixture.js';

const FILES = {
  'docusaurus.config.js': "module.exports = { presets: [['classic', { docs: { path: 'docs' } }]] };\n",
  'docs/intro.mdx': [
    "import Gallery from '../parts/Gallery';",
    '',
    '# Begin',
    '',
    'Words  of the beginning, see [more](more.mdx) and [all](./more).',
    '',
    '<Gallery of="cats" />',
    '',
  ].join('\n'),
  'docs/more.mdx': '# More\n\nBack to [begin](intro).\n',
};

describe('an import of pages in MDX', () => {
  let server: TestServer;
  let user: TestUser & { organization: string };

  beforeAll(async () => {
    server = await TestServer.shared();
    user = await server.administrator();
  });
  afterAll(() => server.stop());

  it('reads them as Markdown, and reports code and components by file and line', async () => {
    const space = await TestSpace.create(user);
    const { unresolved } = await importFiles(space, FILES);
    expect((await space.pages()).map(({ title }) => title as string).sort()).toEqual(['Begin', 'More']);
    expect((unresolved as Json[]).map(({ code, path, line }) => [code, path, line]).sort()).toEqual([
      ['lost-code', 'docs/intro.mdx', 1],
      ['unknown-element', 'docs/intro.mdx', 7],
    ]);
    const markdown = await space.markdown(await idAt(space, 'intro'));
    expect(markdown).not.toContain('import Gallery');
    expect(markdown.match(/more\.md/g)).toHaveLength(2);
  });

  it('gives their files back as they were, and with code beside an edited word', async () => {
    const space = await TestSpace.create(user);
    await importFiles(space, FILES);
    const exported = async () => textsIn((await space.api.get(`${space.path}/content/export`)).bytes);
    const intro = async () => {
      const files = await exported();
      return files.get('docs/intro.mdx') ?? files.get('intro.mdx');
    };
    expect(await intro()).toBe(FILES['docs/intro.mdx']);
    const page = await idAt(space, 'intro');
    const markdown = await space.markdown(page);
    await space.update(page, { document: { markdown: markdown.replace('beginning', 'start') } });
    expect(await intro()).toBe(FILES['docs/intro.mdx'].replace('beginning', 'start'));
  });
});
