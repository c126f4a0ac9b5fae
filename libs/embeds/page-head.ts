import { Parser } from 'htmlparser2';
import { OutboundError, type Outbound, type OutboundResponse } from '#outbound';

/** What a page says of itself in its head. */
export interface PageHead {
  title?: string;
  site?: string;
  /** Absolute address of its icon. */
  icon?: string;
  /** Absolute address where the page's oEmbed answer is. */
  oEmbed?: string;
}

/** So much is read in search of the head's end. */
const MAX_BYTES = 512 * 1024;
const TIMEOUT_MS = 5_000;
const HTML = /^(?:text\/html|application\/xhtml\+xml)\b/i;
const END_OF_HEAD = /<\/head\b|<body\b/i;

/** Fetches a page up to the end of its head; undefined if it is no HTML, or cannot be fetched. */
export async function readHead(outbound: Outbound, address: string): Promise<PageHead | undefined> {
  try {
    const headers = { accept: 'text/html,application/xhtml+xml' };
    const answer = await outbound.fetch(address, { headers, maxBytes: MAX_BYTES, timeoutMs: TIMEOUT_MS });
    if (HTML.test(answer.headers['content-type'] ?? '')) return parseHead(await textOfHead(answer), answer.url);
    answer.body.destroy();
    return undefined;
  } catch (error) {
    if (error instanceof OutboundError) return undefined;
    throw error;
  }
}

async function textOfHead({ headers, body }: OutboundResponse): Promise<string> {
  const decoder = decoderOf(/charset="?([\w-]+)/i.exec(headers['content-type'] ?? '')?.[1]);
  let text = '';
  try {
    // Leaving the loop destroys the body: the rest is not fetched.
    for await (const chunk of body as AsyncIterable<Buffer>) {
      const from = Math.max(0, text.length - '</head'.length);
      text += decoder.decode(chunk, { stream: true });
      if (END_OF_HEAD.test(text.slice(from))) break;
    }
  } catch (error) {
    // A head without an end, or one that stalls, is read as far as it came.
    if (!(error instanceof OutboundError)) throw error;
  }
  return text;
}

function decoderOf(charset = 'utf-8'): InstanceType<typeof TextDecoder> {
  try {
    return new TextDecoder(charset);
  } catch {
    return new TextDecoder();
  }
}

export function parseHead(html: string, address: string): PageHead {
  const head: PageHead = {};
  const meta = new Map<string, string>();
  let title: string | undefined;
  let inTitle = false;
  const parser = new Parser({
    onopentag(name, attributes) {
      if (name === 'title' && title === undefined) {
        title = '';
        inTitle = true;
      } else if (name === 'meta') {
        const key = (attributes['property'] ?? attributes['name'] ?? '').toLowerCase();
        if (attributes['content'] && !meta.has(key)) meta.set(key, attributes['content']);
      } else if (name === 'link') {
        readLink(head, attributes, address);
      } else if (name === 'body') {
        parser.pause();
      }
    },
    ontext(text) {
      if (inTitle) title = `${title ?? ''}${text}`;
    },
    onclosetag(name) {
      if (name === 'title') inTitle = false;
    },
  });
  parser.end(html);
  const shown = meta.get('og:title') ?? (title?.trim() || meta.get('twitter:title'));
  if (shown !== undefined) head.title = shown;
  const site = meta.get('og:site_name') ?? meta.get('application-name');
  if (site !== undefined) head.site = site;
  return head;
}

function readLink(head: PageHead, { rel = '', type = '', href }: Record<string, string>, address: string): void {
  if (!href || !URL.canParse(href, address)) return;
  const url = new URL(href, address);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return;
  const names = rel.toLowerCase().split(/\s+/);
  if (names.includes('icon') || (names.includes('apple-touch-icon') && head.icon === undefined)) head.icon = url.href;
  if (names.includes('alternate') && type.toLowerCase() === 'application/json+oembed') head.oEmbed ??= url.href;
}
