import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Json } from '#testing/api-client';
import { wholeCustomization } from '#testing/sample-request';
import { TestServer } from '#testing/test-server';
import { ModelServer, pieces } from '../domain/language-model/model-server.js';
import { FILES, HostileSite } from '../http/publishing/reader/hostile/support/hostile-site.js';
import { PLACES, WORDS, type Payload } from '../http/publishing/reader/hostile/support/payloads.js';
import { pathOf, signedIn } from '../http/publishing/reader/read-sites.js';
import { taken } from '../http/publishing/visits/visits.js';
import { Chromium } from './chromium.js';

/** Pages of the fewest documents that are opened. */
const FEWEST = 250;
/** Every so many of them is opened in a preview as well. */
const PREVIEWED = 12;
const PATIENCE_MS = 10_000;

/** Opens what opens, chooses what is chosen, and answers what of a page runs or would run something. */
const DANGERS = `(() => {
  for (const one of document.querySelectorAll('summary, main label, main button[type=button], main .copy')) one.click();
  const found = [];
  for (const element of document.querySelectorAll('*')) {
    for (const { name, value } of element.attributes)
      if (/^on|^style$|^srcdoc$/i.test(name)) found.push(element.localName + ' ' + name + '=' + value);
    const protocol = element.href?.baseVal === undefined ? element.protocol : new URL(element.href.baseVal, location).protocol;
    if (protocol !== undefined && !['http:', 'https:', 'mailto:', 'tel:', ':'].includes(protocol))
      found.push(element.localName + ' ' + element.href);
    if (element.matches('iframe, object, embed, base, style, meta[http-equiv], script:not([src]):not([type="application/ld+json"])'))
      found.push(element.outerHTML);
  }
  if (window.ran !== undefined) found.push('it ran');
  return JSON.stringify(found);
})()`;

/**
 * What authors and administrators write at every place of a site, opened in a browser: none of it runs. Takes six
 * minutes.
 */
describe('a hostile site in a browser', () => {
  let model: ModelServer;
  let server: TestServer;
  let hostile: HostileSite;
  let browser: Chromium;
  let origin: string;

  beforeAll(async () => {
    model = await ModelServer.start();
    server = await TestServer.start({ env: { QUIRE_MODEL_URL: model.url, QUIRE_MODEL_NAME: 'small' } });
    origin = (await server.listen()).replace('[::1]', '127.0.0.1');
    hostile = await HostileSite.publish(server);
    browser = await Chromium.start({ scripts: true });
    await browser.allow('clipboardReadWrite', 'clipboardSanitizedWrite');
  }, 240_000);
  afterAll(async () => {
    await browser.stop();
    await server.stop();
    await model.stop();
  });
  beforeEach(() => {
    browser.complaints.length = 0;
    browser.requests.length = 0;
    browser.refused.length = 0;
  });

  /** What it complained of, besides addresses of this server at which nothing is. */
  const complaints = (): string[] =>
    browser.complaints.filter((one) => !(one.includes('"source":"network"') && one.includes(`"url":"${origin}/`)));
  const elsewhere = (): string[] => browser.requests.filter((url) => !url.startsWith(`${origin}/`));

  async function expectNothingRuns(path: string): Promise<void> {
    const address = new URL(path, origin).href;
    await browser.open(address);
    const dangers = JSON.parse(await browser.run(DANGERS)) as string[];
    expect([path, dangers, complaints(), elsewhere()]).toEqual([path, [], [], []]);
    expect((await browser.address()).split('#', 1)[0]).toBe(address);
  }

  it('runs nothing on any of its pages, and loads nothing from another host', async () => {
    expect(hostile.pages.length).toBeGreaterThan(FEWEST);
    for (const page of hostile.pages) await expectNothingRuns(page);
  }, 600_000);

  it.each(FILES.map(([name], at) => [name, at] as const))('runs nothing of the file %s', async (_name, at) => {
    const address = origin + (hostile.files[at] ?? '');
    const { headers } = await fetch(address);
    if (headers.get('content-disposition')?.startsWith('attachment') !== true) await browser.open(address);
    else expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(elsewhere().filter((url) => !browser.refused.includes(url))).toEqual([]);
    expect(await browser.run('String(window.ran)')).toBe('undefined');
  });

  it.each([...WORDS, ...PLACES])('runs nothing of what the site itself has: %j', async (payload: Payload) => {
    await hostile.write(payload);
    for (const page of ['/files', '/no/such/page']) await expectNothingRuns(hostile.path + page);
  });

  it.each([...WORDS, ...PLACES])('runs nothing of what a reader looks for: %j', async ({ words, address }: Payload) => {
    const sent = encodeURIComponent(words ?? address ?? '');
    await expectNothingRuns(`${hostile.path}/~/search?q=${sent}`);
  });

  async function until(expression: string): Promise<void> {
    const holds = `String(Boolean(${expression}))`;
    for (const giveUp = Date.now() + PATIENCE_MS; Date.now() < giveUp; await sleep(50))
      if ((await browser.run(holds)) === 'true') return;
    throw new Error(`This never came true: ${expression}`);
  }

  it('shows what was found while one types as text', async () => {
    await browser.open(`${origin}${hostile.path}/files`);
    await browser.strike('/');
    await until(`document.querySelector('dialog')?.open`);
    await browser.type('alert');
    await until(`document.querySelectorAll('[role=option]').length > 3`);
    expect([JSON.parse(await browser.run(DANGERS)), complaints(), elsewhere()]).toEqual([[], [], []]);
  });

  it('runs nothing of what a model answers in the dialog, nor of what is asked', async () => {
    const { owner, path } = hostile.site;
    taken(await owner.api.put(`${path}/customization`, wholeCustomization({ ai: { mode: 'search' } })));
    for (const { words, address } of [...WORDS, ...PLACES]) {
      const said = words ?? address ?? '';
      const links = `[a](${said}) ![a](${said}) <${said}>\n\n${`\`\`\`${said}\n${said}\n\`\`\``}`;
      model.reply = pieces(`${said}\n\n`, links);
      await browser.open(`${origin}${hostile.path}/files`);
      await browser.strike('/');
      await until(`document.querySelector('dialog')?.open`);
      await browser.type(`alert ${said.slice(0, 200)}`);
      await browser.click('.search-ask');
      await until(`document.querySelector('dialog .answer')`);
      const dangers = JSON.parse(await browser.run(DANGERS)) as string[];
      expect([said, dangers, complaints(), elsewhere()]).toEqual([said, [], [], []]);
    }
    expect(model.asked.length).toBeGreaterThan(50);
  }, 600_000);

  it('runs nothing in previews, of the site or of what is proposed', async () => {
    const { owner, path } = hostile.site;
    const member = await signedIn(server, owner);
    for (const [name, value] of member.cookies) await browser.cookie({ name, value, url: origin });
    const preview = pathOf((await owner.api.get(path)).body.urls.preview);
    for (const page of hostile.pages.filter((_, at) => at % PREVIEWED === 0))
      await expectNothingRuns(preview + page.slice(hostile.path.length));
    const [first] = await hostile.site.siteSpaces();
    const changes = `/v1/spaces/${(first?.['space'] as Json).id}/change-requests`;
    for (const [at, { words = '' }] of WORDS.entries()) {
      if (at % PREVIEWED !== 0) continue;
      const { id } = taken(await owner.api.post(changes, { subject: words }));
      await expectNothingRuns(`${preview}/${first?.id}/~/changes/${id}/files`);
    }
  }, 300_000);
});
