import { safeSrc } from '#page-html';

/** A font that a site brings along. Its files are on the site's own host: those elsewhere are not loaded. */
export interface LookFont {
  fontFamily: string;
  fontFaces: readonly { weight: number; sources: readonly { url: string; format?: 'woff2' | 'woff' }[] }[];
}

/** The fonts that a look asks for, each a name or files. */
interface Fonts {
  font: string | LookFont;
  headingFont?: string | LookFont | undefined;
  monospaceFont: string | LookFont;
}

const SANS = 'ui-sans-serif,system-ui,sans-serif';
const SERIF = 'ui-serif,Charter,Georgia,serif';
const SLAB = 'Rockwell,"Roboto Slab","DejaVu Serif",serif';
const ROUND = 'ui-rounded,"Avenir Next",system-ui,sans-serif';
const MONO = 'ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace';

/** Fonts by the names of settings: what they are called, and what is like them on readers' systems. */
const FAMILIES: Record<string, readonly [string, string]> = {
  Inter: ['Inter', SANS],
  ABCFavorit: ['ABC Favorit', SANS],
  Roboto: ['Roboto', SANS],
  RobotoSlab: ['Roboto Slab', SLAB],
  OpenSans: ['Open Sans', SANS],
  SourceSansPro: ['Source Sans Pro', SANS],
  Lato: ['Lato', SANS],
  Ubuntu: ['Ubuntu', SANS],
  Raleway: ['Raleway', SANS],
  Merriweather: ['Merriweather', SERIF],
  Overpass: ['Overpass', SANS],
  NotoSans: ['Noto Sans', SANS],
  IBMPlexSerif: ['IBM Plex Serif', SERIF],
  Poppins: ['Poppins', ROUND],
  FiraSans: ['Fira Sans', SANS],
  IBMPlexMono: ['IBM Plex Mono', MONO],
  FiraCode: ['Fira Code', MONO],
  JetBrainsMono: ['JetBrains Mono', MONO],
  SourceCodePro: ['Source Code Pro', MONO],
  RobotoMono: ['Roboto Mono', MONO],
  SpaceMono: ['Space Mono', MONO],
  DMMono: ['DM Mono', MONO],
  Inconsolata: ['Inconsolata', MONO],
};

/** A text between quotes. What has a meaning in a style sheet is written as its number. */
const quoted = (text: string): string =>
  `"${text.replace(/[^\w .,/%?=&~:@+-]/gu, (one) => `\\${(one.codePointAt(0) ?? 0xfffd).toString(16)} `)}"`;

function familyOf(font: string | LookFont, like: string): string {
  if (typeof font !== 'string') return `${quoted(font.fontFamily)},${like}`;
  const [name, stack] = Object.hasOwn(FAMILIES, font) ? (FAMILIES[font] ?? []) : [];
  return name === undefined ? like : `${quoted(name)},${stack}`;
}

/** An address names its host if it begins with a scheme, or with two of the signs that browsers read as slashes. */
const NAMES_HOST = /^(?:[a-z][a-z0-9+.-]*:|[\\/]{2})/i;

function facesOf(font: string | LookFont | undefined): string {
  if (font === undefined || typeof font === 'string') return '';
  return font.fontFaces
    .map(({ weight, sources }) => {
      const files = sources.flatMap(({ url, format }) => {
        const src = safeSrc(url);
        if (src === undefined || NAMES_HOST.test(src)) return [];
        return [`url(${quoted(src)})${format === 'woff2' || format === 'woff' ? ` format("${format}")` : ''}`];
      });
      const heavy = Math.min(1000, Math.max(1, Math.round(Number.isFinite(weight) ? weight : 400)));
      if (files.length === 0) return '';
      return `@font-face{font-family:${quoted(font.fontFamily)};font-weight:${heavy};font-display:swap;src:${files.join(',')}}`;
    })
    .join('');
}

/** The faces of the fonts that are brought along, and the custom properties of all. */
export function fontsOf({ font, headingFont, monospaceFont }: Fonts): { faces: string; properties: string } {
  const heading = headingFont === undefined ? '' : `--font-heading:${familyOf(headingFont, SANS)};`;
  return {
    faces: [...new Set([font, headingFont, monospaceFont])].map(facesOf).join(''),
    properties: `--font:${familyOf(font, SANS)};${heading}--mono:${familyOf(monospaceFont, MONO)};`,
  };
}
