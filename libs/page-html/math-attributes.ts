import { classes, type Attributes } from './element.js';

const NAMES = new Set(
  `math mrow mi mn mo ms mtext mspace mfrac msqrt mroot mstyle merror mpadded mphantom msub msup msubsup munder mover
  munderover mmultiscripts mprescripts none mtable mtr mtd mlabeledtr menclose`.split(/\s+/),
);
const ATTRIBUTES = new Set(
  `display displaystyle scriptlevel dir mathvariant mathsize mathcolor mathbackground stretchy fence separator form
  lspace rspace width height depth voffset linethickness columnalign rowspacing columnspacing rowspan columnspan
  columnlines rowlines notation accent accentunder movablelimits largeop symmetric minsize maxsize`.split(/\s+/),
);
/** Only letters, digits and what lengths and colors are written with. */
const VALUE = /^[\w\s.,#%+-]*$/;
const CLASS = /^(?:tml|special)[\w-]*$|^[\w-]+strike$/;

/** The classes for styles that change what a formula means or how it is set. */
const STYLES: [RegExp, string][] = [
  [/^width:50%$/, 'm-half'],
  [/^width:100%$/, 'm-full'],
  [/^border:/, 'm-box'],
  [/^border-top:/, 'm-top'],
  [/^border-right:/, 'm-right'],
  [/^border-bottom:/, 'm-bottom'],
  [/^border-left:/, 'm-left'],
  [/^text-align:\s*left$/, 'm-start'],
  [/^text-align:\s*right$/, 'm-end'],
  [/^padding-left:\s*0(?:em|pt)?$/, 'm-flush'],
];
const COLOR = /^(?:(background-color|background)|color):\s*(#[0-9a-f]{3,8}|[a-z]{1,30})$/i;

/** The name of an element of MathML; undefined for any other, whose children are kept. */
export const elementName = (name: string): string | undefined => (NAMES.has(name) ? name : undefined);

/** Known attributes of MathML. A color that is a style becomes an attribute, other styles become classes. */
export function mathAttributes(given: Record<string, string>): Attributes {
  const attributes: Attributes = {};
  for (const [name, value] of Object.entries(given))
    if (ATTRIBUTES.has(name) && VALUE.test(value)) attributes[name] = value;
  const names = (given['class'] ?? '').split(/\s+/).filter((name) => CLASS.test(name));
  for (const style of (given['style'] ?? '').split(';').map((each) => each.trim())) {
    const [, background, color] = COLOR.exec(style) ?? [];
    if (color !== undefined) attributes[background === undefined ? 'mathcolor' : 'mathbackground'] = color;
    const [, known] = STYLES.find(([pattern]) => pattern.test(style)) ?? [];
    if (known !== undefined) names.push(known);
  }
  const name = classes(...names);
  return name === undefined ? attributes : { ...attributes, class: name };
}
