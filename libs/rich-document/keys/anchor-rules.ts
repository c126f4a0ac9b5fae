/** What is between an anchor and the number of its repetition, for each rule in the order of `slugsOf`. */
export const SEPARATORS: readonly ('-' | '_')[] = ['-', '-', '-', '-', '-', '-', '_', '_', '-', '-', '-', '-', '-'];

/**
 * The anchors that widespread documentation tools make of the words of a heading, which are in lower case: one for each
 * rule, the most widespread first, and empty where a tool makes none.
 */
export function slugsOf(words: string): string[] {
  const isAscii = ASCII.test(words);
  const plain = isAscii ? words : withoutAccents(words);
  const ascii = isAscii ? words : words.normalize('NFKD').replace(OTHER_THAN_ASCII, '');
  const github = githubSlug(words);
  const gitbook = gitbookSlug(plain);
  const joined = joinedSlug(plain);
  return [
    // GitHub, and what follows it: Docusaurus, Hugo, mdBook.
    github,
    // GitBook, which put no prefix before digits at first.
    behind('id-', gitbook),
    gitbook,
    behind('id-', joined),
    joined,
    // GitLab.
    github.replace(/--+/g, '-'),
    // Python-Markdown, as in MkDocs: in ASCII, or with its function for Unicode.
    pythonSlug(ascii),
    pythonSlug(words),
    // VitePress.
    behind('_', vitepressSlug(plain)),
    // markdown-it-anchor, which encodes punctuation instead of leaving it out.
    words.replace(/\s+/g, '-'),
    // kramdown, as in Jekyll.
    kramdownSlug(words),
    // Docsify.
    behind('_', github),
    // Docutils, as in Sphinx.
    ascii.replace(/[^a-z0-9]+/g, '-').replace(/^[-0-9]+|-$/g, ''),
  ];
}

const ASCII = /^[\0-\x7f]*$/;
const OTHER_THAN_ASCII = /[^\0-\x7f]/g;

/** Signs such as `…` and `ﬁ` become plain characters as well. */
const withoutAccents = (words: string): string =>
  words
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC');

/** Punctuation goes, and each blank is a hyphen. */
const githubSlug = (words: string): string => words.replace(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, '').replaceAll(' ', '-');

/** Underscores and dots stay, `&` is `and`, and other punctuation separates words. */
const gitbookSlug = (words: string): string =>
  trimmed(
    words
      .replace(/['’]/g, '')
      .replaceAll('&', ' and ')
      .replace(/[^\p{L}\p{M}\p{N}._]+/gu, '-'),
  );

/** Likewise, but other punctuation goes. */
const joinedSlug = (words: string): string =>
  trimmed(
    words
      .replaceAll('&', ' and ')
      .replace(/[^\p{L}\p{M}\p{N}._\s-]/gu, '')
      .replace(/[\s-]+/g, '-'),
  );

const pythonSlug = (words: string): string =>
  words
    .replace(/[^\p{L}\p{M}\p{N}_\s-]/gu, '')
    .trim()
    .replace(/[\s-]+/g, '-');

const vitepressSlug = (words: string): string =>
  trimmed(words.replace(/[\s~`!@#$%^&*()\-_+=[\]{}|\\;:"'“”‘’<>,.?/]+/g, '-'));

const kramdownSlug = (words: string): string =>
  words
    .replace(/^[^a-z]+/, '')
    .replace(/[^a-z0-9 -]/g, '')
    .replaceAll(' ', '-');

/** The slug, behind the prefix where it begins with a digit. */
const behind = (prefix: string, slug: string): string => (/^\d/.test(slug) ? prefix + slug : slug);

/** Without the one hyphen that may be at either end. */
function trimmed(slug: string): string {
  const start = slug.startsWith('-') ? 1 : 0;
  return slug.slice(start, slug.endsWith('-') ? Math.max(start, slug.length - 1) : undefined);
}
