import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { TestServer } from '#testing/test-server';
import { BlockPages } from '../http/publishing/reader/blocks/block-pages.js';
import { Chromium } from './chromium.js';

const PATIENCE_MS = 15_000;

/** The page in the frame: it shows what it is sent, and says how high it wants to be. */
const FRAME = `<!doctype html><p id="shown"></p><script>
  addEventListener('message', ({ data }) => {
    shown.textContent = data.state.content;
    parent.postMessage({ action: { action: '@webframe.resize', size: { height: 123 } } }, '*');
  });
  parent.postMessage({ action: { action: '@webframe.ready' } }, '*');
</script>`;

const scriptWith = (frame: string): string => `
  const state = { count: 0, ...event.state };
  if (event.props.slow && event.state === undefined) await new Promise((done) => setTimeout(done, 2500));
  if (event.action?.action === 'add') state.count++;
  return show({ type: 'block', children: [
    text('Count ', state.count, ' ', state.unit ?? '-', ' ', state.name ?? '-'),
    { type: 'input', label: 'Name', element: { type: 'textinput', state: 'name' } },
    { type: 'input', label: 'Unit', element: { type: 'select', state: 'unit', options: [
      { id: 'c', label: 'Celsius' }, { id: 'f', label: 'Fahrenheit' } ], onValueChange: { action: 'changed' } } },
    { type: 'button', label: 'More', onPress: { action: 'add' } },
    { type: 'button', label: 'Delete', onPress: { action: 'add' },
      confirm: { title: 'Sure?', text: 'It is gone then.', confirm: 'Yes' } },
    { type: 'webframe', source: { url: ${JSON.stringify(frame)} }, data: { content: 'sent <b>text</b>' } },
  ] }, { state });`;

describe('blocks of integrations in a browser', () => {
  const frames = createServer((_request, response) => response.setHeader('content-type', 'text/html').end(FRAME));
  let server: TestServer;
  let pages: BlockPages;
  let origin: string;
  let path: string;
  let slow: string;
  const browsers: Chromium[] = [];
  let browser: Chromium;
  let plain: Chromium;

  beforeAll(async () => {
    frames.listen(0, '127.0.0.1');
    await once(frames, 'listening');
    server = await TestServer.start();
    origin = await server.listen();
    pages = await BlockPages.make(server);
    const script = scriptWith(`http://127.0.0.1:${(frames.address() as AddressInfo).port}/`);
    path = await pages.showing(script);
    slow = await pages.page(pages.block({ slow: true }));
    browser = await Chromium.start({ scripts: true });
    plain = await Chromium.start();
    browsers.push(browser, plain);
  }, 120_000);
  afterAll(async () => {
    for (const each of browsers) await each.stop();
    frames.close();
    await server.stop();
  });
  beforeEach(() => {
    for (const each of browsers) each.complaints.length = 0;
  });
  afterEach(() => expect(browsers.flatMap(({ complaints }) => complaints)).toEqual([]));

  async function expectSoon(expression: string, value: string): Promise<void> {
    const now = (): Promise<string> => browser.run(`String(${expression})`).catch(String);
    for (const giveUp = Date.now() + PATIENCE_MS; Date.now() < giveUp; await sleep(50))
      if ((await now()) === value) return;
    expect(await now()).toBe(value);
  }
  const count = `document.querySelector('.kit p')?.textContent`;

  it('are acted in without leaving the page, and the keyboard stays where it is', async () => {
    await browser.open(origin + path);
    await expectSoon(count, 'Count 0 - -');
    await browser.run('window.isSame = true');
    await browser.run(`String(document.querySelector('.kit input[type=text]').value = 'Ada')`);
    await browser.run(
      `String([...document.querySelectorAll('.kit button')].find((one) => one.textContent === 'More').focus())`,
    );
    await browser.strike('Enter');
    await expectSoon(count, 'Count 1 - Ada');
    expect(await browser.run('document.activeElement.textContent')).toBe('More');
    await browser.strike('Enter');
    await expectSoon(count, 'Count 2 - Ada');
    expect(await browser.run('String(window.isSame)')).toBe('true');
  });

  it('send a choice on which something depends at once', async () => {
    await browser.open(origin + path);
    await expectSoon(`getComputedStyle(document.querySelector('[data-apply]')).display`, 'none');
    await browser.run(
      `String((() => { const s = document.querySelector('.kit select'); s.value = '1'; s.dispatchEvent(new Event('change', { bubbles: true })); })())`,
    );
    await expectSoon(count, 'Count 0 f -');
  });

  it('ask before they do something', async () => {
    await browser.open(origin + path);
    await browser.click('.kit-confirm > summary');
    await expectSoon(`document.querySelector('.kit-question').checkVisibility()`, 'true');
    await browser.click('.kit-question button');
    await expectSoon(count, 'Count 1 - -');
  });

  it('show a frame after a click, which is sent its data and has the height that it asks for', async () => {
    const before = browser.requests.length;
    await browser.open(origin + path);
    const asked = (): string[] =>
      browser.requests.slice(before).filter((url) => url.startsWith('http://127.0.0.1') && !url.startsWith(origin));
    expect(asked()).toEqual([]);
    await browser.click('a.embed');
    await expectSoon(`document.querySelector('iframe.embed-frame')?.clientHeight`, '123');
    expect(asked().length).toBeGreaterThan(0);
  });

  it('follow by themselves where they were late', async () => {
    await browser.open(origin + slow);
    await expectSoon(count, 'Count 0 - -');
    await browser.click('.kit button[name=press]:not([data-apply])');
    await expectSoon(count, 'Count 1 - -');
  });

  it('are acted in without script, in their page', async () => {
    await plain.open(origin + path);
    await plain.press('More');
    expect(await plain.text()).toContain('Count 1 - -');
    expect(await plain.address()).toBe(`${origin}/s/${pages.site.id}/~/block#_block-1`);
    await plain.press('More');
    expect(await plain.text()).toContain('Count 2 - -');
  });
});
