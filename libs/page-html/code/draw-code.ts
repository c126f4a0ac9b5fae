import { h, type Element } from '../element.js';
import { highlight, type Token } from './highlight.js';
import { Cutter } from './pieces.js';

/** What a code outside of documents is drawn with. */
export interface CodeOptions {
  /** The words of the button that copies it. */
  copy: string;
  /** Highlighted unless false: who draws many codes may have to stop. */
  isHighlighted?: boolean;
  /** Its tokens, in their order, where the caller knows them: then no grammar is asked. */
  tokens?: readonly Token[] | undefined;
}

/** A code as blocks of documents show it, without a title. */
export function drawCode(text: string, syntax: string, { copy, isHighlighted = true, tokens }: CodeOptions): Element {
  const pieces = isHighlighted ? new Cutter(tokens ?? highlight(text, syntax)).cut(text) : [text];
  return h(
    'div',
    { class: 'code', 'data-syntax': syntax === '' ? undefined : syntax },
    h('button', { type: 'button', class: 'copy', hidden: true }, copy),
    h('pre', { tabindex: 0 }, h('code', null, ...pieces)),
  );
}
