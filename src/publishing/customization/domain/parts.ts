import { LANGUAGES } from '#content';
import { ExpressionInvalid, parseExpression } from '#expressions';
import { readEmoji, type ContentRef } from '#rich-document';
import {
  choice,
  flag,
  initially,
  integer,
  listOf,
  matching,
  maybe,
  memberOf,
  objectAt,
  oneOf,
  refuse,
  shaped,
  text,
  within,
  type Read,
} from './shape.js';
import {
  ANNOUNCEMENT_STYLES,
  CODE_THEMES,
  FONT_FORMATS,
  HEADER_ITEM_STYLES,
  SOCIAL_PLATFORMS,
  type Font,
  type MonospaceFont,
} from './values.js';

const MOST_LINKS = 100;
const MOST_FACES = 50;
const MOST_SOURCES = 10;
const LONGEST_URL = 2048;

const id = text(1, 100);

export const color = shaped({
  light: matching(/^#(?:[0-9a-fA-F]{3}){1,2}$/, 'a color such as #2563eb'),
  dark: matching(/^#(?:[0-9a-fA-F]{3}){1,2}$/, 'a color such as #2563eb'),
});

/** An address that a browser can open. */
export const url: Read<string> = (value, path) => {
  const address = text(1, LONGEST_URL)(value, path);
  return /^https?:\/\//i.test(address) && URL.canParse(address)
    ? address
    : refuse(path, 'must be an address that begins with https:// or http://');
};

/** Such an address, or a path on the site's own host. */
const addressOrPath: Read<string> = (value, path) =>
  typeof value === 'string' && /^\/(?!\/)/.test(value) ? text(1, LONGEST_URL)(value, path) : url(value, path);

export const picture = shaped({ light: url, dark: url });

export const emoji: Read<string> = (value, path) =>
  readEmoji(text(1, 50)(value, path)) ?? refuse(path, 'must be an emoji');

/** A picture or an emoji; neither for the default icon. */
export const favicon = (value: unknown, path: string): { icon?: ReturnType<typeof picture>; emoji?: string } => {
  const source = objectAt(value, path);
  const [icon, sign] = [memberOf(source, 'icon'), memberOf(source, 'emoji')];
  if (icon !== undefined) return { icon: picture(icon, within(path, 'icon')) };
  return sign === undefined ? {} : { emoji: emoji(sign, within(path, 'emoji')) };
};

const fontDefinition = shaped({
  id,
  custom: flag,
  /** The name gets into style sheets, so signs that could end a double-quoted string or a rule are refused. */
  fontFamily: matching(/^[^"\\;{}<>\p{Cc}]{1,50}$/u, 'the name of a font of 1 to 50 characters'),
  fontFaces: listOf(
    shaped({
      weight: integer(1, 1000),
      sources: listOf(shaped({ url: addressOrPath, format: maybe(choice(FONT_FORMATS)) }), 1, MOST_SOURCES),
    }),
    1,
    MOST_FACES,
  ),
});

/** A font by its name, or one that the site supplies. */
export const font =
  <Name extends Font | MonospaceFont>(names: readonly Name[]): Read<Name | ReturnType<typeof fontDefinition>> =>
  (value, path) =>
    typeof value === 'string' ? choice(names)(value, path) : fontDefinition(value, path);

const codeTheme = choice(CODE_THEMES);
export const codeThemes = shaped({ light: codeTheme, dark: codeTheme });

/** A text in other languages, by language code. */
export const localized =
  (most: number): Read<Record<string, string>> =>
  (value, path) =>
    Object.fromEntries(
      Object.entries(objectAt(value, path)).map(([language, words]) => [
        choice(LANGUAGES)(language, `${path}: ${language}`),
        text(0, most)(words, within(path, language)),
      ]),
    );

/** A link must not be a script, such as a `javascript:` address. */
const link: Read<string> = (value, path) => {
  const address = text(1, LONGEST_URL)(value, path);
  return /^[\s\p{Cc}]*(?:javascript|vbscript|data):/iu.test(address) ? refuse(path, 'must be an address') : address;
};

const REFERENCES: { [Kind in ContentRef['kind']]: Read<object> } = {
  file: shaped({ file: id, space: maybe(id) }),
  url: shaped({ url: link }),
  page: shaped({ page: id, space: maybe(id) }),
  anchor: shaped({ anchor: text(1, 500), page: maybe(id), space: maybe(id) }),
  user: shaped({ user: id }),
  collection: shaped({ collection: id }),
  space: shaped({ space: id }),
  'reusable-content': shaped({ reusableContent: id, space: maybe(id) }),
  tag: shaped({ tag: text(1, 100), space: maybe(id) }),
  openapi: shaped({ spec: id }),
};
const KINDS = Object.keys(REFERENCES) as ContentRef['kind'][];

/** The target of a link. Pages, files and the like may come and go, so whether they exist is not checked. */
export const reference: Read<ContentRef> = (value, path) => {
  const kind = choice(KINDS)(memberOf(objectAt(value, path), 'kind'), within(path, 'kind'));
  return { kind, ...REFERENCES[kind](value, path) } as ContentRef;
};

export const contentLink = shaped({ title: text(0, 64), localizedTitle: maybe(localized(64)), to: reference });

export const condition: Read<string> = (value, path) => {
  const expression = text(0, 1024)(value, path);
  try {
    if (expression.trim() !== '') parseExpression(expression);
    return expression;
  } catch (error) {
    if (error instanceof ExpressionInvalid) return refuse(path, `must be an expression: ${error.message}`);
    throw error;
  }
};

const headerItem = shaped({
  title: text(0, 128),
  localizedTitle: maybe(localized(128)),
  style: maybe(choice(HEADER_ITEM_STYLES)),
  to: initially<ContentRef | null>(null, reference),
  links: initially<ReturnType<typeof contentLink>[]>([], listOf(contentLink, 0, MOST_LINKS)),
  condition: maybe(condition),
});
export const headerItems = listOf(headerItem, 0, MOST_LINKS);

const footerGroup = shaped({
  title: text(0, 128),
  localizedTitle: maybe(localized(128)),
  links: initially<ReturnType<typeof contentLink>[]>([], listOf(contentLink, 0, MOST_LINKS)),
});
export const footerGroups = listOf(footerGroup, 0, MOST_LINKS);

export const announcement = shaped({
  enabled: initially(false, flag),
  message: text(2, 128),
  localizedMessage: maybe(localized(128)),
  link: maybe(contentLink),
  style: oneOf(ANNOUNCEMENT_STYLES),
});

const socialAccount = shaped({
  platform: choice(SOCIAL_PLATFORMS),
  handle: text(1, 128),
  display: initially(
    { footer: true, header: false },
    shaped({ footer: initially(true, flag), header: initially(false, flag) }),
  ),
});
export const socialAccounts = listOf(socialAccount, 0, 10);
