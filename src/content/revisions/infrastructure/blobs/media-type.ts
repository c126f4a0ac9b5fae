import { fileTypeFromBuffer } from 'file-type';
import { disableTypes, imageSize } from 'image-size';
import mimeTypes from 'mime-types';
import { svgSize } from './svg-size.js';

/** How a file is served. Always send `X-Content-Type-Options: nosniff` and FILE_SECURITY_POLICY with it. */
export interface MediaType {
  /** With charset for text. */
  contentType: string;
  /** `attachment` for everything that a browser could execute or cannot display. */
  disposition: 'inline' | 'attachment';
  /** Displayed size in pixels, for images whose header contains it. */
  width?: number;
  height?: number;
}

/** The Content-Security-Policy of every file: an SVG or PDF opened by itself can run and load nothing. */
export const FILE_SECURITY_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

const BINARY = 'application/octet-stream';
const PLAIN = 'text/plain; charset=utf-8';
/** Text types that a browser would execute or render. */
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

// Formats whose size Quire does not need are never parsed, whatever the bytes claim to be.
disableTypes(['cur', 'dds', 'icns', 'j2c', 'jp2', 'jxl', 'jxl-stream', 'ktx', 'pnm', 'psd', 'svg', 'tga', 'tiff']);

/**
 * Detects the media type of a file from its first bytes (64 kB suffice), and from its name only where the bytes are
 * ambiguous. The bytes take precedence: an HTML page named x.png is plain text.
 */
export async function mediaType(name: string, head: Buffer): Promise<MediaType> {
  const text = asText(head);
  const named = mimeTypes.lookup(name) || BINARY;
  if (text !== undefined && !MARKED.test(text)) return textType(text, named);
  const found = await fileTypeFromBuffer(head).catch(() => undefined);
  if (found === undefined) {
    // Unrecognized bytes cannot be an image, a page or text, whatever the name says.
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

/** Formats that may consist of text only and must not be treated as text. */
const MARKED = /^(%PDF-|\{\\rtf)/;

/**
 * The head as text if it is valid UTF-8 without control characters other than whitespace; its end may cut a character.
 */
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
    // The library reads beyond a view's end into its underlying buffer; a copy has no such bytes.
    const { width, height, orientation } = imageSize(Uint8Array.from(head));
    const possible = [width, height].every((side) => Number.isInteger(side) && side > 0 && side <= MAX_PIXELS);
    if (!possible) return {};
    // The Exif orientations 5 to 8 are rotated by a quarter turn, so width and height are swapped.
    return (orientation ?? 1) >= 5 ? { width: height, height: width } : { width, height };
  } catch {
    return {};
  }
}
