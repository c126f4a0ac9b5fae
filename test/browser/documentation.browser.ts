import { writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { QuireProcess } from '../scenarios/support/quire-process.js';
import { Chromium } from './chromium.js';

describe('the documentation of the API in a browser', () => {
  const server = new QuireProcess();
  let browser: Chromium;

  beforeAll(async () => {
    await server.start();
    browser = await Chromium.start({ scripts: true });
  }, 120_000);
  afterAll(async () => {
    await browser.stop();
    await server.dispose();
  });

  async function until(expression: string): Promise<void> {
    for (const deadline = Date.now() + 30_000; Date.now() < deadline; await sleep(100))
      if ((await browser.run(`String(Boolean(${expression}))`)) === 'true') return;
    throw new Error(`This never came true: ${expression}\n${browser.complaints.join('\n')}`);
  }

  it('works under its policy: operations are shown, tried out and answered, and the browser complains of nothing', async () => {
    await browser.open(`${server.url}/docs`);
    await until(`document.querySelectorAll('.opblock-tag').length > 5`);
    await browser.run(`[...document.querySelectorAll('.opblock-tag')].forEach((tag) => tag.click())`);
    const operation = `[...document.querySelectorAll('.opblock')].find((block) => block.querySelector('.opblock-summary-path')?.dataset.path === '/v1')`;
    await until(operation);
    await browser.run(`${operation}.querySelector('.opblock-summary-control').click()`);
    await until(`${operation}.querySelector('.execute')`);
    // The page shows an operation before it has read all of it, and can't send it till then.
    await until(`ui.specSelectors.specResolvedSubtree(['paths', '/v1', 'get'])`);
    await browser.run(`${operation}.querySelector('.execute').click()`);
    await until(
      `${operation}.querySelector('.live-responses-table .response .response-col_status')?.innerText.includes('200')`,
    );
    await browser.run(`${operation}.scrollIntoView()`);
    const { PICTURE } = process.env;
    if (PICTURE !== undefined) writeFileSync(PICTURE, await browser.picture());
    expect(browser.complaints).toEqual([]);
  });

  it('runs no script that stands in the page itself', async () => {
    await browser.run(
      `document.body.append(Object.assign(document.createElement('script'), { text: 'window.ran = 1' }))`,
    );
    expect(await browser.run('String(window.ran)')).toBe('undefined');
    expect(browser.complaints.join()).toContain('Content Security Policy');
  });
});
