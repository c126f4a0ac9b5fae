import type { ContentRef, Image, Images, InlineNode, Length } from '#rich-document';
import type { Desk } from './desk.js';
import { setInlines, setText } from './inlines.js';
import { box, GAP, INK, PIXEL, TALLEST_PICTURE, type Content } from './style.js';

/** SVG larger than this is not drawn: the time it takes grows with its size. */
const MOST_SVG_BYTES = 1_000_000;

/** What is not drawn of a picture is left out without a word. */
const SILENT = { warningCallback: () => undefined };

interface Shown {
  ref: ContentRef;
  width?: Length | undefined;
  alt?: string | undefined;
}

/** A picture with its caption. */
export function setFigure(desk: Desk, image: Image, { align }: Images['data'], width: number): Content[] {
  const picture = setPicture(desk, image.data, width);
  const alignment = align ?? 'center';
  const words = image.fragments
    .flatMap(({ nodes }) => nodes)
    .flatMap((node) => ('nodes' in node ? (node.nodes as InlineNode[]) : []));
  if (words.length === 0) return picture.map((content) => ({ ...content, alignment }));
  const caption = {
    text: setInlines(desk, words, { style: { fontSize: 8.5, color: INK.grey } }),
    ...{ alignment, margin: [0, 0, 0, GAP + 2] },
  };
  const close = picture.map((content) => ({ ...content, alignment, margin: [0, 2, 0, 4] }));
  return [{ stack: [...close, caption], unbreakable: true }];
}

/** A picture at the size it has on a screen, or as large as there is room for; its name where it can't be drawn. */
export function setPicture(desk: Desk, { ref, width, alt }: Shown, room: number): Content[] {
  const picture = desk.pictureOf(ref);
  if (!picture) return placeholder(desk, alt, desk.targetOf(ref).title ?? desk.targetOf(ref).url, ref);
  const svg = picture.isSvg && picture.bytes.length <= MOST_SVG_BYTES ? new TextDecoder().decode(picture.bytes) : '';
  const size = picture.isSvg ? desk.press.drawing(svg) : desk.press.picture(picture.key, picture.bytes);
  if (!size) return placeholder(desk, alt, picture.name, ref);
  const wanted = widthOf(width, room) ?? size.width * PIXEL;
  const scale = Math.min(wanted, room, (TALLEST_PICTURE * size.width) / size.height) / size.width;
  const shown = { width: size.width * scale, height: size.height * scale, margin: [0, 2, 0, GAP + 2] };
  return [picture.isSvg ? { svg, font: 'Sans', options: SILENT, ...shown } : { image: picture.key, ...shown }];
}

export function widthOf(length: Length | undefined, room: number): number | undefined {
  if (length === undefined) return undefined;
  if (typeof length === 'number') return length * PIXEL;
  return length.unit === '%' ? (room * length.value) / 100 : length.value * PIXEL;
}

function placeholder(desk: Desk, alt: string | undefined, name: string | undefined, ref: ContentRef): Content[] {
  const words = [alt, name].filter((text) => text !== undefined && text !== '').join(' – ');
  const style = { italics: true, color: INK.grey, ...desk.linkTo(desk.targetOf(ref)) };
  const text = setText(desk, words === '' ? '–' : words, style, { breakable: true });
  return [box([{ text }], { frame: INK.line, padding: 6 })];
}
