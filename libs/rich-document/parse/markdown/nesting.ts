import MarkdownIt, { type ParserBlock } from 'markdown-it';
import { MAX_DEPTH } from '../../schema.js';
import type { BlockRule } from './block-rule.js';
import { footnoteRule } from './block-rules.js';
import { indentedRule } from './callout-rules.js';

/**
 * Levels of Markdown containers that are read as such; a list and its item are two. Enough for the deepest document as
 * it is written, a footnote around it included. Deeper markers are text, so that no word is lost and the stack is bounded.
 */
const MAX_LEVEL = 2 * MAX_DEPTH + 2;

/** What the parser needs as its own limit, at which it would leave blocks out: more than is ever reached. */
export const BEYOND_LEVELS = MAX_LEVEL + 8;

/** The rules whose blocks hold blocks, and the rules that they may interrupt. */
const CONTAINER_RULES: readonly (readonly [name: string, rule: BlockRule, alt: string[]])[] = [
  ['footnote', footnoteRule, ['paragraph', 'reference']],
  ['indented', indentedRule, ['paragraph', 'reference', 'blockquote', 'list']],
  ['blockquote', ownRule('blockquote'), ['paragraph', 'reference', 'blockquote', 'list']],
  ['list', ownRule('list'), ['paragraph', 'reference', 'blockquote']],
];

/** Makes containers deeper than the limit text. The rules that are not the parser's own must be there already. */
export function limitNesting({ ruler }: ParserBlock): void {
  for (const [name, rule, alt] of CONTAINER_RULES) {
    const limited: BlockRule = (state, startLine, endLine, silent) =>
      (silent || state.level < MAX_LEVEL) && rule(state, startLine, endLine, silent);
    ruler.at(name, limited, { alt });
  }
}

/** A block rule of the parser itself. */
export function ownRule(name: string): BlockRule {
  const { ruler } = new MarkdownIt().block;
  ruler.enableOnly(name);
  const [rule] = ruler.getRules('');
  if (rule === undefined) throw new Error(`The Markdown parser has no rule ${name}`);
  return rule;
}
