import { hash } from 'node:crypto';
import type { Settings } from '#kernel/infrastructure/settings';
import { group, h, safeHref, write, type Element } from '#page-html';
import { SCRIPTS } from '#site-html';
import type { ServedFrame } from '../application/media.queries.js';
import type { EmbeddedTarget } from '../domain/embeds.js';

const STYLE =
  'html,body,iframe,img{margin:0;width:100%;height:100%;border:0;display:block}img{object-fit:contain}' +
  'p{margin:0;padding:1rem;font:1rem/1.5 system-ui,sans-serif}:root{color-scheme:light dark}';

/** What the other host may do: run in its own origin, open what is clicked, go full screen. It can't lead the page away. */
const SANDBOX =
  'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-forms allow-presentation';

const FRAME = {
  allow: 'fullscreen; encrypted-media; picture-in-picture',
  referrerpolicy: 'strict-origin-when-cross-origin',
};

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
  const shown = target?.kind === 'frame' ? new URL(target.src).origin : "'none'";
  return drawPage(target?.title ?? url, target ? drawTarget(target) : drawLink(url), [`frame-src ${shown}`]);
}

/**
 * The same for what a script of an integration shows, which is of any host. It is sent data, by a script of this page,
 * and may ask for another height. What is on the host of the server itself is there without its origin.
 */
export function drawWebFrame(url: string, data: string, settings: Settings): ServedFrame {
  const { origin, hostname } = new URL(url);
  const own = [settings.publicUrl, settings.integrationsUrl].map((each) => new URL(each).hostname);
  const sandbox = own.includes(hostname) ? SANDBOX.replace('allow-same-origin ', '') : SANDBOX;
  const frame = h('iframe', { ...FRAME, src: url, title: hostname, sandbox, 'data-sent': data });
  const script = h('script', { src: `/~/${SCRIPTS['webframe']?.name ?? ''}`, type: 'module' });
  const policies = [
    `frame-src ${origin}`,
    "script-src 'self'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ];
  return drawPage(hostname, group(frame, script), policies);
}

function drawPage(title: string, content: Element, policies: readonly string[]): ServedFrame {
  const head = group(h('meta', { charset: 'utf-8' }), h('title', null, title), h('style', null, STYLE));
  return {
    html: `<!doctype html>${write(h('html', null, h('head', null, head), h('body', null, content)))}`,
    policy: [...POLICY, ...policies].join('; '),
  };
}

function drawTarget({ kind, src, title }: EmbeddedTarget): Element {
  if (kind === 'picture') return h('img', { src, alt: title });
  return h('iframe', { ...FRAME, src, title, sandbox: SANDBOX });
}

/** Where the other host has nothing to show in a frame. */
function drawLink(url: string): Element {
  const href = safeHref(url);
  return h('p', null, href === undefined ? url : h('a', { href, target: '_blank', rel: 'noopener' }, url));
}
