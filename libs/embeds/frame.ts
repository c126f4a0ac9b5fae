import { Parser } from 'htmlparser2';
import type { OEmbed } from './oembed.js';

/** What a frame may do: run in its own origin, open what is clicked, go full screen. It can't lead the page away. */
const FRAME =
  'sandbox="allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-forms allow-presentation" ' +
  'allow="fullscreen; encrypted-media; picture-in-picture" referrerpolicy="strict-origin-when-cross-origin" ' +
  'loading="lazy" frameborder="0" allowfullscreen';

/**
 * Quire's own markup for the content of a provider: its picture, or the frame in its markup. The provider's markup is
 * never passed on, so that it need not be trusted; of it only the address of its first frame is used.
 */
export function frameOf(told: OEmbed): string | undefined {
  const { title, width, height } = told;
  const target = targetOf(told);
  if (target === undefined) return undefined;
  const size = attribute('width', width) + attribute('height', height);
  const source = attribute('src', target.src);
  if (target.kind === 'picture') return `<img${source}${attribute('alt', title ?? '')}${size} loading="lazy">`;
  return `<iframe${source}${attribute('title', title)}${size} ${FRAME}></iframe>`;
}

/** What the provider shows. */
export function targetOf({ type, url, html }: OEmbed): { kind: 'frame' | 'picture'; src: string } | undefined {
  const kind = type === 'photo' ? 'picture' : 'frame';
  const src = secure(kind === 'picture' ? url : html && frameSource(html));
  return src === undefined ? undefined : { kind, src };
}

function frameSource(html: string): string | undefined {
  let source: string | undefined;
  const parser = new Parser({
    onopentag(name, { src }) {
      if (name === 'iframe') source ??= src;
    },
  });
  parser.end(html);
  return source;
}

/** An address of https, which a page of https may show; the scheme may be left open. */
function secure(address: string | undefined): string | undefined {
  const absolute = address?.startsWith('//') ? `https:${address}` : (address ?? '');
  return URL.canParse(absolute) && new URL(absolute).protocol === 'https:' ? new URL(absolute).href : undefined;
}

function attribute(name: string, value: string | number | undefined): string {
  if (value === undefined) return '';
  const escaped = String(value).replace(/[&"<>]/g, (char) => `&#${char.charCodeAt(0)};`);
  return ` ${name}="${escaped}"`;
}
