import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { scriptWords, SCRIPTS } from '#site-html';
import { Chromium } from './chromium.js';
import { TestSource } from '../http/publishing/openapi/openapi-sources.js';
import { ScriptedSite } from './support/scripted-site.js';

const PATIENCE_MS = 10_000;

/** Pages with the scripts of a site under the strictest policy, in a real browser with mouse and keyboard. */
describe('the scripts of a page in a browser', () => {
  const site = new ScriptedSite();
  let address: string;
  let browser: Chromium;

  beforeAll(async () => {
    address = await site.start();
    browser = await Chromium.start({ scripts: true });
    await browser.allow('clipboardReadWrite', 'clipboardSanitizedWrite');
  }, 120_000);
  afterAll(async () => {
    await browser.stop();
    site.stop();
  });
  beforeEach(async () => {
    await browser.open(`${address}/s/docs/guide`);
    await browser.run('sessionStorage.clear(); window.isSame = true');
    await expectSoon(`document.querySelector('.table').matches('.searchable')`, 'true');
    site.seen.length = 0;
    site.isFull = false;
    browser.complaints.length = 0;
  });

  /** Waits until an expression has a value in the page, which may be left meanwhile. */
  async function expectSoon(expression: string, value: string): Promise<void> {
    const valueNow = (): Promise<string> => browser.run(expression).catch(String);
    for (const giveUp = Date.now() + PATIENCE_MS; Date.now() < giveUp; await sleep(30))
      if ((await valueNow()) === value) return;
    expect(await valueNow()).toBe(value);
  }
  const textOf = (selector: string): string => `document.querySelector(${JSON.stringify(selector)})?.textContent`;
  const attributeOf = (selector: string, name: string): string =>
    `document.querySelector(${JSON.stringify(selector)})?.getAttribute('${name}')`;
  const isOpen = `document.querySelector('dialog')?.open === true`;
  const titles = `[...document.querySelectorAll('[role=option] .title')].map((one) => one.textContent).join()`;
  const askedFor = (path: string): number => site.seen.filter((one) => one.path === path).length;

  describe('that change nothing the policy forbids', () => {
    afterEach(() => expect(browser.complaints).toEqual([]));

    it('load at first what all pages need, and what a table to be searched does', async () => {
      await browser.open(`${address}/s/docs/once`);
      await expectSoon(`document.querySelector('.table').matches('.searchable')`, 'true');
      const scripts = site.seen.map(({ path }) => path).filter((path) => /\.js(?:on)?$/.test(path));
      const { page, tables } = SCRIPTS;
      const needed = [page.name, tables?.name, scriptWords('en').name].map((name) => `/files/${name}`);
      expect(scripts.sort()).toEqual(needed.sort());
    });

    it('copy a code, and say so for a while', async () => {
      await browser.click('.code > button.copy');
      await expectSoon(textOf('.code > button.copy'), 'Copied');
      await expectSoon(textOf('body > p[role=status]'), 'Copied');
      await browser.run('void navigator.clipboard.readText().then((text) => (window.pasted = text))');
      await expectSoon('window.pasted', 'const a = 1;\nconst b = 2;');
      await expectSoon(textOf('.code > button.copy'), 'Copy');
    });

    it('copy the page as Markdown', async () => {
      await browser.click('a[data-copy]');
      await expectSoon(textOf('a[data-copy] span'), 'Copied');
      await browser.run('void navigator.clipboard.readText().then((text) => (window.pasted = text))');
      await expectSoon('window.pasted', '# Guide\n');
      expect(await browser.run('window.isSame')).toBe('true');
    });

    it('choose a theme at once and for all pages of the site, but not for others', async () => {
      await browser.click('form.theme button[value=dark]');
      await expectSoon('document.documentElement.dataset.theme', 'dark');
      expect(await browser.run(attributeOf('form.theme button[value=dark]', 'aria-pressed'))).toBe('true');
      expect(await browser.run(attributeOf('meta[name=color-scheme]', 'content'))).toBe('dark');
      expect(await browser.run('window.isSame')).toBe('true');
      await browser.open(`${address}/s/docs/deep/page`);
      expect(site.seen.find(({ path }) => path === '/s/docs/deep/page')?.cookie).toBe('quire_theme=dark');
      await browser.open(`${address}/s/other/page`);
      expect(site.seen.find(({ path }) => path === '/s/other/page')?.cookie).toBeUndefined();
    });

    it('choose tabs of the same name together, and on the next page again', async () => {
      const shown = `[...document.querySelectorAll('.tab')].filter((tab) => tab.offsetHeight > 0).map((tab) => tab.innerText.trim()).join()`;
      expect(await browser.run(shown)).toBe('With npm.,Also npm.');
      await browser.click('.tabs label:nth-of-type(2)');
      await expectSoon(shown, 'With yarn.,Also yarn.');
      await browser.open(`${address}/s/docs/next`);
      await expectSoon(shown, 'With yarn.,Also yarn.');
      await browser.click('.tabs + .tabs label:nth-of-type(3)');
      await expectSoon(shown, 'With yarn.,Also pnpm.');
    });

    it('find rows of a table by all words, with those that a cell connects, whatever the accents', async () => {
      await expectSoon(attributeOf('.table-search input', 'placeholder'), 'Search this table');
      const rows = `[...document.querySelectorAll('tbody tr:not([hidden])')].map((row) => row.cells[0].textContent).join()`;
      await browser.click('.table-search input');
      await browser.type('zurich SWITZER');
      await expectSoon(rows, 'Zürich,Genève');
      await browser.type(' x');
      await expectSoon(rows, '');
      expect(await browser.run(textOf('.table-nothing'))).toBe('No rows match');
    });

    it('mark the section that is read in the outline', async () => {
      await browser.run(`document.getElementById('second').scrollIntoView({ behavior: 'instant' })`);
      await expectSoon(textOf('.outline [aria-current=location]'), 'Second');
      await browser.run(`document.getElementById('first').scrollIntoView({ behavior: 'instant' })`);
      await expectSoon(textOf('.outline [aria-current=location]'), 'First');
      await browser.run('scrollTo({ top: 0, behavior: "instant" })');
      await expectSoon(`document.querySelectorAll('.outline [aria-current]').length`, '0');
    });

    it('send feedback and thank for it', async () => {
      await browser.click('form.feedback button[value=good]');
      await expectSoon(textOf('.feedback [role=status]'), 'Thank you for your feedback.');
      expect(site.seen.find(({ path }) => path === '/s/docs/feedback')?.body).toBe('page=p1&rating=good');
      expect(await browser.run(attributeOf('.feedback [value=good]', 'aria-pressed'))).toBe('true');
      expect(await browser.run('window.isSame')).toBe('true');
    });

    it.each([
      ['a slash', () => browser.strike('/')],
      ['Ctrl+K', () => browser.strike('k', { control: true })],
      ['a click on the field', () => browser.click('#_q')],
      [
        'a letter in the field',
        () => browser.run(`document.getElementById('_q').focus()`).then(() => browser.type('a')),
      ],
      ['the button of an empty field', () => browser.click('form.search button')],
    ])('open the search by %s', async (_how, open) => {
      await open();
      await expectSoon(isOpen, 'true');
      expect(await browser.run('document.activeElement.getAttribute("role")')).toBe('combobox');
      await browser.strike('Escape');
      await expectSoon(isOpen, 'false');
    });

    it('leave a slash to one who writes', async () => {
      await browser.click('.table-search input');
      await browser.strike('/');
      await expectSoon(`document.querySelector('.table-search input').value`, '/');
      expect(await browser.run(isOpen)).toBe('false');
    });

    it('search while one types, show what was found as text, and open what the arrow keys choose', async () => {
      await browser.strike('/');
      await expectSoon(isOpen, 'true');
      for (const letter of 'find') await browser.type(letter);
      await expectSoon(titles, 'About find,Second');
      expect(askedFor('/s/docs/search')).toBe(1);
      expect(await browser.run(textOf('[role=option] .path'))).toBe('Guide › Start');
      expect(await browser.run(textOf('[role=option] .text'))).toBe('To <b>find');
      expect(await browser.run(textOf('[role=option] mark'))).toBe('find');
      const active = `document.getElementById(document.activeElement.getAttribute('aria-activedescendant'))`;
      expect(await browser.run(`${active}.textContent`)).toContain('About find');
      await browser.strike('ArrowDown');
      expect(await browser.run(`${active}.textContent`)).toContain('Second');
      expect(await browser.run(`${active}.getAttribute('aria-selected')`)).toBe('true');
      await browser.strike('ArrowDown');
      await browser.strike('ArrowUp');
      await browser.strike('Enter');
      await expectSoon('location.pathname', '/s/docs/second');
    });

    it('forget what was asked before, and open the first result when it comes if Enter was faster', async () => {
      await browser.click('a[data-action=search]');
      await expectSoon(titles, 'About install,Second');
      await browser.run(`document.activeElement.select()`);
      await browser.type('slow');
      await sleep(300);
      await browser.type('er');
      await sleep(10);
      await browser.strike('Enter');
      await expectSoon('location.pathname', '/s/docs/first');
    });

    it('say so when nothing was found', async () => {
      await browser.strike('/');
      await expectSoon(isOpen, 'true');
      await browser.type('nothing');
      await expectSoon(textOf('dialog [role=status]'), 'Nothing found for “nothing”');
    });
  });

  it('show what another host has in a sandboxed frame after a click, and ask it for nothing before', async () => {
    const other = await TestSource.start();
    other.answers((_, response) => response.setHeader('content-type', 'text/html').end('<p>The film</p>'));
    site.otherHost = other.url;
    expect(await browser.run(`document.querySelectorAll('iframe').length`)).toBe('0');
    await browser.click('a.embed');
    await expectSoon(attributeOf('iframe.embed-frame', 'src'), `${address}/~/frame`);
    expect(await browser.run(attributeOf('iframe', 'title'))).toBe('A film');
    const inner = `frames[0].document.querySelector('iframe')`;
    await expectSoon(`${inner}?.getAttribute('src')`, `${other.url}/film`);
    const sandbox = (await browser.run(`${inner}.getAttribute('sandbox')`)).split(' ');
    expect(sandbox).toContain('allow-scripts');
    expect(sandbox.filter((one) => /top-navigation|modals|downloads/.test(one))).toEqual([]);
    for (let tries = 0; tries < 100 && other.asked.length === 0; tries++) await sleep(30);
    expect(other.asked.map(({ url }) => url)).toEqual(['/film']);
    expect(await browser.run('window.isSame')).toBe('true');
    expect(browser.complaints).toEqual([]);
    other.stop();
  });

  it('lead to the page that searches when the list can not be fetched', async () => {
    await browser.strike('/');
    await expectSoon(isOpen, 'true');
    await browser.type('broken');
    await expectSoon(`document.querySelector('.search-more').hidden`, 'false');
    await browser.strike('Enter');
    await expectSoon('document.title', 'Results for broken');
  });

  it('say so when feedback is refused', async () => {
    site.isFull = true;
    await browser.click('form.feedback button[value=bad]');
    await expectSoon(textOf('.feedback [role=status]'), 'Your feedback could not be sent.');
  });
});
