import { createRequire } from 'node:module';

const { resolve } = createRequire(import.meta.url);

const file = (family: string, style: string): string => {
  const name = family
    .split('-')
    .map((word) => (word.length === 2 ? word.toUpperCase() : word[0]?.toUpperCase() + word.slice(1)))
    .join('');
  return resolve(`@expo-google-fonts/${family}/${style}/${name}_${style}.ttf`);
};

const upright = (family: string) => {
  const [normal, bold] = [file(family, '400Regular'), file(family, '700Bold')];
  return { normal, bold, italics: normal, bolditalics: bold };
};

/** The families text is set in, by their four styles. Only Latin, Greek and Cyrillic letters have italics. */
export const FONTS = {
  Sans: {
    normal: file('noto-sans', '400Regular'),
    bold: file('noto-sans', '700Bold'),
    italics: file('noto-sans', '400Regular_Italic'),
    bolditalics: file('noto-sans', '700Bold_Italic'),
  },
  Mono: upright('noto-sans-mono'),
  Chinese: upright('noto-sans-sc'),
  Japanese: upright('noto-sans-jp'),
  Korean: upright('noto-sans-kr'),
  Hebrew: upright('noto-sans-hebrew'),
  Arabic: upright('noto-sans-arabic'),
  Emoji: upright('noto-emoji'),
};

export type Family = keyof typeof FONTS;

/** All that may be read from this machine. */
export const FONT_FILES: ReadonlySet<string> = new Set(Object.values(FONTS).flatMap((styles) => Object.values(styles)));

/** Where a character is looked for after its own family, in this order. */
export function fallbacks(language: string): readonly Family[] {
  const own = EAST_ASIAN[language.slice(0, 2).toLowerCase()] ?? 'Chinese';
  const others = Object.values(EAST_ASIAN).filter((family) => family !== own);
  return ['Sans', 'Mono', own, ...others, 'Hebrew', 'Arabic', 'Emoji'];
}

/** Those that share characters, and draw them each in its own way. */
const EAST_ASIAN: Readonly<Record<string, Family>> = { zh: 'Chinese', ja: 'Japanese', ko: 'Korean' };
