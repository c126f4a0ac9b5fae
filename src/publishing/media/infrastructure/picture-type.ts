import { fileTypeFromBuffer } from 'file-type';
import { PICTURE_TYPES, type PictureEnding } from '../domain/pictures.js';

/** How many bytes of a file tell what it is. */
export const HEAD_BYTES = 4_100;

/** What may come before the element of an SVG picture. */
const BEFORE = /^(?:\s+|<\?[^?]{0,500}\?>|<!--[^]*?-->|<!doctype\s[^[>]*(?:\[[^\]]*\]\s*)?>)/i;
const SVG = /^<(?:svg:)?svg[\s>/]/;

/** What kind of picture a file is by its first bytes, whatever its name or host says; undefined for any other file. */
export async function pictureEnding(head: Buffer): Promise<PictureEnding | undefined> {
  if (isSvg(head)) return 'svg';
  const found = await fileTypeFromBuffer(head).catch(() => undefined);
  const mime = found?.mime === 'image/apng' ? 'image/png' : found?.mime;
  return (Object.keys(PICTURE_TYPES) as PictureEnding[]).find((ending) => PICTURE_TYPES[ending] === mime);
}

function isSvg(head: Buffer): boolean {
  let text = head.toString('utf8').replace(/^\ufeff/, '');
  for (let before = BEFORE.exec(text); before; before = BEFORE.exec(text)) text = text.slice(before[0].length);
  return SVG.test(text);
}
