import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { mediaType } from '../../../../src/content/revisions/infrastructure/blobs/media-type.js';
import { rawZip } from '../exchange/raw-zip.js';

/** The head of a PNG of this size; only its header is looked at. */
function png(width: number, height: number): Buffer {
  const header = Buffer.alloc(25);
  header.writeUInt32BE(13, 0);
  header.write('IHDR', 4, 'latin1');
  header.writeUInt32BE(width, 8);
  header.writeUInt32BE(height, 12);
  header.set([8, 6, 0, 0, 0], 16);
  const data = Buffer.from([0, 0, 0, 0, 0x49, 0x44, 0x41, 0x54, 0, 0, 0, 0]);
  return Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]), header, data]);
}

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="20px" viewBox="0 0 40 30"><script>alert(1)</script></svg>';

describe('the media type of a file', () => {
  it.each<[string, string | Buffer, string, 'inline' | 'attachment']>([
    ['photo.png', png(3, 4), 'image/png', 'inline'],
    ['photo.html', png(3, 4), 'image/png', 'inline'],
    ['page.html', '<!doctype html><script>alert(1)</script>', 'text/plain; charset=utf-8', 'inline'],
    ['photo.png', '<html><script>alert(1)</script>', 'text/plain; charset=utf-8', 'inline'],
    ['photo.svg', '<html><svg></svg></html>', 'text/plain; charset=utf-8', 'inline'],
    ['photo.svg', 'hello <svg xmlns="http://www.w3.org/2000/svg"></svg>', 'text/plain; charset=utf-8', 'inline'],
    ['photo.svg', '<svg xmlns="http://www.w3.org/1999/xhtml"><script/></svg>', 'text/plain; charset=utf-8', 'inline'],
    ['drawing', `<?xml version="1.0"?>\n<!-- x -->\n${svg}`, 'image/svg+xml; charset=utf-8', 'inline'],
    ['script.js', 'alert(1)', 'text/plain; charset=utf-8', 'inline'],
    ['feed.xml', '<?xml version="1.0"?><a/>', 'text/plain; charset=utf-8', 'inline'],
    ['page.md', '# Héllo', 'text/markdown; charset=utf-8', 'inline'],
    ['table.csv', 'BMW,1', 'text/csv; charset=utf-8', 'inline'],
    ['data.json', '{}', 'application/json; charset=utf-8', 'inline'],
    ['paper.txt', '%PDF-1.4\n', 'application/pdf', 'inline'],
    ['archive', rawZip([{ name: 'a', data: 'b' }]), 'application/zip', 'attachment'],
    ['photo.png', Buffer.from([0, 1, 2, 3, 255]), 'application/octet-stream', 'attachment'],
    ['page.html', Buffer.from([0, 1, 2, 3, 255]), 'application/octet-stream', 'attachment'],
    ['empty.md', '', 'text/markdown; charset=utf-8', 'inline'],
  ])('%s holding %s', async (name, bytes, contentType, disposition) => {
    expect(await mediaType(name, Buffer.from(bytes as string))).toMatchObject({ contentType, disposition });
  });

  it('includes the size of images that declare a possible one', async () => {
    expect(await mediaType('a.png', png(640, 480))).toMatchObject({ width: 640, height: 480 });
    expect(await mediaType('a.svg', Buffer.from(svg))).toMatchObject({ width: 20, height: 30 });
    expect(await mediaType('a.png', png(0, 480))).not.toHaveProperty('width');
    expect(await mediaType('a.png', png(4_000_000_000, 480))).not.toHaveProperty('width');
  });

  it('treats a text that is cut inside a character as text', async () => {
    const cut = Buffer.from('# Grüße, 世界').subarray(0, -1);
    expect((await mediaType('a.md', cut)).contentType).toBe('text/markdown; charset=utf-8');
  });

  it('is detected in bounded time for any bytes', async () => {
    const magics = [
      '\x89PNG\r\n\x1a\n',
      'GIF89a',
      '\xff\xd8\xff\xe1',
      'RIFF\x00\x00\x00\x00WEBPVP8X',
      'BM',
      '\x00\x00\x00\x1cftypavif',
      '\x00\x00\x00\x00ftypheic',
      'II*\x00',
      '8BPS',
      '\x00\x00\x01\x00',
      'PK\x03\x04',
      'OggS',
      'ID3',
      '\x30\x26\xb2\x75\x8e\x66\xcf\x11\xa6\xd9\x00\xaa\x00\x62\xce\x6c',
      'icns',
    ];
    const fills = [
      (): Buffer => randomBytes(65_000),
      (): Buffer => Buffer.alloc(65_000),
      (): Buffer => Buffer.alloc(65_000, 0xff),
    ];
    const started = process.cpuUsage();
    for (const magic of magics) {
      for (const fill of fills) await mediaType('a.bin', Buffer.concat([Buffer.from(magic, 'latin1'), fill()]));
    }
    for (const text of [
      '<svg '.repeat(13_000),
      '<'.repeat(65_000),
      '<svg width="'.repeat(5_000),
      '<!--'.repeat(16_000),
    ]) {
      await mediaType('a.svg', Buffer.from(text));
    }
    expect(process.cpuUsage(started).user / 1_000).toBeLessThan(10_000);
  });
});
