import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Json } from '#testing/api-client';
import { TestServer, type TestUser } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';
import { TestBackend } from '../../visitors/visitor-tokens.js';
import { taken, TestSite } from '../../visits/visits.js';

interface Said {
  isError?: boolean;
  content: { type: string; text?: string }[];
}

describe('the tools of a site for assistants', () => {
  let server: TestServer;
  let ada: TestUser & { organization: string };
  let site: TestSite;
  let root: string;
  let url: string;

  beforeAll(async () => {
    server = await TestServer.shared();
    ada = await server.administrator();
    site = await TestSite.publish(server, ada, ['Guide', 'Reference']);
    const [first] = await site.siteSpaces();
    const guide = TestSpace.at(ada.api, (first?.space as Json).id);
    await guide.insert('Walrus care', 'The walrus sings.');
    await server.runJobs();
    root = await site.root();
    url = `${await server.listen()}/s/${site.id}/~/mcp`;
  });

  afterAll(() => server.stop());

  const connected = async (headers: Record<string, string> = {}) => {
    const client = new Client({ name: 'test', version: '1.0.0' });
    await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
    return client;
  };
  const call = async (name: string, args: Record<string, unknown>, headers?: Record<string, string>) => {
    const client = await connected(headers);
    const { isError = false, content } = (await client.callTool({ name, arguments: args })) as Said;
    await client.close();
    return { isError, text: content.map(({ text = '' }) => text).join('') };
  };
  const post = (headers: Record<string, string>, body = '{}') =>
    fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
      body,
    });

  it('are three, and all of them only read', async () => {
    const client = await connected();
    const { tools } = await client.listTools();
    await client.close();
    expect(tools.map(({ name }) => name)).toEqual(['search', 'read_page', 'list_pages']);
    expect(tools.map(({ annotations }) => annotations?.readOnlyHint)).toEqual([true, true, true]);
  });

  it('find, list and read pages', async () => {
    expect((await call('search', { query: 'walrus' })).text).toContain(`[Walrus care](${root}walrus-care`);
    const list = (await call('list_pages', {})).text;
    expect(list).toContain(`- [Walrus care](${root}walrus-care)`);
    expect(list).toContain('Reference home');
    for (const page of ['walrus-care', `${root}walrus-care`, 'walrus-care.md'])
      expect((await call('read_page', { page })).text).toMatch(/^# Walrus care\s+The walrus sings\./);
    const other = /\[Reference home\]\((.+)\)/.exec(list)?.[1];
    expect((await call('read_page', { page: other })).text).toContain('Welcome to Reference.');
  });

  it('say what went wrong', async () => {
    expect(await call('read_page', { page: 'nowhere' })).toEqual({ isError: true, text: 'Page not found' });
    expect((await call('read_page', { page: 'https://example.com/' })).isError).toBe(true);
    expect((await call('search', {})).isError).toBe(true);
  });

  it('take small requests alone, and none from pages of other sites', async () => {
    expect((await post({ origin: 'https://evil.example' })).status).toBe(403);
    expect((await post({}, 'x'.repeat(200_000))).status).toBe(413);
    expect((await fetch(url)).status).toBe(405);
    expect((await fetch(url, { method: 'DELETE' })).status).toBe(405);
  });

  it('answer visitors who signed in alone, where the site is for them', async () => {
    const backend = await TestBackend.of(site);
    await site.patch({ visibility: 'visitor-auth' });
    expect((await post({})).status).toBe(401);
    const headers = { authorization: `Bearer ${await backend.sign()}` };
    expect((await call('list_pages', {}, headers)).text).toContain('Walrus care');
    await site.patch({ visibility: 'public' });
  });

  it('are not there where the site leaves assistants out', async () => {
    await site.patch({ agentsContext: 'excluded' });
    expect((await post({})).status).toBe(404);
    taken(await ada.api.patch(site.path, { agentsContext: 'included' }));
    expect((await call('search', { query: 'walrus' })).isError).toBe(false);
  });

  it('are counted', async () => {
    await new Promise((waited) => setTimeout(waited, 1_500));
    const rows = await server.rows<{ count: number }>(
      `select count(*)::int as count from publishing.insight_event where site_id = $1 and type = 'mcp_request'`,
      [site.id],
    );
    expect(rows[0]?.count).toBeGreaterThan(0);
  });
});
