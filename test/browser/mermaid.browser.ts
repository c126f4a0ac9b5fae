import { writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { QuireProcess } from '../scenarios/support/quire-process.js';
import { Chromium } from './chromium.js';

const FLOW = 'flowchart LR\n  Writer -->|edits| Page --> Reader';
const KINDS: Record<string, string> = {
  sequence: 'sequenceDiagram\n  Alice->>Bob: Hello\n  Bob-->>Alice: Hi',
  states: 'stateDiagram-v2\n  [*] --> Draft\n  Draft --> Live\n  Live --> [*]',
  classes: 'classDiagram\n  Space <|-- Page\n  Page : +title',
  entities: 'erDiagram\n  SPACE ||--o{ PAGE : has',
  gantt: 'gantt\n  dateFormat YYYY-MM-DD\n  section A\n  Task :a1, 2026-01-01, 30d',
  pie: 'pie title Pages\n  "Read" : 80\n  "Unread" : 20',
  timeline: 'timeline\n  2025 : First\n  2026 : Second',
};

/** A page of another server with the diagram in a frame, as renderers show it. */
const pageWith = (frame: string): string => `<!doctype html><meta charset="utf-8"><title>Guide</title>
  <iframe src="${frame}" sandbox="allow-scripts allow-same-origin" style="width: 600px; height: 300px; border: 0"></iframe>
  <script>
    window.heard = [];
    addEventListener('message', ({ data, source }) => {
      window.heard.push(data.action);
      if (data.action.action === '@webframe.ready') source.postMessage({ state: { content: ${JSON.stringify(FLOW)} } }, '*');
    });
  </script>`;

/** The browser reaches nothing but this machine, so what is drawn comes from the server itself. */
describe('a diagram of the Mermaid integration in a browser', () => {
  const server = new QuireProcess();
  const site = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end(pageWith(frame));
  });
  let frame: string;
  let browser: Chromium;

  beforeAll(async () => {
    await server.start();
    site.listen(0, '127.0.0.1');
    await once(site, 'listening');
    frame = await frameAddress();
    browser = await Chromium.start({ scripts: true });
  }, 120_000);
  afterAll(async () => {
    await browser.stop();
    site.close();
    await server.dispose();
  });

  async function frameAddress(): Promise<string> {
    for (const giveUp = Date.now() + 20_000; Date.now() < giveUp; await sleep(100)) {
      const { status, body } = await server.call<{ urls: { publicContentEndpoint: string } }>(
        'GET',
        '/integrations/quire-mermaid',
      );
      if (status === 200) return `${body.urls.publicContentEndpoint}/1`;
    }
    throw new Error('It was not published in time');
  }
  async function until(expression: string): Promise<void> {
    for (const deadline = Date.now() + 30_000; Date.now() < deadline; await sleep(100))
      if ((await browser.run(`String(Boolean(${expression}))`)) === 'true') return;
    throw new Error(`This never came true: ${expression}\n${browser.complaints.join('\n')}`);
  }
  const draw = (content: string): Promise<string> =>
    browser.run(`String(window.postMessage({ state: { content: ${JSON.stringify(content)} } }, '*'))`);

  it('is drawn within the page of a site, which learns its size', async () => {
    await browser.open(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`);
    await until(`window.heard.some(({ action }) => action === '@webframe.resize')`);
    const size = JSON.parse(
      await browser.run(`JSON.stringify(window.heard.find(({ action }) => action === '@webframe.resize').size)`),
    ) as { height: number; aspectRatio: number };
    expect(size.height).toBeGreaterThan(30);
    expect(size.aspectRatio).toBeGreaterThan(1);
    const { PICTURE } = process.env;
    if (PICTURE !== undefined) writeFileSync(PICTURE, await browser.picture());
    expect(browser.complaints).toEqual([]);
  });

  it('is an SVG with the words of the diagram, of each kind', async () => {
    await browser.open(frame);
    await draw(FLOW);
    await until(`document.querySelector('#diagram svg')?.textContent.includes('Writer')`);
    for (const [kind, text] of Object.entries(KINDS)) {
      await browser.run(`String(document.getElementById('diagram').replaceChildren())`);
      await draw(text);
      await until(`document.querySelector('#diagram svg') /* ${kind} */`);
    }
    expect(browser.complaints).toEqual([]);
  });

  it('says so where the text is no diagram, and draws again when it is one', async () => {
    await browser.open(frame);
    await draw('flowchart LR\n  -->');
    await until(`document.querySelector('#diagram pre')?.textContent.includes("can't be drawn")`);
    await draw(FLOW);
    await until(`document.querySelector('#diagram svg')`);
  });

  it('runs nothing that its text has in it', async () => {
    await browser.open(frame);
    await draw('flowchart LR\n  A["<img src=x onerror=window.ran=1>"] --> B\n  click B "javascript:window.ran=1"');
    await until(`document.querySelector('#diagram svg, #diagram pre')`);
    await sleep(300);
    expect(await browser.run('String(window.ran)')).toBe('undefined');
  });
});
