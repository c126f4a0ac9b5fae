import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { wholeCustomization } from '#testing/sample-request';
import { TestServer, type TestUser } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';
import { PdfFile } from '../../../domain/print/pdf-file.js';
import { printing } from '../../content/printing/printing.js';
import { taken, TestSite } from '../visits/visits.js';
import { read } from './read-sites.js';

describe('what readers can do with a page', () => {
  let server: TestServer;
  let ada: TestUser & { organization: string };
  let site: TestSite;
  let page: string;
  let secret: string;
  let endPrinting: () => Promise<void>;

  beforeAll(async () => {
    server = await TestServer.start();
    ada = await server.administrator();
    endPrinting = printing(server);
    site = await TestSite.publish(server, ada, ['Guide']);
    await site.patch({ adaptiveContent: { enabled: true } });
    const [guide] = await site.siteSpaces();
    const space = TestSpace.at(ada.api, (guide?.['space'] as { id: string }).id);
    page = await space.insert('Install', 'Run the installer.');
    secret = await space.insert('Side door', 'Knock twice.', { condition: 'visitor.claims.unsigned.vip == "yes"' });
  });
  afterAll(async () => {
    await endPrinting();
    await server.stop();
  });

  const print = async (id: string, headers: object = { 'sec-fetch-site': 'same-origin' }) => {
    const sent = { 'content-type': 'application/x-www-form-urlencoded', ...headers };
    const payload = new URLSearchParams({ page: id }).toString();
    return server.app.inject({ method: 'POST', url: `/s/${site.id}/~/pdf`, headers: sent, payload });
  };
  const setItems = async (items: string[]): Promise<void> => {
    taken(await ada.api.put(`${site.path}/customization`, wholeCustomization({ pageActions: { items } })));
  };

  it('is to have it printed, by a form that leads to the PDF on the same host', async () => {
    await setItems(['pdf']);
    expect((await read(site, 'install')).text).toContain(`<form method="post" action="/s/${site.id}/~/pdf">`);
    const { statusCode, headers } = await print(page);
    expect([statusCode, headers['location']]).toEqual([303, expect.stringMatching(/^\/pdfs\//)]);
    const { rawPayload } = await server.app.inject({ url: String(headers['location']) });
    expect((await PdfFile.read(rawPayload)).textOf(1)).toContain('Run the installer.');
  });

  it('is not to print what the reader is not shown, nor for other sites', async () => {
    expect((await print(secret)).statusCode).toBe(404);
    expect((await print('no-such-page')).statusCode).toBe(404);
    expect((await print(page, { 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403);
    expect((await read(site, '~/pdf')).status).toBe(404);
  });

  it('is to connect an assistant: a page names the endpoint, in the form of settings as well', async () => {
    await setItems(['mcp']);
    expect((await read(site, 'install')).text).toContain(`href="/s/${site.id}/~/connect"`);
    const { status, text, headers } = await read(site, '~/connect');
    expect([status, headers['x-robots-tag']]).toEqual([200, 'noindex']);
    expect(text).toContain(`<code>http://quire.test/s/${site.id}/~/mcp</code>`);
    expect(text).toContain('Open in VS Code');
    await site.patch({ agentsContext: 'excluded' });
    expect((await read(site, 'install')).text).not.toContain('~/connect');
    expect((await read(site, '~/connect')).status).toBe(404);
    await site.patch({ agentsContext: 'included' });
  });

  it('is what the site chose, in its order, and nothing else', async () => {
    await setItems(['pdf', 'markdown']);
    const { text } = await read(site, 'install');
    expect(text.indexOf('Save as PDF')).toBeLessThan(text.indexOf('Copy page'));
    expect(text).not.toMatch(/Connect by MCP|Open in ChatGPT|Ask a question/);
    expect((await read(site, '~/connect')).status).toBe(404);
    await setItems([]);
    expect((await read(site, 'install')).text).not.toContain('class="actions"');
    expect((await print(page)).statusCode).toBe(404);
  });
});
