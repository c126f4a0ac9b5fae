import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TestServer, type TestUser } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';
import { TestSite } from './publishing/visits/visits.js';

/** Pages whose list is long enough to be worth it. */
const PAGES = 50;

interface Got {
  status: number;
  encoding: string | null;
  etag: string;
  vary: string | null;
  text: string;
}

describe('compressed', () => {
  let server: TestServer;
  let ada: TestUser & { organization: string };
  let space: TestSpace;
  let list: string;

  beforeAll(async () => {
    server = await TestServer.start();
    await server.app.listen(0, '127.0.0.1');
    ada = await server.administrator();
    space = await TestSpace.create(ada);
    await space.change(
      ...Array.from({ length: PAGES }, (_, n) => ({
        operation: 'insert_page',
        title: `Page ${n} of a longer list é 日`.repeat(5),
        type: 'group',
      })),
    );
    list = `${space.path}/content/pages`;
  });

  afterAll(() => server.stop());

  const get = async (path: string, headers: Record<string, string> = {}, token = ada.token): Promise<Got> => {
    const { port } = server.app.getHttpServer().address() as AddressInfo;
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'br, gzip;q=0.8', ...headers },
    });
    return {
      status: answer.status,
      encoding: answer.headers.get('content-encoding'),
      etag: answer.headers.get('etag') ?? '',
      vary: answer.headers.get('vary'),
      text: await answer.text(),
    };
  };

  /** Reads until the answer comes compressed, which is made beside the requests. */
  const packed = async (path: string): Promise<Got> => {
    for (let times = 0; times < 200; times++) {
      const got = await get(path);
      if (got.encoding !== null) return got;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    throw new Error(`${path} was never compressed`);
  };

  it('are long answers that are kept and asked for again, the same as they were', async () => {
    const first = await get(list);
    expect(first).toMatchObject({ status: 200, encoding: null, vary: 'accept-encoding' });
    expect(JSON.parse(first.text).pages).toHaveLength(PAGES);
    expect(await packed(list)).toEqual({ ...first, encoding: 'gzip', etag: `W/${first.etag}` });
  });

  it('are none for callers who take none', async () => {
    const { text, etag } = await packed(list);
    for (const taken of ['identity', 'br', 'gzip;q=0', 'deflate, gzip; q=0']) {
      expect(await get(list, { 'accept-encoding': taken })).toMatchObject({
        ...{ status: 200, encoding: null, text, vary: 'accept-encoding' },
        etag: etag.replace('W/', ''),
      });
    }
  });

  it('hold or do not hold like any other', async () => {
    const { etag } = await packed(list);
    expect(await get(list, { 'if-none-match': etag })).toMatchObject({ status: 304, encoding: null, text: '' });
    await space.insert('One more', 'Text.');
    const after = await get(list, { 'if-none-match': etag });
    expect(after.status).toBe(200);
    expect(JSON.parse(after.text).pages).toHaveLength(PAGES + 1);
  });

  it('are those of what renderers read of a site as well', async () => {
    const titles = Array.from({ length: 12 }, (_, n) => `Section ${n}`);
    const site = await TestSite.publish(server, ada, titles);
    const path = `${site.path}/published`;
    const plain = await get(path, { 'accept-encoding': 'identity' });
    expect(plain.status).toBe(200);
    expect((await packed(path)).text).toBe(plain.text);
  });

  it('are no short ones', async () => {
    const short = await TestSpace.create(ada);
    await short.insert('Page', 'Text.');
    for (let times = 0; times < 5; times++) {
      expect(await get(`${short.path}/content/pages`)).toMatchObject({ status: 200, encoding: null });
    }
  });
});
