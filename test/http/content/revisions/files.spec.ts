import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Json } from '#testing/api-client';
import { TestServer, type TestUser } from '#testing/test-server';
import { TestChangeRequest } from '#testing/test-change-request';
import { TestSpace } from '#testing/test-space';
import { uploadOf, zipOf } from '../../../contexts/content/exchange/transfer-fixture.js';
import { Blobs } from '../../../../src/content/revisions/domain/content/blobs.js';

describe('files', () => {
  const PIXEL = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10"><script>alert(1)</script></svg>';

  let server: TestServer;
  let ada: TestUser & { organization: string };
  let space: TestSpace;

  beforeAll(async () => {
    server = await TestServer.shared();
    ada = await server.administrator();
    space = await TestSpace.create(ada);
  });

  afterAll(() => server.stop());

  const download = (file: Json, headers: Record<string, string> = {}) =>
    server.anonymous.get(file.downloadURL, { headers });

  describe('a file sent as a form', () => {
    const send = (path: string, bytes: Buffer, name: string, api = ada.api) =>
      api.post(path, undefined, uploadOf(bytes, name));

    it('becomes a file of the space, in one new revision, and is served unchanged', async () => {
      const before = await space.revision();
      const answer = await send(`${space.path}/content/files`, PIXEL, 'dot.png');
      expect(answer.status).toBe(201);
      expect(answer.body).toMatchObject({ object: 'file', name: 'dot.png', contentType: 'image/png' });
      expect(answer.body.dimensions).toEqual({ width: 1, height: 1 });
      expect(answer.headers.location).toMatch(new RegExp(`${space.path}/content/files/${answer.body.id}$`));
      const revision = (await ada.api.get(`${space.path}/content`)).body;
      expect(revision.parents).toEqual([before]);
      expect((await download(answer.body)).bytes.equals(PIXEL)).toBe(true);
    });

    it('is added only to the change request to which it was sent', async () => {
      const change = await TestChangeRequest.create(space);
      const path = `${space.path}/change-requests/${change.id}/content/files`;
      const answer = await send(path, Buffer.from('draft'), 'draft.txt');
      expect(answer.status).toBe(201);
      expect((await ada.api.get(`${path}/${answer.body.id}`)).body).toEqual(answer.body);
      expect((await ada.api.get(`${space.path}/content/files/${answer.body.id}`)).status).toBe(404);
      expect((await send(`${space.path}/change-requests/none/content/files`, PIXEL, 'a.png')).status).toBe(404);
    });

    it('may be far larger than an inline file', async () => {
      const answer = await send(`${space.path}/content/files`, Buffer.alloc(5_000_000, 1), 'large.bin');
      expect([answer.status, answer.body.size]).toEqual([201, 5_000_000]);
    });

    it('is refused in a malformed form, without the field, or with a name that is too long', async () => {
      const path = `${space.path}/content/files`;
      expect((await ada.api.post(path, { name: 'a' })).status).toBe(415);
      const form = uploadOf(PIXEL, 'a.png');
      const other = { ...form, payload: Buffer.from(String(form.payload).replace('name="file"', 'name="data"')) };
      expect((await ada.api.post(path, undefined, other)).status).toBe(400);
      expect((await send(path, PIXEL, `${'a'.repeat(257)}.png`)).status).toBe(400);
    });

    it('runs no script and opens no archive: risky types are served as a download', async () => {
      const gif = Buffer.from('GIF89a\x01\x00\x01\x00/*<script>alert(1)</script>', 'latin1');
      const hostile: [string, Buffer][] = [
        ['page.html', Buffer.from('<!doctype html><script>alert(1)</script>')],
        ['both.gif', Buffer.concat([gif, Buffer.from('<html><body onload=alert(1)>')])],
        ['bomb.docx', zipOf({ 'word/document.xml': Buffer.alloc(20_000_000) })],
        ['script.svg', Buffer.from(SVG)],
      ];
      for (const [name, bytes] of hostile) {
        const { body } = await send(`${space.path}/content/files`, bytes, name);
        const served = await download(body);
        expect(served.bytes.equals(bytes)).toBe(true);
        expect(served.headers['x-content-type-options']).toBe('nosniff');
        expect(served.headers['content-security-policy']).toContain('sandbox');
        expect(served.headers['content-type']).not.toMatch(/html/);
        if (name.endsWith('.docx')) expect(served.headers['content-disposition']).toMatch(/^attachment/);
      }
    });

    it('with a header that declares a huge picture is stored and not decoded', async () => {
      const huge = Buffer.from(PIXEL);
      huge.writeUInt32BE(0x7fffffff, 16);
      huge.writeUInt32BE(0x7fffffff, 20);
      const answer = await send(`${space.path}/content/files`, huge, 'huge.png');
      expect(answer.status).toBe(201);
    });
  });

  describe('a file', () => {
    it('has a type detected from its bytes, not from its name', async () => {
      const picture = await space.file('wrong.txt', PIXEL, 'text/plain');
      expect(picture).toMatchObject({
        object: 'file',
        name: 'wrong.txt',
        contentType: 'image/png',
        size: PIXEL.length,
      });
      expect(picture.dimensions).toEqual({ width: 1, height: 1 });
      const page = await space.file('page.png', '<script>alert(1)</script>', 'image/png');
      expect(page.contentType).toMatch(/^text\/plain/);
      expect(page).not.toHaveProperty('dimensions');
    });

    it('is listed with the others of its space, in pages', async () => {
      const own = await TestSpace.create(ada);
      for (const name of ['a.txt', 'b.txt', 'c.txt']) await own.file(name, name);
      const first = (await ada.api.get(`${own.path}/content/files`, { query: { limit: 2 } })).body;
      const last = (await ada.api.get(`${own.path}/content/files`, { query: { limit: 2, page: first.next.page } }))
        .body;
      expect([...first.items, ...last.items].map(({ name }) => name)).toEqual(['a.txt', 'b.txt', 'c.txt']);
      expect(last).not.toHaveProperty('next');
    });

    it('of up to 1 MB inline is accepted, a larger one refused with 413', async () => {
      const send = (bytes: number) =>
        space.send([
          {
            operation: 'insert_files',
            files: [{ name: 'big.bin', base64: Buffer.alloc(bytes, 1).toString('base64'), contentType: 'text/plain' }],
          },
        ]);
      expect((await send(1_000_000)).status).toBe(200);
      expect((await send(1_000_001)).status).toBe(413);
    });

    it('is shown by its address in pages that refer to it', async () => {
      const file = await space.file('pixel.png', PIXEL, 'image/png');
      const page = await space.insert('Picture', `![Alt](${file.downloadURL})`);
      expect(JSON.stringify((await space.page(page)).document)).toContain(`"file":"${file.id}"`);
      expect(await space.markdown(page)).toContain(file.downloadURL);
    });
  });

  describe('the bytes of a file', () => {
    it('can be read and cached forever by anyone with the address', async () => {
      const file = await space.file('hello.txt', 'hello world');
      const { status, headers, text } = await download(file);
      expect([status, text]).toEqual([200, 'hello world']);
      expect(headers).toMatchObject({
        'content-type': 'text/plain; charset=utf-8',
        'content-length': '11',
        'accept-ranges': 'bytes',
        'x-content-type-options': 'nosniff',
        'cache-control': 'public, max-age=31536000, immutable',
      });
      expect(headers['content-disposition']).toBe("inline; filename*=UTF-8''hello.txt");
      const again = await download(file, { 'if-none-match': headers.etag ?? '' });
      expect([again.status, again.text]).toEqual([304, '']);
    });

    it('support range requests', async () => {
      const file = await space.file('digits.txt', '0123456789');
      for (const [range, part, content] of [
        ['bytes=2-4', '234', 'bytes 2-4/10'],
        ['bytes=7-', '789', 'bytes 7-9/10'],
        ['bytes=-3', '789', 'bytes 7-9/10'],
        ['bytes=8-99', '89', 'bytes 8-9/10'],
      ] as const) {
        const { status, text, headers } = await download(file, { range });
        expect([range, status, text, headers['content-range']]).toEqual([range, 206, part, content]);
        expect(headers['content-length']).toBe(String(part.length));
      }
      const beyond = await server.app.inject({
        url: new URL(file.downloadURL).pathname,
        headers: { range: 'bytes=10-' },
      });
      expect(beyond.statusCode).toBe(416);
      expect(beyond.headers['content-range']).toBe('bytes */10');
      for (const range of ['lines=1-2', 'bytes=0-1,4-5', 'bytes=5-2', 'bytes=x-']) {
        expect([range, (await download(file, { range })).text]).toEqual([range, '0123456789']);
      }
      const { etag = '' } = (await download(file)).headers;
      expect((await download(file, { range: 'bytes=0-1', 'if-range': etag })).status).toBe(206);
      expect((await download(file, { range: 'bytes=0-1', 'if-range': '"other"' })).status).toBe(200);
    });

    it('are not opened for HEAD and conditional requests', async () => {
      const file = await space.file('digits-again.txt', '01234567890123456789');
      const { pathname } = new URL(file.downloadURL);
      const head = (headers: Record<string, string>) => server.app.inject({ method: 'HEAD', url: pathname, headers });
      const whole = await download(file);
      await server.app.get(Blobs).delete(pathname.split('/')[2] ?? '', pathname.split('/')[3] ?? '');
      for (const headers of [{}, { range: 'bytes=2-4' }]) {
        const told = await head(headers as Record<string, string>);
        expect([told.statusCode, told.body, told.headers['content-range']]).toEqual([200, '', undefined]);
        for (const name of ['content-length', 'content-type', 'etag', 'content-disposition']) {
          expect([name, String(told.headers[name])]).toEqual([name, whole.headers[name]]);
        }
      }
      expect((await head({ 'if-none-match': whole.headers.etag ?? '' })).statusCode).toBe(304);
      expect((await download(file)).status).toBe(404);
    });

    it('of an SVG are shown, but run nothing', async () => {
      const file = await space.file('drawing.svg', SVG, 'image/svg+xml');
      expect(file.dimensions).toEqual({ width: 20, height: 10 });
      const { headers, text } = await download(file);
      expect(text).toBe(SVG);
      expect(headers['content-type']).toMatch(/^image\/svg\+xml/);
      expect(headers['content-security-policy']).toBe("default-src 'none'; style-src 'unsafe-inline'; sandbox");
    });

    it('are not found at a modified address', async () => {
      const { pathname } = new URL((await space.file('a.txt', 'secret bytes')).downloadURL);
      const [, , organization = '', hash = '', signature = '', name = ''] = pathname.split('/');
      for (const parts of [
        [organization, hash, signature, 'b.txt'],
        [organization, hash, signature.replace(/.$/, signature.endsWith('A') ? 'B' : 'A'), name],
        [organization, 'f'.repeat(64), signature, name],
        ['other', hash, signature, name],
        [organization, '..%2f..', signature, name],
      ]) {
        expect((await server.anonymous.get(`/files/${parts.join('/')}`)).status).toBe(404);
      }
    });

    it('keep names in any script', async () => {
      const file = await space.file('résumé 日本 "x".txt', 'bytes');
      const { status, headers } = await download(file);
      expect(status).toBe(200);
      expect(headers['content-disposition']).toBe(
        `inline; filename*=UTF-8''${encodeURIComponent('résumé 日本 "x".txt')}`,
      );
    });
  });
});
