import { Parser } from 'htmlparser2';

/**
 * The size that an SVG declares, or undefined if the text does not begin an SVG: its first element must be `svg` in no
 * or the right namespace, after nothing but declarations and comments. Linear in the length of the text.
 */
export function svgSize(text: string): { width?: number; height?: number } | undefined {
  if (!/^\ufeff?\s*</.test(text) || !text.includes('<svg')) return undefined;
  let root: { name: string; attributes: Record<string, string> } | undefined;
  let stray = false;
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        root ??= { name, attributes };
        parser.pause();
      },
      ontext: (data) => {
        if (root === undefined && data.trim() !== '' && data !== '\ufeff') stray = true;
      },
    },
    { xmlMode: true, decodeEntities: false },
  );
  parser.write(text);
  const { name, attributes = {} } = root ?? {};
  const namespace = attributes['xmlns'] ?? 'http://www.w3.org/2000/svg';
  if (stray || name !== 'svg' || namespace !== 'http://www.w3.org/2000/svg') return undefined;
  const [, , boxWidth, boxHeight] = (attributes['viewBox'] ?? '')
    .trim()
    .slice(0, 200)
    .split(/[\s,]+/);
  const width = pixels(attributes['width']) ?? pixels(boxWidth);
  const height = pixels(attributes['height']) ?? pixels(boxHeight);
  return width === undefined || height === undefined ? {} : { width, height };
}

/** Parses lengths without a unit or in px; others depend on where the image is shown. */
function pixels(length: string | undefined): number | undefined {
  const digits = /^\s*(\d{1,6}(?:\.\d{1,6})?)(?:px)?\s*$/.exec(length ?? '')?.[1];
  const value = digits === undefined ? 0 : Math.round(Number(digits));
  return value > 0 ? value : undefined;
}
