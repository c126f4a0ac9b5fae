import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Chromium } from '../chromium.js';

/** The rules of WCAG 2 up to AA, and what is good practice. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What scripts of the test use in a page: `violations(place)`, and `frames()`, which waits until it was painted. */
const HELP = `
  window.frames_ = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())));
  window.violations_ = async (place, state) => {
    const options = { runOnly: { type: 'tag', values: ${JSON.stringify(TAGS)} }, resultTypes: ['violations'] };
    const { violations } = await axe.run(place, options);
    return violations.flatMap(({ id, nodes }) =>
      nodes.slice(0, 3).map(({ html, any, all, none }) =>
        [state, id, html.slice(0, 160), [...any, ...all, ...none][0]?.message ?? ''].join(' · ')));
  };`;

/** The page as it is loaded, then with everything open that opens where it is. */
const WHOLE = `(async () => {
  const found = await violations_(document, 'as loaded');
  const closed = document.querySelectorAll('main details, .tabs, input.unfold');
  if (closed.length === 0) return JSON.stringify(found);
  for (const one of closed) {
    if (one.matches('details')) one.open = true;
    else (one.querySelector(':scope > label:last-of-type') ?? one).click();
  }
  await frames_();
  return JSON.stringify([...found, ...(await violations_(document, 'opened'))]);
})()`;

/** Each menu, one after the other, with those that it is within. */
const menus = (isChecked: boolean): string => `(async () => {
  const opened = [];
  const found = [];
  const invoker = (id) => document.querySelector('button[popovertarget="' + CSS.escape(id) + '"]');
  const open = (menu) => {
    const button = invoker(menu.id);
    const outer = button?.closest('[popover]');
    if (outer && outer !== menu) open(outer);
    if (button?.checkVisibility() && !menu.matches(':popover-open')) button.click();
  };
  for (const menu of document.querySelectorAll('[popover][id]')) {
    for (const one of document.querySelectorAll(':popover-open')) one.hidePopover();
    open(menu);
    if (!menu.matches(':popover-open')) continue;
    await frames_();
    opened.push(menu.id);
    if (${isChecked}) found.push(...(await violations_(menu, menu.id)));
  }
  for (const one of document.querySelectorAll(':popover-open')) one.hidePopover();
  return JSON.stringify({ opened, found });
})()`;

/** Runs axe in the page that a browser shows. */
export class Axe {
  private constructor(private readonly browser: Chromium) {}

  static async in(browser: Chromium): Promise<Axe> {
    await browser.run(`${AXE};${HELP};true`);
    return new Axe(browser);
  }

  /** What it finds on the page, as loaded and with everything open. */
  async page(): Promise<string[]> {
    return JSON.parse(await this.browser.wait(WHOLE)) as string[];
  }

  /** The ids of menus that could be opened, and what it finds in them. */
  async menus(): Promise<{ opened: string[]; found: string[] }> {
    return JSON.parse(await this.browser.wait(menus(true))) as { opened: string[]; found: string[] };
  }

  /** Opens each menu for a moment. */
  async openMenus(): Promise<void> {
    await this.browser.wait(menus(false));
  }

  /** What it finds in the first thing of a selector. */
  async part(selector: string): Promise<string[]> {
    const expression = `violations_(document.querySelector(${JSON.stringify(selector)}), ${JSON.stringify(selector)})`;
    return JSON.parse(await this.browser.wait(`${expression}.then(JSON.stringify)`)) as string[];
  }
}
