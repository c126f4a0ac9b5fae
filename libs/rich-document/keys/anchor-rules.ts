/** How a widespread documentation tool makes the anchors of headings. */
export interface AnchorRule {
  /** Of the words of a heading in lower case; empty where the tool makes none of them. */
  slug(this: void, words: string): string;
  /** What stands between an anchor and the number of its repetition. */
  separator: '-' | '_';
}

/** Letters without accents, and signs such as `…` and `ﬁ` as plain characters. */
const plain = (words: string): string =>
  words
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC');
const trimmed = (slug: string): string => slug.replace(/^-+|-+$/g, '');

/** Punctuation goes, and each blank is a hyphen. */
const github = (words: string): string => words.replace(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, '').replaceAll(' ', '-');

/** Underscores and dots stay, `&` is `and`, and other punctuation separates words. */
const gitbook = (words: string): string =>
  trimmed(
    plain(words)
      .replace(/['’]/g, '')
      .replaceAll('&', ' and ')
      .replace(/[^\p{L}\p{M}\p{N}._]+/gu, '-'),
  );

/** Likewise, but other punctuation goes. */
const gitbookJoined = (words: string): string =>
  trimmed(
    plain(words)
      .replaceAll('&', ' and ')
      .replace(/[^\p{L}\p{M}\p{N}._\s-]/gu, '')
      .replace(/[\s-]+/g, '-'),
  );

const digitsBehind =
  (prefix: string, slug: (words: string) => string) =>
  (words: string): string =>
    slug(words).replace(/^(?=\d)/, prefix);

const pythonMarkdown = (words: string): string =>
  words
    .replace(/[^\p{L}\p{M}\p{N}_\s-]/gu, '')
    .trim()
    .replace(/[\s-]+/g, '-');
const toAscii = (words: string): string => words.normalize('NFKD').replace(/[^\0-\x7f]/g, '');

const kramdown = (words: string): string =>
  words
    .replace(/^[^a-z]+/, '')
    .replace(/[^a-z0-9 -]/g, '')
    .replaceAll(' ', '-');

const vitepress = (words: string): string =>
  trimmed(plain(words).replace(/[\s~`!@#$%^&*()\-_+=[\]{}|\\;:"'“”‘’<>,.?/]+/g, '-')).replace(/^(?=\d)/, '_');

/**
 * The rules by which links may name a heading, the most widespread first: where two headings have the same anchor by
 * different rules, the earlier rule decides.
 */
export const ANCHOR_RULES: readonly AnchorRule[] = [
  // GitHub, and whatever follows it: Docusaurus, Hugo, mdBook.
  { slug: github, separator: '-' },
  // GitBook, which put no prefix before digits at first.
  { slug: digitsBehind('id-', gitbook), separator: '-' },
  { slug: gitbook, separator: '-' },
  { slug: digitsBehind('id-', gitbookJoined), separator: '-' },
  { slug: gitbookJoined, separator: '-' },
  // GitLab: hyphens in a row are one.
  { slug: (words) => github(words).replace(/-+/g, '-'), separator: '-' },
  // Python-Markdown, as in MkDocs: in ASCII, or with its function for Unicode.
  { slug: (words) => pythonMarkdown(toAscii(words)), separator: '_' },
  { slug: pythonMarkdown, separator: '_' },
  // VitePress.
  { slug: vitepress, separator: '-' },
  // markdown-it-anchor, which encodes punctuation instead of leaving it out.
  { slug: (words) => words.trim().replace(/\s+/g, '-'), separator: '-' },
  // kramdown, as in Jekyll.
  { slug: kramdown, separator: '-' },
  // Docsify.
  { slug: digitsBehind('_', github), separator: '-' },
  // Docutils, as in Sphinx.
  {
    slug: (words) =>
      toAscii(words)
        .replace(/[^a-z0-9]+/g, '-')
        .replace(/^[-0-9]+|-+$/g, ''),
    separator: '-',
  },
];
