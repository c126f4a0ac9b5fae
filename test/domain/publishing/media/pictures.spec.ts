import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Settings } from '#kernel/infrastructure/settings';
import { keptFor } from '../../../../src/publishing/media/domain/pictures.js';
import { PictureFolder } from '../../../../src/publishing/media/infrastructure/picture-folder.js';
import { pictureEnding } from '../../../../src/publishing/media/infrastructure/picture-type.js';

const SVG = '<svg xmlns="http://www.w3.org/2000/svg"/>';

describe('what kind of picture a file is', () => {
  it.each([
    ['<svg>', 'svg'],
    [`\ufeff<?xml version="1.0" encoding="utf-8"?>\n<!-- <b> -->\n${SVG}`, 'svg'],
    ['<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "svg11.dtd" [<!ENTITY a "b">]><svg>', 'svg'],
    ['GIF89a\u0001\u0000\u0001\u0000', 'gif'],
    [Buffer.from('ffd8ffe000104a464946', 'hex'), 'jpg'],
    [Buffer.from('52494646240000005745425056503820', 'hex'), 'webp'],
    [Buffer.from('0000001c66747970617669660000000061766966', 'hex'), 'avif'],
    [Buffer.from('000001000100101000000100', 'hex'), 'ico'],
    ['<html><svg></svg></html>', undefined],
    ['<svgs>', undefined],
    ['%PDF-1.7', undefined],
    ['', undefined],
  ])('is seen in its first bytes: %j', async (head, ending) => {
    expect(await pictureEnding(Buffer.from(head as string))).toBe(ending);
  });
});

describe('for how long a picture is kept', () => {
  it.each([
    [undefined, 3_600],
    ['no-store', 3_600],
    ['max-age=0', 300],
    ['public, max-age=7200', 7_200],
    ['max-age=31536000, immutable', 86_400],
  ])('is as its host says, between five minutes and a day: %s', (header, seconds) => {
    expect(keptFor(header)).toBe(seconds * 1_000);
  });
});

describe('the folder of pictures', () => {
  const KEY = 'a'.repeat(64);
  const SOON = 4_000_000_000_000;
  let dataDir: string;
  const folder = (): PictureFolder => new PictureFolder({ dataDir } as Settings);
  const put = (to: PictureFolder, text: string, key = KEY) => to.put(key, Readable.from([Buffer.from(text)]), SOON);
  const files = (): Promise<string[]> => readdir(join(dataDir, 'pictures'));

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'quire-pictures-'));
  });
  afterEach(() => rm(dataDir, { recursive: true }));

  it('has its pictures after a restart', async () => {
    const kept = await put(folder(), SVG);
    const later = folder();
    const found = await later.find(KEY);
    expect(found).toMatchObject({ ending: 'svg', size: SVG.length, etag: kept?.etag, freshUntil: SOON });
    const stream = found && (await later.open(KEY, found));
    expect(stream && String(await buffer(stream))).toBe(SVG);
  });

  it('has one file for each address, the last one', async () => {
    const one = folder();
    await put(one, SVG);
    await put(one, '<svg/>');
    await expectFiles([/^a{64}\.[\w-]{27}\.svg$/]);
    expect((await one.find(KEY))?.size).toBe(6);
  });

  it('takes no file that is no picture, and leaves nothing of it', async () => {
    expect(await put(folder(), '<p>Not here</p>')).toBeUndefined();
    expect(await put(folder(), 'x'.repeat(100_000))).toBeUndefined();
    expect(await files()).toEqual([]);
  });

  it('misses a picture whose file was removed, and knows nothing of other files', async () => {
    const one = folder();
    const kept = await put(one, SVG);
    await rm(kept?.path ?? '');
    expect(kept && (await one.open(KEY, kept))).toBeUndefined();
    expect(await one.find(KEY)).toBeUndefined();
    await writeFile(join(dataDir, 'pictures', 'notes.txt'), 'Mine');
    expect(await folder().find('notes')).toBeUndefined();
    expect(await files()).toEqual(['notes.txt']);
  });

  /** Removing is not waited for. */
  async function expectFiles(names: RegExp[]): Promise<void> {
    for (let tries = 0; tries < 50 && (await files()).length > names.length; tries++)
      await new Promise((resolve) => setTimeout(resolve, 10));
    expect(await files()).toEqual(names.map((name) => expect.stringMatching(name)));
  }
});
