import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { onOneServer } from '#testing/one-server';
import type { ApiClient, Json } from '#testing/api-client';
import { TestChangeRequest } from '#testing/test-change-request';
import { TestServer, type TestUser } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';
import { KnownAnchors1790000060030 } from '../../../../src/content/migrations/1790000060030-known-anchors.js';
import { idAt, importFiles } from '../../../contexts/content/exchange/transfer-fixture.js';
import { TestSite } from '../../publishing/visits/visits.js';

const GUIDE = [
  '# Plugins & Modules',
  '## 1. Release 4.3',
  '## What is new? <a href="#news" id="news"></a>',
  '## Fan-Out / Fan-In',
  '{% include ".gitbook/includes/note.md" %}',
].join('\n\nText.\n\n');
const NOTE = '---\ntitle: Note\n---\n\n## Use `log_key`\n\nWords.\n';

describe('links by anchors of other tools', () => {
  let server: TestServer;
  let ada: TestUser & { organization: string };

  beforeAll(async () => {
    server = await TestServer.shared();
    ada = await server.administrator();
  });
  afterAll(() => server.stop());

  const brokenAt = async (api: ApiClient, path: string): Promise<string[]> => {
    const { items } = (await api.get(`${path}/links`, { query: { status: 'broken' } })).body;
    return items.map((item) => String((item as unknown as Target).targetReference?.internalLocation?.anchor));
  };
  interface Target {
    targetReference?: { internalLocation?: { anchor: string } };
  }
  const linksTo = (page: string, anchors: readonly string[]): string =>
    anchors.map((anchor) => `See [it](${page}#${anchor}).`).join('\n\n');
  const hrefsIn = (nodes: readonly Json[]): string[] =>
    nodes.flatMap((node) => {
      const { data, nodes: inner = [] } = node as unknown as { data?: { ref?: Json }; nodes?: Json[] };
      const { anchor } = (data?.ref ?? {}) as unknown as { anchor?: string };
      return anchor === undefined ? hrefsIn(inner) : [anchor];
    });

  const nodesOf = async (space: TestSpace, page: string, query: Record<string, string>): Promise<Json[]> =>
    (await ada.api.get(`${space.path}/content/page/${page}`, { query })).body.document.nodes;

  const RIGHT = [
    '1-release-4-3',
    'release-43',
    'id-1.-release-4.3',
    '1-release-43',
    'news',
    'what-is-new',
    'Fan-Out--Fan-In',
  ];
  const OF_TITLE = ['plugins--modules', 'plugins-and-modules', 'Plugins-Modules'];
  const WRONG = ['release', 'release-44', 'fan-out-fan', 'what-is-new-1', 'modules'];

  const imported = async (): Promise<TestSpace> => {
    const space = await TestSpace.create(ada);
    await importFiles(space, {
      'README.md': `# Home\n\n${linksTo('guide.md', [...RIGHT, ...OF_TITLE, ...WRONG, 'use-log_key', 'use-log'])}\n`,
      'guide.md': `${GUIDE}\n\n${linksTo('', ['1.-release-4.3', '1.-release-4.4'])}\n`,
      '.gitbook/includes/note.md': NOTE,
    });
    return space;
  };

  it('are right where a known rule makes them of a heading, of included content or of the title', async () => {
    const space = await imported();
    expect((await brokenAt(ada.api, space.path)).sort()).toEqual([...WRONG, '1.-release-4.4', 'use-log'].sort());
  });

  it('keep the anchor as it is written, and lead to the heading when a page is read for its readers', async () => {
    const space = await imported();
    const home = await idAt(space, 'readme');
    const own = await idAt(space, 'guide');
    const plain = await space.page(home);
    expect(hrefsIn(plain.document.nodes).slice(0, 4)).toEqual(RIGHT.slice(0, 4));
    const read = async (page: string): Promise<string[]> => hrefsIn(await nodesOf(space, page, { evaluated: 'true' }));
    const release = '1-release-4-3';
    expect(await read(home)).toEqual([
      ...[release, release, release, release, 'news', 'news', 'fan-out-fan-in'],
      ...[...OF_TITLE, ...WRONG, 'use-log_key', 'use-log'],
    ]);
    expect(await read(own)).toEqual([release, '1.-release-4.4']);
    const { markdown } = (
      await ada.api.get(`${space.path}/content/page/${home}`, { query: { format: 'markdown', evaluated: 'true' } })
    ).body;
    expect(markdown).toContain('[it](guide.md#1-release-4-3)');
    expect(await space.markdown(home)).toContain('[it](guide.md#id-1.-release-4.3)');
  });

  it('lead to headings that included content brings to the page itself', async () => {
    const space = await TestSpace.create(ada);
    await importFiles(space, {
      'README.md': '# Home\n\n{% include ".gitbook/includes/note.md" %}\n\nSee [it](#use-log_key).\n',
      '.gitbook/includes/note.md': NOTE,
    });
    const query = { evaluated: 'true', dereferenced: 'reusable-contents' };
    expect(hrefsIn(await nodesOf(space, await idAt(space, 'readme'), query))).toEqual(['use-log-key']);
    expect(await brokenAt(ada.api, space.path)).toEqual([]);
  });

  it('are judged in change requests as in the space', async () => {
    const space = await imported();
    const change = await TestChangeRequest.create(space);
    const guide = await idAt(space, 'guide');
    await change.change({
      operation: 'update_page',
      page: guide,
      title: 'Extensions',
      document: { markdown: '## Release 4.4\n\n## Fan-Out / Fan-In\n' },
    });
    const broken = await brokenAt(ada.api, `${space.path}/change-requests/${change.id}`);
    expect(broken).toEqual(expect.arrayContaining(['release-43', 'what-is-new', 'plugins--modules', 'use-log_key']));
    expect(broken).not.toContain('release-44');
    expect(broken).not.toContain('Fan-Out--Fan-In');
  });

  it('and the anchors that a heading is known by are shown to the visitors of a site', async () => {
    const site = await TestSite.publish(server, ada, ['Docs']);
    const [siteSpace] = await site.siteSpaces();
    const space = TestSpace.at(ada.api, (siteSpace?.['space'] as Json).id);
    const page = await space.insert('Guide', '## Release 4.3\n\nSee [it](#release-43).');
    const visitor = server.as(String((await site.visit()).body['apiToken']));
    const at = `${space.path}/revisions/${await space.revision()}/page/${page}/document`;
    const { nodes } = (await visitor.get(at, { query: { evaluated: 'deterministic-only' } })).body as unknown as {
      nodes: Json[];
    };
    expect(hrefsIn(nodes)).toEqual(['release-4-3']);
    expect(nodes[0]).toMatchObject({
      type: 'heading-1',
      meta: { id: 'release-4-3', anchors: expect.arrayContaining(['release-43', 'release-4.3']) as unknown },
    });
    expect((await ada.api.get(at)).body).toMatchObject({ nodes: [{ meta: { id: 'release-4-3' } }, {}] });
  });

  onOneServer(it, 'a migration of before there was distribution, run once more')(
    'are right in documents of an earlier version as well, once a migration had them listed',
    async () => {
      const space = await imported();
      const before = await brokenAt(ada.api, space.path);
      await server.rows(
        `update content.document set anchors = array(select a from unnest(anchors) a where a not like '% %')
       where organization_id = $1`,
        [ada.organization],
      );
      expect(await brokenAt(ada.api, space.path)).toContain('id-1.-release-4.3');
      const runner = server.app.get(DataSource).createQueryRunner();
      await new KnownAnchors1790000060030().up(runner);
      await runner.release();
      expect(await server.runJobs()).toContain('content.list-anchors');
      expect(await brokenAt(ada.api, space.path)).toEqual(before);
    },
  );
});
