import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Json } from '#testing/api-client';
import { TestServer, type TestUser } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';
import { failing, ModelServer, pieces } from '../../../domain/language-model/model-server.js';
import { TestSite } from '../visits/visits.js';

const OWN = { 'sec-fetch-site': 'same-origin' };

describe('answers on the page that searches', () => {
  let model: ModelServer;
  let server: TestServer;
  let ada: TestUser & { organization: string };
  let site: TestSite;

  beforeAll(async () => {
    model = await ModelServer.start();
    server = await TestServer.start({ env: { QUIRE_MODEL_URL: model.url, QUIRE_MODEL_NAME: 'small' } });
    ada = await server.administrator();
    site = await TestSite.publish(server, ada, ['Guide', 'Reference']);
    await site.patch({ adaptiveContent: { enabled: true } });
    const [guide] = await site.siteSpaces();
    const space = TestSpace.at(ada.api, (guide?.space as Json).id);
    await space.insert('Install', 'Intro.\n\n## Tools\n\nRun the installer.');
    await space.insert('Side door', 'The installer has a secret.', {
      condition: 'visitor.claims.unsigned.vip == "yes"',
    });
    const beside = await TestSpace.create(ada);
    await beside.insert('Beside', 'The installer of another product.');
    await server.runJobs();
    expect((await setMode('search')).status).toBe(200);
  });
  afterAll(async () => {
    await server?.stop();
    await model?.stop();
  });
  beforeEach(() => {
    model.asked.length = 0;
    model.reply = pieces('Run **it**', '.');
  });

  const setMode = async (mode: 'none' | 'search') => {
    const { body } = await ada.api.get(`${site.path}/customization`);
    return ada.api.put(`${site.path}/customization`, { ...body, ai: { ...(body.ai as object), mode } });
  };
  const request = async (options: object) => {
    const { statusCode: status, headers, body: text } = await server.app.inject(options);
    return { status, text, headers };
  };
  const send = (question: string, headers: Record<string, string> = OWN, path = '~/answer', of = site) =>
    request({
      method: 'POST',
      url: `/s/${of.id}/${path}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      payload: new URLSearchParams({ q: question }).toString(),
    });
  const search = async (query: string) => (await request({ url: `/s/${site.id}/~/search?q=${query}` })).text;
  const answerIn = (text: string): string => /<section class="answer"[^]*?<\/section>/.exec(text)?.[0] ?? '';

  it('are given when a reader asks, and no model hears anything before', async () => {
    const text = await search('installer');
    expect(text).toContain(`<form class="ask" action="/s/${site.id}/~/answer" method="post">`);
    expect(text).toContain('Ask “installer”');
    expect(text).toContain(`data-ask="/s/${site.id}/~/answer"`);
    expect(model.asked).toEqual([]);
    const { status, text: answered, headers } = await send('How does the installer run?');
    expect(status).toBe(200);
    expect(answerIn(answered)).toContain('<p>Run <strong>it</strong>.</p>');
    expect(answerIn(answered)).toContain(`<a href="/s/${site.id}/install#tools">Install</a>`);
    expect(answered).toContain('<ol class="hits">');
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers['cache-control']).toBe('private, no-cache');
    expect(model.asked).toHaveLength(1);
  });

  it('rest on what the visitor may read alone', async () => {
    const given = () => JSON.stringify(model.asked.map(({ messages }) => messages));
    const plain = await send('installer');
    expect(given()).toContain('Run the installer.');
    expect(given() + plain.text).not.toMatch(/a secret|Side door|another product/);
    const vip = await send('installer', { ...OWN, cookie: 'quire_claims=vip%3Dyes' });
    expect(given()).toContain('a secret');
    expect(answerIn(vip.text)).toContain(`<a href="/s/${site.id}/side-door">Side door</a>`);
    expect(given() + vip.text).not.toContain('another product');
  });

  it('are safe whatever the model says, and lead nowhere but to the site', async () => {
    const root = await site.root();
    model.reply = pieces(
      '<script>alert(1)</script><img src=x onerror=alert(1)>\n\n[a](javascript:alert(1)) [b](https://evil.example/) ',
      `[c](//evil.example) ![d](https://evil.example/d.png) [home](${root}install)\n\n<iframe src="https://evil.example"></iframe>`,
    );
    const answer = answerIn((await send('installer')).text);
    expect(answer).not.toMatch(/<(script|img|iframe)|href="(?!\/s\/)/i);
    expect(answer).toContain(`<a href="/s/${site.id}/install">home</a>`);
  });

  it('say so where no page says anything, or the model fails', async () => {
    expect(answerIn((await send('zyzzyva')).text)).toContain('These pages do not say anything about it.');
    expect(model.asked).toEqual([]);
    model.reply = failing(401);
    const { status, text } = await send('installer');
    expect([status, answerIn(text)]).toEqual([200, expect.stringContaining('could not be answered')]);
    expect(text).toContain('<ol class="hits">');
  });

  it('are for forms of the site alone, of which each has a limit', async () => {
    for (const headers of [{}, { 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }])
      expect((await send('installer', headers as Record<string, string>)).status).toBe(403);
    expect((await request({ url: `/s/${site.id}/~/answer?q=installer` })).status).toBe(404);
    expect((await send('x'.repeat(70_000))).status).toBe(413);
    expect(model.asked).toEqual([]);
    expect((await send('installer '.repeat(500))).status).toBe(200);
    expect(model.asked[0]?.messages.at(-1)?.content.length).toBeLessThan(4_000);
    expect((await send('')).text).not.toContain('class="answer"');
    expect((await send('installer', OWN, '~/answer', TestSite.at(server, ada, 'unknown'))).status).toBe(404);
  });

  it('are not offered where the site has AI switched off, nor given', async () => {
    expect((await setMode('none')).status).toBe(200);
    expect(await search('installer')).not.toMatch(/class="ask"|data-ask/);
    expect((await send('installer')).text).not.toContain('class="answer"');
    expect(model.asked).toEqual([]);
    expect((await setMode('search')).status).toBe(200);
    expect(await search('installer')).toContain('class="ask"');
  });

  it('are not offered where the organization has AI switched off', async () => {
    expect((await ada.api.patch(`/v1/orgs/${ada.organization}`, { ai: false })).status).toBe(200);
    expect((await send('installer')).text).not.toContain('Run <strong>it');
    expect(model.asked).toEqual([]);
  });

  it('are not offered where there is no model', async () => {
    const plain = await TestServer.shared();
    const grace = await plain.administrator();
    const other = await TestSite.publish(plain, grace, ['Guide']);
    const { body } = await plain.app.inject({ url: `/s/${other.id}/~/search?q=guide` });
    expect(body).not.toMatch(/class="ask"|data-ask/);
    await plain.stop();
  });
});
