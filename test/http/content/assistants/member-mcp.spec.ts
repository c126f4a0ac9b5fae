import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Json } from '#testing/api-client';
import { TestServer, type TestUser } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';

interface Said {
  isError?: boolean;
  content: { type: string; text?: string }[];
}

const TOOLS = [
  'list_organizations',
  'list_spaces',
  'list_pages',
  'read_page',
  'search',
  'search_space',
  'list_change_requests',
  'read_change_request',
  'propose_changes',
  'comment',
];

describe('the tools for the assistants of members', () => {
  let server: TestServer;
  let ada: TestUser & { organization: string };
  let reader: TestUser;
  let stranger: TestUser & { organization: string };
  let space: TestSpace;
  let guides: string;
  let walrus: string;
  let url: string;

  beforeAll(async () => {
    server = await TestServer.shared();
    ada = await server.administrator('Walrus House');
    reader = await server.member(ada.organization, 'read');
    stranger = await server.administrator('Elsewhere');
    space = await TestSpace.create(ada, { title: 'Handbook', empty: true });
    guides = await space.insert('Guides', 'All guides.');
    walrus = await space.insert('Walrus care', 'The walrus sings.\n\n* [all guides](../guides.md)', { into: guides });
    await server.runJobs();
    url = `${await server.listen()}/mcp`;
  });

  afterAll(() => server.stop());

  const connected = async ({ token }: { token: string }) => {
    const client = new Client({ name: 'test', version: '1.0.0' });
    const requestInit = { headers: { authorization: `Bearer ${token}` } };
    await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
    return client;
  };
  const call = async (user: { token: string }, name: string, args: Record<string, unknown>) => {
    const client = await connected(user);
    const { isError = false, content } = (await client.callTool({ name, arguments: args })) as Said;
    await client.close();
    return { isError, text: content.map(({ text = '' }) => text).join('\n') };
  };
  const toolsOf = async (user: { token: string }) => {
    const client = await connected(user);
    const { tools } = await client.listTools();
    await client.close();
    return tools;
  };
  const post = (headers: Record<string, string>, body: string) =>
    fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        authorization: `Bearer ${ada.token}`,
        ...headers,
      },
      body,
    });
  const propose = (user: { token: string }, more: object) =>
    call(user, 'propose_changes', { space: space.id, subject: 'Feed them', ...more });
  const idIn = (text: string): string => /change request (\w+)/.exec(text)?.[1] ?? '';

  it('are offered to members, and those that write say so', async () => {
    const tools = await toolsOf(ada);
    expect(tools.map(({ name }) => name)).toEqual(TOOLS);
    expect(tools.filter(({ annotations }) => annotations?.readOnlyHint !== true).map(({ name }) => name)).toEqual([
      'propose_changes',
      'comment',
    ]);
  });

  it('lead from organizations to spaces, pages and their Markdown', async () => {
    expect((await call(ada, 'list_organizations', {})).text).toBe(`- Walrus House (organization ${ada.organization})`);
    const spaces = (await call(ada, 'list_spaces', { organization: ada.organization })).text;
    expect(spaces).toMatch(new RegExp(`- \\[Handbook\\]\\(.+\\) \\(space ${space.id}, you may propose changes\\)`));
    expect((await call(ada, 'list_pages', { space: space.id })).text).toBe(
      `- Guides (page ${guides}, path guides)\n  - Walrus care (page ${walrus}, path guides/walrus-care)`,
    );
    for (const page of [walrus, 'guides/walrus-care', '/guides/walrus-care.md']) {
      const { text } = await call(ada, 'read_page', { space: space.id, page });
      expect(text).toContain(`(page ${walrus}, path guides/walrus-care)`);
      expect(text).toContain(await space.markdown(walrus));
    }
    expect((await call(ada, 'read_page', { space: space.id, page: '' })).text).toContain('All guides.');
    expect((await call(ada, 'read_page', { space: space.id, page: walrus, from: 9_999 })).isError).toBe(false);
  });

  it('find pages in one space or in all', async () => {
    const hit = `[Walrus care]`;
    expect((await call(ada, 'search', { query: 'sings', organization: ada.organization })).text).toContain(hit);
    expect((await call(ada, 'search_space', { query: 'sings', space: space.id })).text).toContain(hit);
    expect((await call(ada, 'search_space', { query: 'unheardof', space: space.id })).text).toBe('Nothing was found.');
  });

  it('propose created, edited, renamed, moved and deleted pages in one call', async () => {
    const gone = await space.insert('Old news', 'Nothing.');
    const changes = [
      { action: 'create', title: 'Feeding', markdown: 'Clams, *daily*.', under: 'guides' },
      { action: 'edit', page: walrus, markdown: '# Walrus care\n\nIt hums.', under: '' },
      { action: 'edit', page: 'guides', title: 'Handouts', slug: 'handouts' },
      { action: 'delete', page: 'old-news' },
    ];
    const { text, isError } = await propose(ada, { changes, description: 'They are **hungry**.' });
    expect([isError, text]).toEqual([false, expect.stringMatching(/^Proposed as #\d+ Feed them \(change request /)]);
    const path = `${space.path}/change-requests/${idIn(text)}`;
    const record = (await ada.api.get(path)).body as Json;
    expect([record.status, record.subject]).toEqual(['open', 'Feed them']);
    expect(text).toContain(record.urls.app);
    expect(JSON.stringify(record.description)).toContain('hungry');
    const place = { space: space.id, changeRequest: String(record.number) };
    const pages = (await call(ada, 'list_pages', place)).text;
    expect(pages.replace(/ \w{20}/g, '')).toBe(
      '- Handouts (page, path handouts)\n  - Feeding (page, path handouts/feeding)\n- Walrus care (page, path walrus-care)',
    );
    expect((await call(ada, 'read_page', { ...place, page: 'walrus-care' })).text).toContain('It hums.');
    expect(await space.markdown(walrus)).toContain('The walrus sings.');
    const read = (await call(ada, 'read_change_request', place)).text;
    expect(read).toContain('- page created: Feeding');
    expect(read).toContain(`- page deleted: Old news (page ${gone}, path old-news)`);
    expect(read).toMatch(/- page edited: Handouts .*title: "Guides" to "Handouts"/);
  });

  it('ask for reviews, add to a change request, and comment in it', async () => {
    const boss = await server.member(ada.organization, 'admin');
    const edit = { action: 'edit', page: walrus, markdown: 'It whistles.' };
    const made = await propose(ada, { changes: [edit], reviewers: [boss.id] });
    const place = { space: space.id, changeRequest: idIn(made.text) };
    const asked = await ada.api.get(`${space.path}/change-requests/${place.changeRequest}/requested-reviewers`);
    expect((asked.body.items as Json[]).map((one) => one.user.id)).toEqual([boss.id]);
    await propose(ada, { changeRequest: place.changeRequest, changes: [{ ...edit, markdown: 'It whistles twice.' }] });
    expect((await call(ada, 'read_page', { ...place, page: walrus })).text).toContain('It whistles twice.');
    expect((await call(boss, 'comment', { ...place, markdown: 'Does it?', page: walrus })).text).toMatch(/^Posted/);
    expect((await call(ada, 'read_change_request', place)).text).toContain(': Does it?');
    const open = (await call(ada, 'list_change_requests', { space: space.id, status: 'open' })).text;
    expect(open).toContain(`change request ${place.changeRequest}, open`);
    expect((await call(ada, 'list_change_requests', { space: space.id, status: 'merged' })).text).toBe(
      'There are none.',
    );
  });

  it('leave nothing behind of a proposal that is refused', async () => {
    const before = (await ada.api.get(`${space.path}/change-requests`)).body.count;
    const refused = [
      [{ action: 'edit', page: 'nowhere', markdown: 'x' }],
      [{ action: 'edit', page: walrus }],
      [{ action: 'delete' }],
      [{ action: 'create' }],
      [
        { action: 'edit', page: walrus, markdown: 'x' },
        { action: 'delete', page: '0VbbU7q9Gf4SxBv0MnZc' },
      ],
      [],
    ];
    for (const changes of refused) expect((await propose(ada, { changes })).isError).toBe(true);
    const unknown = await propose(ada, { changes: [{ action: 'delete', page: walrus }], reviewers: [stranger.id] });
    expect(unknown).toEqual({ isError: true, text: `users: ${stranger.id} does not reach the space` });
    expect((await ada.api.get(`${space.path}/change-requests`)).body.count).toBe(before);
  });

  it('let readers read, and refuse what they propose', async () => {
    expect((await call(reader, 'read_page', { space: space.id, page: walrus })).isError).toBe(false);
    const spaces = (await call(reader, 'list_spaces', { organization: ada.organization })).text;
    expect(spaces).toContain(`(space ${space.id})`);
    const refused = await propose(reader, { changes: [{ action: 'delete', page: walrus }] });
    expect([refused.isError, refused.text]).toEqual([true, expect.stringContaining('needs the role edit')]);
  });

  it('know nothing of other organizations', async () => {
    const changes = [{ action: 'create', title: 'Mine' }];
    const place = { space: space.id, changeRequest: '1' };
    expect(await call(stranger, 'list_pages', { space: space.id })).toEqual({ isError: true, text: 'Space not found' });
    for (const [name, args] of [
      ['list_spaces', { organization: ada.organization }],
      ['read_page', { space: space.id, page: walrus }],
      ['search_space', { space: space.id, query: 'sings' }],
      ['search', { organization: ada.organization, query: 'sings' }],
      ['list_change_requests', { space: space.id }],
      ['read_change_request', place],
      ['propose_changes', { space: space.id, subject: 'Mine', changes }],
      ['comment', { ...place, markdown: 'Hello' }],
    ] as const)
      expect([name, await call(stranger, name, args)]).toEqual([
        name,
        { isError: true, text: expect.stringContaining('not found') },
      ]);
    expect((await call(stranger, 'list_organizations', {})).text).not.toContain('Walrus House');
  });

  it('are those that the scopes of a token allow', async () => {
    const wanted = { label: 'Assistant', scopes: ['space:read'] };
    const { token } = (await ada.api.post('/v1/user/tokens', wanted)).body as Json;
    const names = (await toolsOf({ token })).map(({ name }) => name);
    expect(names).toEqual(TOOLS.filter((name) => !/organi|propose|^comment|^search$/.test(name)));
    await expect(call({ token }, 'propose_changes', { space: space.id, changes: [] })).rejects.toThrow(/not found/);
  });

  it('are for users with a token alone', async () => {
    for (const authorization of ['', 'Bearer unknown', 'Basic YWRhOmFkYQ==']) {
      const answer = await post({ authorization }, '{}');
      expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    }
  });

  it('take one message in a request, from programs or pages of this server', async () => {
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
    expect((await post({}, JSON.stringify(message))).status).toBe(200);
    expect((await post({}, JSON.stringify([message, message]))).status).toBe(400);
    expect((await post({ 'mcp-protocol-version': '1999-01-01' }, JSON.stringify(message))).status).toBe(400);
    expect((await post({ accept: 'text/html' }, JSON.stringify(message))).status).toBe(406);
    expect((await post({ 'content-type': 'text/plain' }, JSON.stringify(message))).status).toBe(415);
    for (const origin of ['https://evil.example', new URL(url).origin.replace('127.0.0.1', 'rebound.example'), 'null'])
      expect((await post({ origin }, JSON.stringify(message))).status).toBe(403);
    for (const method of ['GET', 'DELETE', 'PUT']) {
      const answer = await fetch(url, { method });
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'OPTIONS, POST']);
    }
  });

  it('are bounded, and refuse what is no text', async () => {
    expect((await post({}, 'x'.repeat(2_000_001))).status).toBe(413);
    expect((await post({}, '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"a":"\\u0000"}}')).status).toBe(
      400,
    );
    expect((await post({}, `${'['.repeat(5_000)}${']'.repeat(5_000)}`)).status).toBe(400);
    for (const args of [
      { space: `${space.id}' or true --`, page: walrus },
      { space: space.id, page: '%00' },
      { space: space.id, page: '../../etc/passwd' },
      { space: space.id, page: walrus, from: -1 },
      { space: space.id, page: walrus, extra: true },
      { space: space.id, page: walrus, changeRequest: 'nowhere' },
      { page: walrus },
    ])
      expect((await call(ada, 'read_page', args)).isError).toBe(true);
    const many = Array.from({ length: 51 }, () => ({ action: 'create', title: 'Page' }));
    expect((await propose(ada, { changes: many })).isError).toBe(true);
    expect((await call(ada, 'list_spaces', { organization: ada.organization, from: 'nonsense' })).isError).toBe(true);
  });

  it('do once what is sent again with its key, and refuse the key for anything else', async () => {
    const changes = [{ action: 'create', title: 'Sent twice', markdown: 'Once.' }];
    const sent = { subject: 'Twice', changes, key: 'proposal 1' };
    const [first, again] = await Promise.all([propose(ada, sent), propose(ada, sent)]);
    expect(first.isError).toBe(false);
    expect(again).toEqual(first);
    const other = await propose(ada, { ...sent, subject: 'Another' });
    expect([other.isError, other.text]).toEqual([true, 'This key was used for something else: take another key']);
    const refused = { ...sent, changes: [{ action: 'delete', page: 'no/such/page' }], key: 'proposal 2' };
    expect((await propose(ada, refused)).isError).toBe(true);
    expect((await propose(ada, { ...sent, key: 'proposal 2' })).isError).toBe(false);
    expect((await propose(ada, { ...sent, key: undefined })).text).not.toBe(first.text);
    const comment = { space: space.id, changeRequest: idIn(first.text), markdown: 'Seen.', key: 'comment 1' };
    expect((await call(ada, 'comment', comment)).text).toMatch(/^Posted/);
    expect(await call(ada, 'comment', comment)).toEqual(await call(ada, 'comment', comment));
    const { text } = await call(ada, 'read_change_request', { space: space.id, changeRequest: idIn(first.text) });
    expect(text.match(/Seen\./g)).toHaveLength(1);
    const { text: listed } = await call(ada, 'list_change_requests', { space: space.id });
    expect(listed.match(/ Twice /g)).toHaveLength(3);
  });
});
