import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { QuireProcess } from './support/quire-process.js';

interface Listed {
  items: { name: string; version: number; urls: { publicContentEndpoint: string } }[];
}

/** From a first start on: the integrations that come with Quire. */
describe('the integrations that come with Quire, on a server of its own', () => {
  const quire = new QuireProcess();

  beforeAll(() => quire.start(), 120_000);
  afterAll(() => quire.dispose(), 60_000);

  async function published(): Promise<Listed['items']> {
    for (const giveUp = Date.now() + 20_000; Date.now() < giveUp; await sleep(100)) {
      const { items } = (await quire.call<Listed>('GET', '/integrations')).body;
      if (items.length === 3) return items.sort((one, other) => one.name.localeCompare(other.name));
    }
    throw new Error('They were not published in time');
  }

  it('are published by the first start, answer, and are not published again by the next', async () => {
    const items = await published();
    expect(items.map(({ name, version }) => [name, version])).toEqual([
      ['quire-analytics', 1],
      ['quire-mermaid', 1],
      ['quire-webhook', 1],
    ]);
    const page = await fetch(items[1]?.urls.publicContentEndpoint ?? '');
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('/integration-content/')]);
    await quire.stop();
    await quire.start();
    await sleep(500);
    expect((await published()).map(({ version }) => version)).toEqual([1, 1, 1]);
    // The server's own organization is in no list.
    expect((await quire.call<{ items: unknown[] }>('GET', '/orgs')).body.items).toEqual([]);
  });
});
