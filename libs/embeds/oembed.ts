import { buffer } from 'node:stream/consumers';
import { OutboundError, type Outbound } from '#outbound';

/** What matters of an oEmbed answer (https://oembed.com, 2.3.4). */
export interface OEmbed {
  type: string;
  title?: string;
  providerName?: string;
  /** Address of the picture, for the type `photo`. */
  url?: string;
  /** Markup, for the types `video` and `rich`. */
  html?: string;
  width?: number;
  height?: number;
}

const MAX_BYTES = 256 * 1024;
const TIMEOUT_MS = 5_000;

/** Asks an oEmbed endpoint; undefined where it does not answer as the standard says. */
export async function readOEmbed(outbound: Outbound, endpoint: string): Promise<OEmbed | undefined> {
  let text: string;
  try {
    const headers = { accept: 'application/json' };
    const { body } = await outbound.fetch(endpoint, { headers, maxBytes: MAX_BYTES, timeoutMs: TIMEOUT_MS });
    text = (await buffer(body)).toString('utf8');
  } catch (error) {
    if (error instanceof OutboundError) return undefined;
    throw error;
  }
  return readAnswer(text);
}

function readAnswer(text: string): OEmbed | undefined {
  let answer: Record<string, unknown> | null;
  try {
    answer = JSON.parse(text) as Record<string, unknown> | null;
  } catch {
    return undefined;
  }
  if (answer === null || typeof answer !== 'object') return undefined;
  const { type, title, provider_name: providerName, url, html } = answer;
  if (typeof type !== 'string') return undefined;
  const read: OEmbed = { type };
  if (typeof title === 'string') read.title = title;
  if (typeof providerName === 'string') read.providerName = providerName;
  if (typeof url === 'string') read.url = url;
  if (typeof html === 'string') read.html = html;
  const [width, height] = [lengthOf(answer['width']), lengthOf(answer['height'])];
  if (width !== undefined) read.width = width;
  if (height !== undefined) read.height = height;
  return read;
}

const MOST_PIXELS = 4_000;

/** A length in pixels; some providers write it as text. */
function lengthOf(value: unknown): number | undefined {
  const pixels = typeof value === 'string' ? Number(value) : value;
  return typeof pixels === 'number' && pixels > 0 && pixels <= MOST_PIXELS ? Math.round(pixels) : undefined;
}
