import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiClient } from '#testing/api-client';
import { TestChangeRequest } from '#testing/test-change-request';
import { printing } from './printing.js';
import { TestServer, type TestUser } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';
import { PdfFile } from '../../../domain/print/pdf-file.js';

const HOUR = 3_600_000;
const MOST_PAGES = 12;

describe('PDF', () => {
  let server: TestServer;
  let ada: TestUser & { organization: string };
  let endPrinting: () => Promise<void>;

  beforeAll(async () => {
    server = await TestServer.start({ env: { QUIRE_MAX_PRINTED_PAGES: String(MOST_PAGES) } });
    ada = await server.administrator();
    endPrinting = printing(server);
  });
  afterAll(async () => {
    await endPrinting();
    await server.stop();
  });

  /** Asks for a PDF as its address. */
  const urlOf = async (api: ApiClient, path: string, query: Record<string, string> = {}): Promise<string> => {
    const { status, body, text } = await api.get(`${path}/pdf`, { query });
    if (status !== 200) throw new Error(`The PDF was answered with ${status}: ${text}`);
    return body['url'] as unknown as string;
  };
  /** Fetches an address as a browser does, without a token. */
  const fetched = (url: string) =>
    server.app
      .getHttpAdapter()
      .getInstance()
      .inject({ method: 'GET', url: new URL(url).pathname });
  const open = async (url: string): Promise<PdfFile> => PdfFile.read((await fetched(url)).rawPayload);
  const prints = async (space: TestSpace) =>
    (await server.rows('select state from content.print where space_id = $1', [space.id])).length;

  it('is of a whole space: its pages in their order, without those that are hidden', async () => {
    const space = await TestSpace.create(ada, { title: 'Handbook', empty: true });
    const begin = await space.insert('Begin', '## First steps\n\nWords of the beginning.');
    await space.insert('Hidden', 'Nobody sees this.', { hidden: true });
    await space.insert('Deeper', `[begin](/spaces/${space.id}/pages/${begin})`, { into: begin });
    const url = await urlOf(ada.api, space.path);
    const { statusCode, headers } = await fetched(url);
    expect([statusCode, headers['content-type']]).toEqual([200, 'application/pdf']);
    expect(headers['content-disposition']).toBe("inline; filename*=UTF-8''Handbook.pdf");
    const file = await open(url);
    expect(file.outline).toEqual(['Begin 3', ' First steps 3', ' Deeper 4']);
    expect(file.textOf(1)).toContain('Handbook');
    expect(file.textOf(3)).toContain('Words of the beginning.');
  });

  it('leaves out pages whose condition does not hold with those below them, unless it begins with one', async () => {
    const space = await TestSpace.create(ada, { empty: true });
    await space.change({ operation: 'update_variables', variables: { edition: 'cloud' } });
    await space.insert('Cloud', 'Text.', { condition: 'space.vars.edition == "cloud"' });
    const other = await space.insert('Server', 'Text.', { condition: 'space.vars.edition == "server"' });
    await space.insert('Below', 'Text.', { into: other });
    await space.insert('Visitors', 'Text.', { condition: 'visitor.claims.beta == true' });
    expect((await open(await urlOf(ada.api, space.path))).outline).toEqual(['Cloud 3']);
    const begun = await open(await urlOf(ada.api, space.path, { page: other }));
    expect(begun.outline).toEqual(['Server 3', ' Below 4']);
  });

  it('is of a page with those below it, or of that page alone', async () => {
    const space = await TestSpace.create(ada);
    await space.insert('Before', 'Text.');
    const page = await space.insert('Page', 'Text.');
    await space.insert('Below', 'Text.', { into: page });
    expect((await open(await urlOf(ada.api, space.path, { page }))).outline).toEqual(['Page 3', ' Below 4']);
    const alone = await open(await urlOf(ada.api, space.path, { page, only: 'true' }));
    expect([alone.outline, alone.pages]).toEqual([['Page 1'], 1]);
  });

  it('is of a hidden page where it is asked for by its id', async () => {
    const space = await TestSpace.create(ada);
    const page = await space.insert('Hidden', 'Text.', { hidden: true });
    expect((await open(await urlOf(ada.api, space.path, { page, only: 'true' }))).outline).toEqual(['Hidden 1']);
  });

  it('is of what a change request changes', async () => {
    const space = await TestSpace.create(ada, { title: 'Guide', empty: true });
    await space.insert('Old', 'Text.');
    const request = await TestChangeRequest.create(space, 'More');
    await request.insert('New', 'Text.');
    const file = await open(await urlOf(ada.api, request.path));
    expect(file.outline).toEqual(['Old 3', 'New 4']);
    expect(file.textOf(1)).toContain('#1 More');
    expect((await open(await urlOf(ada.api, space.path))).outline).toEqual(['Old 3']);
  });

  it('is printed once for the same content, for all callers, and again for other content', async () => {
    const space = await TestSpace.create(ada);
    await space.insert('Page', 'Text.');
    await Promise.all([1, 2, 3].map(() => urlOf(ada.api, space.path)));
    await urlOf((await server.member(ada.organization, 'read')).api, space.path);
    expect(await prints(space)).toBe(1);
    await space.insert('Another', 'Text.');
    await urlOf(ada.api, space.path);
    expect(await prints(space)).toBe(2);
  });

  it('shows what readers see: expressions by their values, reusable contents in their places', async () => {
    const space = await TestSpace.create(ada);
    await space.insert('Page', 'Version <code class="expression">1 + 2</code>.');
    expect((await open(await urlOf(ada.api, space.path))).textOf(3)).toContain('Version 3.');
  });

  it('is at its URL for an hour, and at no forged URL', async () => {
    const space = await TestSpace.create(ada);
    await space.insert('Page', 'Text.');
    const url = await urlOf(ada.api, space.path);
    const parts = url.split('/');
    for (let at = 4; at < parts.length; at++) {
      const forged = parts.map((part, index) => (index === at ? `${part}0` : part)).join('/');
      expect((await fetched(forged)).statusCode).toBe(404);
    }
    server.clock.advance(HOUR - 2_000);
    expect((await fetched(url)).statusCode).toBe(200);
    server.clock.advance(3_000);
    expect((await fetched(url)).statusCode).toBe(404);
  });

  it('is refused for what is unknown, for too many pages, and where there is nothing to print', async () => {
    const space = await TestSpace.create(ada);
    const group = await space.insert('Group', undefined, { type: 'group' });
    const status = async (query: Record<string, string>) => (await ada.api.get(`${space.path}/pdf`, { query })).status;
    expect(await status({ page: 'unknown' })).toBe(404);
    expect(await status({ page: group })).toBe(400);
    expect(await status({ only: 'true' })).toBe(400);
    expect(await status({ only: 'perhaps' })).toBe(400);
    const pages = Array.from({ length: MOST_PAGES + 1 }, (_, at) => ({
      operation: 'insert_page',
      title: `Page ${at}`,
    }));
    await space.change(...pages);
    const { status: refused, text } = await ada.api.get(`${space.path}/pdf`);
    expect([refused, text]).toEqual([400, expect.stringContaining('name a `page` to begin with')]);
    const stranger = await server.user();
    expect((await stranger.api.get(`${space.path}/pdf`)).status).toBe(404);
  });

  it('tells the characters that it can not show, every time it is asked for', async () => {
    const space = await TestSpace.create(ada);
    await space.insert('Page', 'Text.');
    expect((await ada.api.get(`${space.path}/pdf`)).body).toEqual({ url: expect.any(String) });
    await space.insert('Thai', 'กขค and हिन्दी');
    for (const _ of ['made', 'kept']) {
      const { status, body } = await ada.api.get(`${space.path}/pdf`);
      expect([status, body['unprinted']]).toEqual([200, [{ script: 'Thai', characters: 'กขค' }]]);
    }
  });

  it('says why it could not be made, and is tried anew a minute later', async () => {
    const space = await TestSpace.create(ada);
    await space.insert('Page', 'Text.');
    await urlOf(ada.api, space.path);
    await server.rows(
      `update content.print set state = 'failed', blob = null, error = 'it is too large', ended_at = $2 where space_id = $1`,
      [space.id, server.clock.now()],
    );
    const { status, text } = await ada.api.get(`${space.path}/pdf`);
    expect([status, text]).toEqual([409, expect.stringContaining('it is too large')]);
    server.clock.advance(61_000);
    expect((await ada.api.get(`${space.path}/pdf`)).status).toBe(200);
  });

  it('is forgotten with its bytes after two days, and made anew when its bytes are lost', async () => {
    const space = await TestSpace.create(ada);
    await space.insert('Page', 'Text.');
    const url = await urlOf(ada.api, space.path);
    server.clock.advance(48 * HOUR + 1_000);
    await server.runJob('content.purge-prints');
    expect(await prints(space)).toBe(0);
    expect((await fetched(await urlOf(ada.api, space.path))).statusCode).toBe(200);
    expect((await fetched(url)).statusCode).toBe(404);
  });
});
