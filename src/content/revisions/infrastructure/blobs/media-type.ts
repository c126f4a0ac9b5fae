import { fileTypeFromBuffer } from 'file-type';
import { disableTypes, imageSize } from 'image-size';
import mimeTypes from 'mime-types';
import { svgSize } from './svg-size.js';

/** How a file is to be served. Always with `X-Content-Type-Options: nosniff` and FILE_SECURITY_POLICY. */
export interface MediaType {
  /** With charset for text. */
  contentType: string;
  /** Attachment for whatever a browser could run or does not show itself. */
  disposition: 'inline' | 'attachment';
  /** Pixels as shown, of images that tell. */
  width?: number;
  height?: number;
}

/** The Content-Security-Policy of every file: an SVG or PDF opened on its own runs nothing and loads nothing. */
export const FILE_SECURITY_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

const BINARY = 'application/octet-stream';
const PLAIN = 'text/plain; charset=utf-8';
/** Text that a browser would run or render if it were told its type. */
const ACTIVE = /html|xml|javascript|ecmascript|css|svg|x-sh|xslt|mathml/;
const TEXTUAL = /^text\/|^application\/(json|yaml|toml|sql|graphql|x-ndjson)$|\+json$|\+yaml$/;
const SHOWN = /^(image\/(png|jpeg|gif|webp|avif|bmp|x-icon|apng)|video\/|audio\/|application\/pdf)/;
const MEASURED = new Set([
  'image/png',
  'image/apng',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/bmp',
  'image/avif',
]);
const MAX_PIXELS = 1_000_000;

// Formats that Quire does not measure are never parsed, whatever the bytes claim to be.
disableTypes(['cur', 'dds', 'icns', 'j2c', 'jp2', 'jxl', 'jxl-stream', 'ktx', 'pnm', 'psd', 'svg', 'tga', 'tiff']);

/**
 * Tells what a file is from its first bytes (64 kB suffice), and from its name only where the bytes leave it open.
 * Bytes win: a page of HTML named x.png is plain text.
 */
export async function mediaType(name: string, head: Buffer): Promise<MediaType> {
  const text = asText(head);
  const named = mimeTypes.lookup(name) || BINARY;
  if (text !== undefined && !MARKED.test(text)) return textType(text, named);
  const found = await fileTypeFromBuffer(head).catch(() => undefined);
  if (found === undefined) {
    // Bytes that show nothing cannot be an image, a page or text, whatever the name says.
    const believed = named.startsWith('application/') && !ACTIVE.test(named) && !TEXTUAL.test(named) ? named : BINARY;
    return { contentType: believed, disposition: 'attachment' };
  }
  const type = found.mime as string;
  const contentType = ACTIVE.test(type) && !/officedocument|opendocument/.test(type) ? BINARY : type;
  return {
    contentType,
    disposition: SHOWN.test(type) ? 'inline' : 'attachment',
    ...(MEASURED.has(type) ? measured(head) : {}),
  };
}

function textType(text: string, named: string): MediaType {
  const svg = svgSize(text);
  if (svg !== undefined) return { contentType: 'image/svg+xml; charset=utf-8', disposition: 'inline', ...svg };
  const usable = TEXTUAL.test(named) && !ACTIVE.test(named);
  return { contentType: usable ? `${named}; charset=utf-8` : PLAIN, disposition: 'inline' };
}

/** Formats that may be text all through and yet are not to be read as text. */
const MARKED = /^(%PDF-|\{\\rtf)/;

/** The head as text if it is UTF-8 without control characters that text does not have; its end may cut a character. */
function asText(head: Buffer): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return /(?![\t\n\f\r\u0080-\u009f])\p{Cc}/u.test(text) ? undefined : text;
  } catch {
    return undefined;
  }
}

function measured(head: Buffer): { width?: number; height?: number } {
  try {
    // Its readers look past the end of a view into shared memory; a copy has nothing behind it.
    const { width, height, orientation } = imageSize(Uint8Array.from(head));
    const possible = [width, height].every((side) => Number.isInteger(side) && side > 0 && side <= MAX_PIXELS);
    if (!possible) return {};
    // Orientations 5 to 8 of Exif lie on their side.
    return (orientation ?? 1) >= 5 ? { width: height, height: width } : { width, height };
  } catch {
    return {};
  }
}
