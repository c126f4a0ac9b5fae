import type { Token } from 'markdown-it';
import { plainCodeLines } from '../build.js';
import type { Block, Code } from '../model.js';
import type { Unread } from './unread.js';

/** The longest part of a fence behind its language that is looked at. */
const MAX_META = 1_000;

/** A word of a fence's first line: `{1,3}`, `[label]`, `name="value"`, `name=value`, `.class` or a flag. */
const WORD = /\{([^{}]*)\}|\[([^\]]*)\]|([\w:.#-]+)(?:=(?:"([^"]*)"|'([^']*)'|\{([^{}]*)\}|([^\s{}]+)))?|\S/g;

/** What the first line of a fence says. */
interface FenceInfo {
  syntax: string | undefined;
  data: Omit<Code['data'], 'syntax'>;
  /** Numbers and ranges of lines, such as `1,3-5`. */
  marked: string[];
}

/**
 * A fence or indented code. Behind the language, the notations of widespread tools are read: marked lines, titles and
 * line numbers. What else is there is noted.
 */
export function codeBlock(token: Token, unread: Unread): Block {
  const info = token.type === 'fence' ? token.info.trim() : '';
  const { syntax, data, marked } = readInfo(info, unread);
  const content = token.content.endsWith('\n') ? token.content.slice(0, -1) : token.content;
  const nodes = plainCodeLines(content);
  markLines(nodes, marked.join(','));
  return {
    object: 'block',
    type: 'code',
    isVoid: false,
    data: { ...(syntax === undefined ? {} : { syntax }), ...data },
    nodes,
  };
}

function readInfo(info: string, unread: Unread): FenceInfo {
  const read: FenceInfo = { syntax: undefined, data: {}, marked: [] };
  const attributes = /^\{[ \t]*(?:\.([\w+#-]+)|[\w.-]+=)/.exec(info);
  const language = attributes === null ? /^[^\s{]+/.exec(info)?.[0] : undefined;
  const [syntax, flag] = splitNumbers(language);
  if (syntax !== undefined) read.syntax = syntax;
  if (flag !== undefined) readWord(read, ':line-numbers', flag);
  const meta = attributes === null ? info.slice(language?.length ?? 0) : withoutBraces(info);
  if (attributes?.[1] !== undefined) read.syntax = attributes[1];
  if (meta.trim() === '') return read;
  for (const match of meta.slice(0, MAX_META).matchAll(WORD)) {
    const [raw, lines, label, name, double, single, braced, bare] = match;
    const value = double ?? single ?? braced ?? bare;
    const known =
      lines !== undefined
        ? isLines(lines) && read.marked.push(lines) > 0
        : label !== undefined
          ? setTitle(read, label)
          : name !== undefined && (name === `.${read.syntax ?? ''}` || readWord(read, name, value));
    if (!known) unread.add('unknown-option', raw);
  }
  return read;
}

/** `ts:line-numbers=2`, as a language with a flag behind it. */
function splitNumbers(language: string | undefined): [syntax: string | undefined, numbers: string | undefined] {
  const match = language === undefined ? null : /^(.*?):(no-)?line-numbers(?:=\d+)?$/.exec(language);
  if (match === null) return [language, undefined];
  return [match[1] === '' ? undefined : match[1], match[2] === undefined ? 'true' : 'false'];
}

const withoutBraces = (info: string): string => info.replace(/^\{/, '').replace(/\}[^}]*$/, '');
const isLines = (text: string): boolean => /^[ \t]*\d+(?:-\d+)?(?:[ \t]*,[ \t]*\d+(?:-\d+)?)*[ \t]*$/.test(text);

function setTitle({ data }: FenceInfo, title: string): boolean {
  if (title.trim() !== '') data.title ??= title.trim();
  return true;
}

/** Reads one option; false where it is none. */
function readWord(read: FenceInfo, name: string, value: string | undefined): boolean {
  switch (name) {
    case 'title':
    case 'filename':
    case 'file':
    case 'caption':
      return value !== undefined && setTitle(read, value);
    case 'hl_lines':
    case 'highlight':
    case 'mark': {
      const lines = value?.trim().replace(/[ \t]+/g, ',');
      if (lines === undefined || !isLines(lines)) return false;
      read.marked.push(lines);
      return true;
    }
    case ':line-numbers':
    case ':no-line-numbers':
    case 'showLineNumbers':
    case 'lineNumbers':
    case 'line-numbers':
    case 'linenums':
    case '.numberLines':
    case '.number-lines':
      read.data.lineNumbers = value !== 'false' && name !== ':no-line-numbers';
      // Where they count from has no place in the model; most begin at 1.
      return value === undefined || /^(?:true|false|1)$/.test(value);
    default:
      return false;
  }
}

/** Marks the lines that a list of numbers and ranges names; those that are not there are passed over. */
function markLines(nodes: Code['nodes'], list: string): void {
  if (list === '') return;
  let most = 4 * nodes.length;
  for (const part of list.split(',')) {
    const [first, last = first] = part.split('-').map(Number);
    const end = Math.min(last ?? 0, nodes.length);
    for (let line = Math.max(first ?? 1, 1); line <= end && most > 0; line++, most--) {
      const node = nodes[line - 1];
      if (node !== undefined) node.data = { highlighted: true };
    }
  }
}
