import type { ContentRef, Drawing, Image, Images, InlineNode } from '#rich-document';
import { safeHref } from '../addresses.js';
import { classes, h, type Child, type Element } from '../element.js';
import { drawInlines } from '../inlines/inlines.js';
import { linkTo } from '../inlines/links.js';
import { drawPicture } from '../inlines/picture.js';
import { drawIcon } from '../inlines/signs.js';
import type { Sheet } from '../sheet.js';

export function drawImages(sheet: Sheet, { data, nodes }: Images): Element {
  const side = data.align === 'left' || data.align === 'right' ? data.align : undefined;
  return h(
    'div',
    { class: classes('images', side, data.fullWidth && 'wide', data.withFrame && 'framed') },
    ...nodes.map((image) => sheet.block(image)),
  );
}

export function drawFigure(sheet: Sheet, { data, fragments }: Image): Element {
  const lines = fragments.flatMap(({ nodes }) =>
    nodes.flatMap((node) => (node.type === 'paragraph' && node.nodes.length > 0 ? [node.nodes as InlineNode[]] : [])),
  );
  const caption = lines.map((line, index): Child => [index > 0 && h('br', null), drawInlines(sheet, line)]);
  return h('figure', null, drawPicture(sheet, data), lines.length > 0 && h('figcaption', null, ...caption));
}

export const drawDrawing = (sheet: Sheet, { data: { ref } }: Drawing): Child =>
  ref && h('figure', { class: 'drawing' }, drawPicture(sheet, { ref }));

/** A file as a link that downloads it. */
export function drawFile(sheet: Sheet, ref: ContentRef): Element {
  const file = sheet.context.file(ref);
  const href = file && safeHref(file.href);
  if (!file || href === undefined) return h('p', { class: 'file missing' }, file?.name ?? sheet.words.missing);
  sheet.spend(href + file.name);
  return h(
    'a',
    { class: 'file', href, download: file.name, type: file.mediaType },
    drawIcon(sheet, 'file'),
    h('span', { class: 'name' }, file.name),
    file.size !== undefined && h('span', { class: 'size' }, sizeIn(sheet.context.locale, file.size)),
  );
}

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'];

/** A number of bytes in the largest unit of which there is one. */
function sizeIn(locale: string, bytes: number): string {
  const at = Math.max(0, Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
  const options = { style: 'unit', unit: UNITS[at] ?? 'byte', maximumFractionDigits: at === 0 ? 0 : 1 } as const;
  return new Intl.NumberFormat(locale, options).format(bytes / 1_000 ** at);
}

/** What another site shows, as a link, which a script turns into a frame by a click: nothing is loaded before. */
export function drawEmbed(sheet: Sheet, url: string, fullWidth = false): Element {
  const embed = sheet.context.embed(url);
  const link = linkTo(embed?.href ?? url, true);
  const title = embed?.title === undefined || embed.title === '' ? shortened(url) : embed.title;
  const frame = link && embed?.frame;
  sheet.spend(url + title + (frame ?? ''));
  return h(
    link ? 'a' : 'p',
    { ...link, class: classes('embed', fullWidth && 'wide', !link && 'missing'), 'data-frame': frame },
    h('span', { class: 'name' }, title),
    embed?.provider !== undefined && h('span', { class: 'provider' }, embed.provider),
  );
}

/** An address as people say it. */
const shortened = (url: string): string => url.replace(/^https?:\/\/(?:www\.)?/i, '').replace(/\/$/, '');
