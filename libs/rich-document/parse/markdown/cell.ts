import type { Token } from 'markdown-it';
import type { FrameStack } from '../frame.js';
import type { HtmlReader } from '../html/html-reader.js';
import { inlineToken } from './inline-tokens.js';

const BLOCK_TAG =
  /^<\/?(?:p|ul|ol|li|dl|dt|dd|div|section|center|blockquote|h[1-6]|hr|pre|table|thead|tbody|tr|td|th|details|summary|figure|figcaption|iframe|video|audio)(?=[\s/>])/i;
const BREAK = /^<br[\s/>]/i;

/** Whether a token of a line is the tag of an element that is a block. */
export const beginsBlock = ({ type, content }: Token): boolean => type === 'html_inline' && BLOCK_TAG.test(content);

/** Reads a cell whose elements are blocks: they are opened and closed as those between lines are. */
export function readCell(tokens: readonly Token[], stack: FrameStack, html: HtmlReader): void {
  stack.context.allowance.bytes(tokens.length);
  tokens.forEach((token, index) => {
    if (token.type === 'html_inline') {
      // A break beside a block says no more than the block does.
      const isBeside = stack.top.run === undefined || beginsBlock(nextOf(tokens, index) ?? token);
      if (!BREAK.test(token.content) || html.isRaw || !isBeside) html.piece(token.content);
    } else if (token.type === 'text' || html.isRaw) {
      html.rawText(token.content);
    } else {
      inlineToken(stack.run(), token, stack.context);
    }
  });
  html.end();
}

/** The next token that is not white space. */
function nextOf(tokens: readonly Token[], index: number): Token | undefined {
  const next = tokens[index + 1];
  return next?.type === 'text' && next.content.trim() === '' ? tokens[index + 2] : next;
}
