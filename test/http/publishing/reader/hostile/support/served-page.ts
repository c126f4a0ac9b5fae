import { Parser } from 'htmlparser2';

type Attributes = Readonly<Record<string, string>>;

/** Elements that pages of sites never have: they run something, load something, or change what the rest means. */
const UNKNOWN = new Set(
  `animate animatemotion animatetransform applet area audio base canvas embed foreignobject frame frameset iframe
  image marquee noembed noframes noscript object param plaintext portal set slot source style template track
  video xmp`.split(/\s+/),
);
/** Attributes with addresses that a reader opens, and those that a browser loads by itself. */
const OPENED = new Set(['href', 'action', 'cite', 'data-frame', 'data-words', 'xlink:href']);
const LOADED = new Set(['src', 'srcset', 'poster', 'data', 'background', 'formaction', 'ping', 'manifest']);
const OPENING = new Set(['http:', 'https:', 'mailto:', 'tel:']);
const LINKED = new Set(['stylesheet', 'icon', 'preload', 'modulepreload']);
/** Where the page is taken to be. */
const HERE = new URL('http://quire.test/s/site/page');

/** Where an address leads from a page, as browsers read it; undefined for one that leads nowhere. */
const read = (address: string): URL | undefined =>
  URL.canParse(address, HERE.href) ? new URL(address, HERE) : undefined;
/** Whether browsers load nothing from another host for it. */
const isOwn = (address: string): boolean => (read(address) ?? HERE).origin === HERE.origin;

/**
 * What the HTML of a served page must not contain: scripts but those of files of the server, handlers, styles, elements
 * that load or run something, addresses that run something, addresses of other hosts that are loaded or that scripts of
 * the server would fetch, an id twice.
 */
export function dangersInServed(html: string): string[] {
  const found: string[] = [];
  const ids = new Set<string>();
  let script: { attributes: Attributes; text: string } | undefined;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (name === 'script') script = { attributes, text: '' };
        if (UNKNOWN.has(name)) found.push(`<${name}>`);
        if (name === 'meta' && attributes['http-equiv'] !== undefined) found.push('<meta http-equiv>');
        if (name === 'link' && LINKED.has(attributes['rel'] ?? '') && !isOwn(attributes['href'] ?? ''))
          found.push(`<link rel=${attributes['rel']} href="${attributes['href']}">`);
        const { id, href = '' } = attributes;
        if (name === 'use' && !isOwn(href)) found.push(`<use href="${href}">`);
        if (attributes['data-copy'] !== undefined && !isOwn(href)) found.push(`<${name} data-copy href="${href}">`);
        if (id !== undefined && (ids.has(id) || id === '' || /\s/.test(id))) found.push(`id="${id}"`);
        if (id !== undefined) ids.add(id);
        for (const [attribute, value] of Object.entries(attributes))
          if (isDangerous(attribute, value)) found.push(`<${name} ${attribute}="${value}">`);
      },
      ontext: (text) => void (script && (script.text += text)),
      onclosetag(name) {
        if (name !== 'script' || !script) return;
        if (!isHarmlessScript(script.attributes, script.text)) found.push(`<script>${script.text}`);
        script = undefined;
      },
      oncomment: () => void found.push('a comment'),
    },
    { decodeEntities: true },
  );
  parser.end(html);
  return found;
}

function isDangerous(attribute: string, value: string): boolean {
  if (attribute === 'style' || attribute === 'srcdoc' || /^on/i.test(attribute)) return true;
  if (!/^[a-z][a-z-]*(?::[a-z]+)?$/i.test(attribute)) return true;
  if (LOADED.has(attribute)) return !isOwn(value);
  return OPENED.has(attribute) && !OPENING.has((read(value) ?? HERE).protocol);
}

/** A file of the server, or data, which must be JSON to the end. */
function isHarmlessScript({ src, type }: Attributes, text: string): boolean {
  if (src !== undefined) return /^\/(?:s\/[^/]+\/)?~\/[\w.-]+\.js$/.test(src) && text === '';
  if (type !== 'application/ld+json') return false;
  try {
    return typeof JSON.parse(text) === 'object';
  } catch {
    return false;
  }
}
