import { request, Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { git, repository } from '../contexts/content/exchange/git-fixtures.js';
import { removeScratch } from '../contexts/content/scratch.js';
import { QuireProcess, TOKEN } from './support/quire-process.js';

interface Answer {
  status: number;
  body: string;
}

/** How long a server may take to end. */
const END_MS = 5_000;
const SPIN_MS = 300;
const PAGES = 1_500;
const PATIENCE_MS = 150_000;
const WRITERS = 6;
const READERS = 4;

/** How many times as long work takes as it would with a processor to itself: other processes may share this one. */
function share(): number {
  const [begun, before] = [performance.now(), process.cpuUsage()];
  while (performance.now() - begun < SPIN_MS);
  const { user, system } = process.cpuUsage(before);
  return Math.max(1, (performance.now() - begun) / ((user + system) / 1000));
}

describe('A server under full work that is asked to end', () => {
  let quire: QuireProcess;
  let organization: string;
  const agent = new Agent({ keepAlive: true });

  beforeAll(async () => {
    quire = new QuireProcess({ QUIRE_GIT_FILE_REMOTES: 'on' });
    await quire.start();
    organization = (await quire.call<{ id: string }>('POST', '/orgs', { title: 'Stopping' })).body.id;
  });

  afterAll(async () => {
    agent.destroy();
    await quire.dispose();
    await removeScratch();
  });

  const newSpace = async (): Promise<string> =>
    (await quire.call<{ id: string }>('POST', `/orgs/${organization}/spaces`, { empty: true })).body.id;

  /** Sends a request on a connection that is kept. Undefined where the connection ends before there is an answer. */
  function send(method: string, path: string, body?: object): Promise<Answer | undefined> {
    return new Promise((resolve) => {
      const text = body === undefined ? undefined : JSON.stringify(body);
      const headers = { authorization: `Bearer ${TOKEN}`, ...(text && { 'content-type': 'application/json' }) };
      const sent = request(`${quire.url}/v1${path}`, { method, agent, headers }, (response) => {
        let read = '';
        response.setEncoding('utf8').on('data', (piece: string) => (read += piece));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body: read }));
        response.on('error', () => resolve(undefined));
      });
      sent.on('error', () => resolve(undefined));
      sent.end(text);
    });
  }

  /** A repository of many pages. */
  async function manyPages(): Promise<{ bare: string }> {
    const numbers = Array.from({ length: PAGES }, (_, number) => number);
    const files = numbers.map((number) => [
      `page-${number}.md`,
      `# Page ${number}\n\n${`Some words of page ${number}, and more of them. `.repeat(40)}\n`,
    ]);
    const summary = numbers.map((number) => `* [Page ${number}](page-${number}.md)\n`).join('');
    return repository({ 'SUMMARY.md': `# Table of contents\n\n${summary}`, ...Object.fromEntries(files) });
  }

  it('ends within five seconds, has answered what it accepted, and keeps all that it acknowledged', async () => {
    const { bare } = await manyPages();
    const [synced, edited] = [await newSpace(), await newSpace()];
    const wanted = { url: `file://${bare}`, ref: 'main', direction: 'import' };
    expect((await quire.call('PUT', `/spaces/${synced}/git/sync`, wanted)).status).toBe(200);

    const acknowledged: string[] = [];
    const unanswered: string[] = [];
    const statuses = new Set<number>();
    let ended = false;
    const write = async (writer: number): Promise<void> => {
      for (let n = 0; !ended; n++) {
        const title = `Page ${n} of ${writer}`;
        const changes = [{ operation: 'insert_page', title, document: { markdown: `Words of ${title}.` } }];
        const outcome = await send('POST', `/spaces/${edited}/content`, { changes });
        if (outcome) statuses.add(outcome.status);
        else await sleep(20);
        if (outcome?.status === 200) acknowledged.push(title);
        if (!outcome) unanswered.push(title);
      }
    };
    const read = async (): Promise<void> => {
      while (!ended) {
        const outcome = await send('GET', `/spaces/${edited}/content/pages`);
        if (outcome) statuses.add(outcome.status);
        else await sleep(20);
      }
    };
    const clients = [
      ...Array.from({ length: WRITERS }, (_, writer) => write(writer)),
      ...Array.from({ length: READERS }, () => read()),
    ];
    await sleep(2_500);
    const busy = share();
    const before = performance.now();
    expect(await quire.stop()).toBe(0);
    const took = performance.now() - before;
    ended = true;
    await Promise.all(clients);
    expect(acknowledged.length).toBeGreaterThan(20);
    expect(took).toBeLessThan(END_MS * Math.max(busy, share()));
    expect([...statuses].filter((status) => ![200, 409, 503].includes(status))).toEqual([]);

    await quire.start();
    const pages = async (space: string): Promise<string[]> => {
      const { body } = await quire.call<{ pages: { title: string }[] }>('GET', `/spaces/${space}/content/pages`);
      return body.pages.map(({ title }) => title);
    };
    const kept = new Set(await pages(edited));
    expect(acknowledged.filter((title) => !kept.has(title))).toEqual([]);
    // What the server had begun to read it has answered: the end of a connection means that nothing was done.
    expect(unanswered.filter((title) => kept.has(title))).toEqual([]);
    for (const giveUp = Date.now() + PATIENCE_MS; ; await sleep(200)) {
      const { body } = await quire.call<{ state: string; commit?: string }>('GET', `/spaces/${synced}/git/sync`);
      expect(body.state).not.toBe('failure');
      if (body.state === 'success' && body.commit === git(bare, 'rev-parse', 'main')) break;
      if (Date.now() > giveUp) throw new Error('Waited for the sync in vain');
    }
    expect(await pages(synced)).toHaveLength(PAGES);
  }, 400_000);
});
