import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { QuireProcess } from '../scenarios/support/quire-process.js';
import { Chromium } from './chromium.js';

const ACCEPTED = '__gitbook_cookie_granted=yes';

interface Made {
  id: string;
}

/** A page of a site with the script of the analytics that come with Quire, and the service that it reports to. */
describe('analytics in a browser', () => {
  const quire = new QuireProcess();
  const asked: string[] = [];
  const service = createServer((request, response) => {
    const { url = '' } = request;
    if (url === '/guide') {
      response
        .setHeader('content-type', 'text/html')
        .end(`<!doctype html><title>Guide</title><script async src="${script}"></script>`);
      return;
    }
    asked.push(url);
    response.setHeader('content-type', 'text/javascript').end(`window.loaded = true;`);
  });
  let script = '';
  let address: string;
  let installed: string;
  let browser: Chromium;

  beforeAll(async () => {
    await quire.start();
    service.listen(0, '127.0.0.1');
    await once(service, 'listening');
    address = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
    const organization = await make('/orgs', { title: 'Acme' });
    const space = await make(`/orgs/${organization}/spaces`, { title: 'Guide' });
    const site = await make(`/orgs/${organization}/sites`, { title: 'Docs', spaces: [space] });
    const installation = await installedOn(organization);
    await make(`${installation}/sites`, { siteId: site });
    installed = `${installation}/sites/${site}`;
    script = `${quire.url}${installed}/~/script.js`;
    browser = await Chromium.start({ scripts: true });
  }, 120_000);
  afterAll(async () => {
    await browser.stop();
    service.close();
    await quire.dispose();
  });
  beforeEach(() => {
    asked.length = 0;
  });

  async function make(path: string, body: object): Promise<string> {
    const answer = await quire.call<Made>('POST', path, body);
    if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body.id;
  }
  async function installedOn(organization: string): Promise<string> {
    const path = '/integrations/quire-analytics/installations';
    for (const giveUp = Date.now() + 20_000; Date.now() < giveUp; await sleep(100)) {
      const { status, body } = await quire.call<Made>('POST', path, { organization });
      if (status === 201) return `${path}/${body.id}`;
    }
    throw new Error('It was not published in time');
  }
  /** Opens the page as a reader who has accepted cookies, or not, with these settings. */
  async function visit(configuration: object, accepts: boolean): Promise<void> {
    expect((await quire.call('PATCH', installed, { configuration: { address, ...configuration } })).status).toBe(200);
    await browser.open('about:blank');
    await browser.open(`${address}/guide`);
    const cookie = accepts ? ACCEPTED : `${ACCEPTED}; max-age=0`;
    await browser.run(`document.cookie = '${cookie}'`);
    // What a page has kept of the script is that of other settings.
    script = script.replace(/(?:\?\d+)?$/, `?${Date.now()}`);
    await browser.open(`${address}/guide`);
    await sleep(500);
  }
  const queue = async (): Promise<unknown[][]> =>
    JSON.parse(await browser.run('JSON.stringify(window._paq ?? [])')) as unknown[][];

  it('load nothing until the reader accepts cookies', async () => {
    await visit({ service: 'plausible', site_id: 'docs.example.com' }, false);
    expect(asked.filter((url) => url.startsWith('/js/'))).toEqual([]);
    await visit({ service: 'plausible', site_id: 'docs.example.com' }, true);
    expect(asked).toContain('/js/script.js');
    expect(await browser.run(`document.querySelector('[data-domain]').dataset.domain`)).toBe('docs.example.com');
  });

  it('load what needs no consent at once', async () => {
    await visit({ service: 'umami', site_id: 'a1', without_consent: true }, false);
    expect(asked).toContain('/script.js');
    expect(await browser.run(`document.querySelector('[data-website-id]').dataset.websiteId`)).toBe('a1');
  });

  it('have Matomo count each page that a reader goes to, without cookies until the reader accepts them', async () => {
    await visit({ service: 'matomo', site_id: '3', without_consent: true }, false);
    expect(asked).toContain('/matomo.js');
    expect(await queue()).toEqual([
      ['disableCookies'],
      ['setTrackerUrl', `${address}/matomo.php`],
      ['setSiteId', '3'],
      ['trackPageView'],
      ['enableLinkTracking'],
    ]);
    await browser.run(`String(history.pushState({}, '', '/next'))`);
    await sleep(300);
    expect((await queue()).slice(5)).toEqual([
      ['setReferrerUrl', `${address}/guide`],
      ['setCustomUrl', `${address}/next`],
      ['setDocumentTitle', 'Guide'],
      ['trackPageView'],
    ]);
    await visit({ service: 'matomo', site_id: '3', without_consent: true }, true);
    expect((await queue())[0]?.[0]).toBe('setTrackerUrl');
  });
});
