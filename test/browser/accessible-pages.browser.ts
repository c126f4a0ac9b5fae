import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TestServer } from '#testing/test-server';
import { ModelServer, pieces } from '../domain/language-model/model-server.js';
import { KINDS, publishKinds, type Kind } from '../http/publishing/reader/kinds/site-of-kinds.js';
import { Chromium, type Scheme } from './chromium.js';
import { Axe } from './support/axe.js';

const PATIENCE_MS = 15_000;
const VIEWS = (['light', 'dark'] as const).flatMap((scheme) => [390, 1280].map((width) => ({ scheme, width })));

/** The share of a window that must move to be seen: what arrives in pieces may move less. */
const LEAST_SHIFT = 0.001;
/** What moved since the page began to load, as browsers measure it: how far, what, from where and to where. */
const SHIFTS = `new Promise((done) => {
  const place = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(' ');
  const moved = ({ value, sources }) => [value.toFixed(4), ...sources.map(({ node, previousRect, currentRect }) =>
    (node?.className || node?.nodeName) + ': ' + place(previousRect) + ' to ' + place(currentRect))].join(', ');
  new PerformanceObserver((list) => done(JSON.stringify(list.getEntries().filter(({ value }) => value >= ${LEAST_SHIFT}).map(moved))))
    .observe({ type: 'layout-shift', buffered: true });
  setTimeout(() => done('[]'), 300);
})`;

/** Pages of all kinds as they are served, looked through by axe in a browser. Takes four minutes. */
describe('the pages of a site in a browser', () => {
  let model: ModelServer;
  let server: TestServer;
  let browser: Chromium;
  let root: string;

  beforeAll(async () => {
    model = await ModelServer.start();
    model.reply = pieces('Run **it** with `acme start`', '.\n\n* Once\n* Or twice\n');
    server = await TestServer.start({ env: { QUIRE_MODEL_URL: model.url, QUIRE_MODEL_NAME: 'small' } });
    root = `${(await server.listen()).replace('[::1]', '127.0.0.1')}/s/${(await publishKinds(server)).id}/`;
    browser = await Chromium.start({ scripts: true });
  }, 240_000);
  afterAll(async () => {
    await browser?.stop();
    await server?.stop();
    await model?.stop();
  });

  async function open(kind: Kind, view: { width: number; scheme: Scheme }): Promise<void> {
    await browser.view(view);
    // The next page is laid out in the new size from its start.
    await browser.open('about:blank');
    await browser.open(root + KINDS[kind]);
    browser.complaints.length = 0;
  }
  async function until(expression: string): Promise<void> {
    const holds = `String(Boolean(${expression}))`;
    for (const giveUp = Date.now() + PATIENCE_MS; Date.now() < giveUp; await sleep(30))
      if ((await browser.run(holds)) === 'true') return;
    throw new Error(`This never came true: ${expression}`);
  }

  describe.each(VIEWS)('of $width pixels in the $scheme', (view) => {
    it.each(Object.keys(KINDS) as Kind[])(
      'have nothing that axe finds: %s',
      async (kind) => {
        await open(kind, view);
        const axe = await Axe.in(browser);
        const { opened, found } = await axe.menus();
        expect(found).toEqual([]);
        expect(opened).toEqual(expect.arrayContaining(menusOf(kind, view.width)));
        expect(await axe.page()).toEqual([]);
        expect(browser.complaints.filter((one) => !one.includes('404'))).toEqual([]);
      },
      180_000,
    );

    it('show pictures of one theme only', async () => {
      await open('blocks', view);
      const shown = `[...document.querySelectorAll('main img:is(.light, .dark)')].map((one) => one.checkVisibility() && one.classList[0])`;
      const all = JSON.parse(await browser.run(`JSON.stringify(${shown})`)) as (string | false)[];
      expect(all.length).toBeGreaterThanOrEqual(2);
      expect(all.filter(Boolean)).toEqual(Array.from({ length: all.length / 2 }, () => view.scheme));
    });

    it('search and answer in a dialog in which axe finds nothing, with the keyboard alone', async () => {
      model.asked.length = 0;
      await open('typical', view);
      const axe = await Axe.in(browser);
      await browser.strike('/');
      await until(`document.querySelector('dialog')?.open`);
      expect(await axe.part('dialog')).toEqual([]);
      await browser.type('acme');
      await until(`document.querySelectorAll('[role=option]').length > 1`);
      expect(await axe.part('dialog')).toEqual([]);
      // From the field over the button that closes to the one that asks.
      await browser.strike('Tab');
      await browser.strike('Tab');
      expect(await browser.run('document.activeElement.className')).toBe('search-ask');
      expect(model.asked).toEqual([]);
      await browser.strike('Enter');
      await until(`document.querySelector('dialog .answer')`);
      expect(await browser.run(`document.querySelector('dialog .answer .body').textContent`)).toContain('Run it');
      expect(await browser.run('document.activeElement.getAttribute("role")')).toBe('combobox');
      expect(await axe.part('dialog')).toEqual([]);
      expect(await browser.run(`document.querySelectorAll('dialog .answer a[href]').length > 0`)).toBe('true');
      await browser.strike('Escape');
      await until(`!document.querySelector('dialog').open`);
      expect(browser.complaints).toEqual([]);
    }, 60_000);
  });

  it('show what is above the current page in their list', async () => {
    await open('typical', { width: 1280, scheme: 'light' });
    expect(await browser.run(`Boolean(document.querySelector('.tree [aria-current]'))`)).toBe('true');
    expect(await browser.run(`document.querySelector('.tree').scrollTop`)).toBe('0');
  });

  it.each(Object.keys(KINDS) as Kind[])(
    'do not shift while they load, nor when what opens is open: %s',
    async (kind) => {
      for (const width of [390, 1280]) {
        await open(kind, { width, scheme: 'light' });
        await (await Axe.in(browser)).openMenus();
        if ((await browser.run(`Boolean(document.querySelector('form.search:not(.own)'))`)) === 'true') {
          await browser.strike('/');
          await until(`document.querySelector('dialog')?.open`);
        }
        expect([width, JSON.parse(await browser.wait(SHIFTS))]).toEqual([width, []]);
      }
    },
    60_000,
  );
});

/** The menus that a page has at least. */
function menusOf(kind: Kind, width: number): string[] {
  const isDocument = !['search', 'pages', 'missing'].includes(kind);
  const tree = isDocument && kind !== 'landing' && width < 600 ? ['_tree'] : [];
  return [...tree, ...(width < 600 ? ['_more'] : []), ...(isDocument ? ['_actions'] : [])];
}
