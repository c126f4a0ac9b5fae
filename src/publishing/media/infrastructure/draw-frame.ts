import { hash } from 'node:crypto';
import { group, h, safeHref, write, type Element } from '#page-html';
import type { ServedFrame } from '../application/media.queries.js';
import type { EmbeddedTarget } from '../domain/embeds.js';

const STYLE =
  'html,body,iframe,img{margin:0;width:100%;height:100%;border:0;display:block}img{object-fit:contain}' +
  'p{margin:0;padding:1rem;font:1rem/1.5 system-ui,sans-serif}:root{color-scheme:light dark}';

/** What the other host may do: run in its own origin, open what is clicked, go full screen. It can't lead the page away. */
const SANDBOX =
  'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-forms allow-presentation';

const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${hash('sha256', STYLE, 'base64')}'`,
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
];

/**
 * A page of this server with nothing but the frame of another host. The pages of sites show it in a frame, so that
 * their own policy names no host; its policy names the one that is shown.
 */
export function drawFrame(url: string, target: EmbeddedTarget | undefined): ServedFrame {
  const isFrame = target?.kind === 'frame';
  const head = group(h('meta', { charset: 'utf-8' }), h('title', null, target?.title ?? url), h('style', null, STYLE));
  const body = h('body', null, target ? drawTarget(target) : drawLink(url));
  return {
    html: `<!doctype html>${write(h('html', null, h('head', null, head), body))}`,
    policy: [...POLICY, `frame-src ${isFrame ? new URL(target.src).origin : "'none'"}`].join('; '),
  };
}

function drawTarget({ kind, src, title }: EmbeddedTarget): Element {
  if (kind === 'picture') return h('img', { src, alt: title });
  return h('iframe', {
    src,
    title,
    sandbox: SANDBOX,
    allow: 'fullscreen; encrypted-media; picture-in-picture',
    referrerpolicy: 'strict-origin-when-cross-origin',
  });
}

/** Where the other host has nothing to show in a frame. */
function drawLink(url: string): Element {
  const href = safeHref(url);
  return h('p', null, href === undefined ? url : h('a', { href, target: '_blank', rel: 'noopener' }, url));
}
