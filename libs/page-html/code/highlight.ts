import { createRequire } from 'node:module';
import { languageModule, modulesWithin } from './languages.js';

/** Code longer than this, in characters, is not highlighted. */
export const MAX_CODE = 100_000;

/** A part of a code that has a class of its own; those of one code follow each other and do not overlap. */
export interface Token {
  start: number;
  end: number;
  className: string;
}

interface Highlighter {
  getLanguage(name: string): unknown;
  registerLanguage(name: string, language: unknown): void;
  highlight(code: string, options: { language: string; ignoreIllegals: boolean }): { value: string };
}

/** The classes of tokens, by the first word of what highlight.js calls them. */
const CLASSES: Record<string, string> = {
  keyword: 'k',
  'selector-pseudo': 'k',
  operator: 'k',
  string: 's',
  quote: 's',
  'char.escape': 's',
  comment: 'c',
  doctag: 'c',
  number: 'n',
  literal: 'n',
  symbol: 'n',
  bullet: 'n',
  type: 't',
  class: 't',
  title: 'f',
  section: 'f',
  function: 'f',
  attr: 'a',
  attribute: 'a',
  property: 'a',
  'selector-attr': 'a',
  'selector-class': 'a',
  'selector-id': 'a',
  variable: 'v',
  'template-variable': 'v',
  params: 'v',
  built_in: 'b',
  meta: 'm',
  link: 'm',
  regexp: 'r',
  tag: 'g',
  name: 'g',
  'selector-tag': 'g',
  'template-tag': 'g',
  addition: 'i',
  deletion: 'd',
  emphasis: 'e',
  strong: 'o',
};

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };

const require = createRequire(import.meta.url);
let loaded: Highlighter | undefined;

function highlighterFor(module: string): Highlighter {
  loaded ??= require('highlight.js/lib/core') as Highlighter;
  for (const name of [module, ...modulesWithin(module)])
    if (loaded.getLanguage(name) === undefined)
      loaded.registerLanguage(name, require(`highlight.js/lib/languages/${name}`));
  return loaded;
}

/** The tokens of a code; none if its language is unknown or it is too long. Modules are loaded when first needed. */
export function highlight(code: string, syntax: string): Token[] {
  const module = languageModule(syntax);
  if (module === undefined || module === 'plaintext' || code.length > MAX_CODE) return [];
  return tokensIn(highlighterFor(module).highlight(code, { language: module, ignoreIllegals: true }).value);
}

/** Reads what highlight.js writes: spans with one class attribute, and text in which five characters are escaped. */
function tokensIn(html: string): Token[] {
  const tokens: Token[] = [];
  const open: (string | undefined)[] = [];
  let position = 0;
  for (const [, scope, close, text = ''] of html.matchAll(/<span class="([^"]*)">|(<\/span>)|([^<]+)/g)) {
    if (scope !== undefined) {
      open.push(classOf(scope) ?? open.at(-1));
    } else if (close !== undefined) {
      open.pop();
    } else {
      const { length } = text.replace(/&(amp|lt|gt|quot|#x27);/g, (_, name: string) => ENTITIES[name] ?? '');
      const className = open.at(-1);
      if (className !== undefined) add(tokens, { start: position, end: position + length, className });
      position += length;
    }
  }
  return tokens;
}

function add(tokens: Token[], token: Token): void {
  const last = tokens.at(-1);
  if (last?.className === token.className && last.end === token.start) last.end = token.end;
  else tokens.push(token);
}

/** `hljs-title class_` is a type, any other title a function. */
function classOf(scope: string): string | undefined {
  const [first = '', second] = scope.replace('hljs-', '').split(' ');
  return first === 'title' && second === 'class_' ? 't' : CLASSES[first];
}
