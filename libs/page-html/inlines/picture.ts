import type { ContentRef, Length } from '#rich-document';
import { safeSrc } from '../addresses.js';
import { classes, group, h, type Attributes, type Child } from '../element.js';
import type { Sheet } from '../sheet.js';
import { twelfths } from '../widths.js';

export interface Shown {
  ref: ContentRef;
  refDark?: ContentRef | undefined;
  alt?: string | undefined;
  title?: string | undefined;
  className?: string | undefined;
  width?: Length | undefined;
  height?: Length | undefined;
}

/** A picture, with another one for the dark theme if there is one. A missing picture is its description as text. */
export function drawPicture(sheet: Sheet, shown: Shown): Child {
  const light = drawOne(sheet, shown, shown.ref, shown.refDark === undefined ? undefined : 'light');
  const dark = shown.refDark === undefined ? null : drawOne(sheet, shown, shown.refDark, 'dark');
  if (light && dark) return group(light, dark);
  if (light || dark) return drawOne(sheet, shown, light || shown.refDark === undefined ? shown.ref : shown.refDark);
  return h('span', { class: 'missing' }, shown.alt || sheet.words.missing);
}

function drawOne(sheet: Sheet, shown: Shown, ref: ContentRef, theme?: string): Child {
  const picture = sheet.context.picture(ref);
  const src = picture && safeSrc(picture.src);
  if (!picture || src === undefined) return null;
  sheet.spend(src + (shown.alt ?? ''));
  return h('img', {
    src,
    alt: shown.alt ?? '',
    title: shown.title === undefined || shown.title === '' ? undefined : shown.title,
    class: classes(theme, shown.className, widthClass(shown.width)),
    ...sizeOf(picture, shown),
    loading: 'lazy',
    decoding: 'async',
  });
}

const pixels = (length: Length | undefined): number | undefined => {
  if (typeof length === 'number') return length;
  return length?.unit === 'px' ? length.value : undefined;
};

const widthClass = (width: Length | undefined): string | undefined =>
  typeof width === 'object' && width.unit === '%' ? `w-${twelfths(width.value / 100)}` : undefined;

/** The size that a picture is shown in; of one side that is given, the other follows. */
function sizeOf(own: { width?: number; height?: number }, shown: Shown): Attributes {
  const [width, height] = [pixels(shown.width), pixels(shown.height)];
  const ratio = own.width && own.height ? own.height / own.width : undefined;
  const given = {
    width: width ?? (height !== undefined && ratio ? height / ratio : height === undefined ? own.width : undefined),
    height: height ?? (width !== undefined && ratio ? width * ratio : width === undefined ? own.height : undefined),
  };
  return Object.fromEntries(
    Object.entries(given).flatMap(([side, value]) =>
      value !== undefined && Number.isFinite(value) && value > 0 ? [[side, Math.round(value)]] : [],
    ),
  );
}
