import { codeColors, type CodeColors } from './code-themes.js';
import { groundIn, type SiteLook, type ThemedCode } from './look.js';
import { property } from './palette.js';

/** What is drawn of specifications. */
const SPECIFICATIONS = ':is(.api-operation,.api-schemas) ';

/** The colors of code in a look, where they are not the usual ones: in documents and in what is drawn of specifications. */
export function codeStyle(look: SiteLook): string {
  const { default: pages, openapi } = look.codeTheme;
  const isSame = pages.light === openapi.light && pages.dark === openapi.dark;
  if (isSame) return isUsual(pages) ? '' : colored(look, '', pages) + tokensOf('');
  if (isUsual(pages)) return colored(look, SPECIFICATIONS, openapi) + tokensOf(SPECIFICATIONS);
  return colored(look, '', pages) + tokensOf('') + colored(look, SPECIFICATIONS, openapi);
}

const isUsual = ({ light, dark }: ThemedCode): boolean => light === 'default-light' && dark === 'default-dark';

/** The classes of tokens: letters, which are the names of their custom properties as well. */
const LETTERS = 'kscntfavbmrgid'.split('');

const tokensOf = (within: string): string =>
  LETTERS.map((letter) => `${within}.code .${letter}{color:var(--${letter})}`).join('');

/** Custom properties within code: those of the page have other values there. */
function colored(look: SiteLook, within: string, { light, dark }: ThemedCode): string {
  const one = codeColors(light, 'light', groundIn(look, 'light'));
  const other = codeColors(dark, 'dark', groundIn(look, 'dark'));
  const surface = (name: string, part: Exclude<keyof CodeColors, 'tokens'>): string =>
    property(name, one[part], other[part]);
  const tokens = LETTERS.map((letter) =>
    property(letter, one.tokens[letter] ?? one.text, other.tokens[letter] ?? other.text),
  );
  return `${within}.code{${[
    ...[surface('page', 'page'), surface('subtle', 'page'), surface('text', 'text'), surface('muted', 'muted')],
    ...[surface('line', 'line'), surface('primary-text', 'text'), surface('success-text', 'text')],
    ...tokens,
  ].join('')}}`;
}
