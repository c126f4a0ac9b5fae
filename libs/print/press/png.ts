import { inflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
/** Pixels of one picture, which take four bytes each while they are taken apart. */
const MOST_PIXELS = 40_000_000;
const CHANNELS: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/**
 * Whether PDFKit can draw a PNG. PDFKit decodes pictures with transparency later: a broken one would end the whole
 * print, and a decompression bomb fill the memory, so those are checked beforehand. Other formats pass.
 */
export function isDrawablePng(bytes: Buffer): boolean {
  if (!bytes.subarray(0, 8).equals(SIGNATURE)) return true;
  try {
    const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
    const [depth = 0, colour = 0, , , interlaced = 0] = bytes.subarray(24, 29);
    const channels = CHANNELS[colour];
    if (channels === undefined || width * height === 0 || width * height > MOST_PIXELS) return false;
    const { data, transparent, palette } = chunksOf(bytes);
    if (colour === 3 && !palette) return false;
    if (colour < 4 && !transparent && interlaced === 0) return data.length > 0;
    const row = Math.ceil((width * channels * depth) / 8) + 1;
    const whole = row * height;
    // Interlaced rows begin seven times, each with a byte of its own.
    const pixels = inflateSync(Buffer.concat(data), { maxOutputLength: whole * 2 + 8 * height + 64 });
    return pixels.length >= whole - (interlaced === 0 ? 0 : height);
  } catch {
    return false;
  }
}

function chunksOf(bytes: Buffer) {
  const data: Buffer[] = [];
  let [transparent, palette] = [false, false];
  for (let at = 8; at + 12 <= bytes.length;) {
    const length = bytes.readUInt32BE(at);
    const name = bytes.toString('latin1', at + 4, at + 8);
    if (name === 'IDAT') data.push(bytes.subarray(at + 8, at + 8 + length));
    if (name === 'tRNS') transparent = true;
    if (name === 'PLTE') palette = true;
    if (name === 'IEND') break;
    at += 12 + length;
  }
  return { data, transparent, palette };
}
