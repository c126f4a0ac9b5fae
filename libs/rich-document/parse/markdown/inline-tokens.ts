import type { Token } from 'markdown-it';
import { urlRef } from '../../build.js';
import { emojiText } from '../../emoji.js';
import type { Inline } from '../../model.js';
import { isBlockElement, isShownInLine } from '../html/html-names.js';
import { noteAttributes } from '../html/lost.js';
import { readHtml } from '../html/html.js';
import type { HtmlSink } from '../html/html.js';
import { closeInline, mentionOf, openInline } from '../html/inline-html.js';
import type { InlineContext } from '../html/inline-html.js';
import type { InlineRun } from '../inline-run.js';

/** Bytes of JSON that a use of a footnote takes at least. */
const ANNOTATION_BYTES = 200;

/** Adds one token of a line of Markdown to the run. */
export function inlineToken(run: InlineRun, token: Token, context: InlineContext): void {
  switch (token.type) {
    case 'text':
      if (LOOKS_LIKE_TAG.test(token.content)) noteTags(token.content, context);
      return run.text(token.content);
    case 'text_special':
      return run.text(token.content);
    case 'softbreak':
      return run.text(' ');
    case 'hardbreak':
      return run.text('\n');
    case 'strong_open':
      return run.openMark('**', { object: 'mark', type: 'bold' });
    case 'em_open':
      return run.openMark('_', { object: 'mark', type: 'italic' });
    case 's_open':
      return run.openMark('~~', { object: 'mark', type: 'strikethrough' });
    case 'strong_close':
      return void run.close('**');
    case 'em_close':
      return void run.close('_');
    case 's_close':
      return void run.close('~~');
    case 'code_inline':
      run.openMark('`', { object: 'mark', type: 'code' });
      run.text(token.content);
      return void run.close('`');
    case 'link_open':
      return openLink(run, token, context);
    case 'address':
      if (run.isCode || run.isCapturing) return run.text(token.content);
      run.openCapture('[', { kind: 'link', ref: urlRef(token.content) });
      run.text(token.content);
      return void run.close('[');
    case 'link_close':
      return void run.close('[');
    case 'image':
      context.allowance.copies(String(token.attrGet('src')).length + String(token.attrGet('title')).length);
      return run.push(markdownImage(token));
    case 'math_inline':
      return run.push({ object: 'inline', type: 'inline-math', isVoid: true, data: { formula: token.content } });
    case 'emoji':
      return run.push({ object: 'inline', type: 'emoji', isVoid: true, data: { code: token.content } });
    case 'footnote_ref':
      if (context.insideFootnote) return run.text(`[^${token.info}]`);
      context.allowance.bytes(ANNOTATION_BYTES);
      return run.footnote(token.info);
    case 'html_inline':
      return readHtml(token.content, inlineSink(run, context));
    default:
      run.text(token.content);
  }
}

/** Tags in the middle of a line have no meaning, nor have those that are no HTML: they stay, and are noted. */
const LOOKS_LIKE_TAG = /\{[%{:]|<\/?[A-Za-z]/;
const TAG =
  /\{%-?[ \t]*([@\w./-]{1,60})|\{\{|\{:[^{}]{1,300}\}|<(?:\/?([A-Z]\w{0,39})|\/?([A-Za-z][\w.:-]{0,39})(?=[^<>]{0,200}>))/g;

function noteTags(text: string, { unread }: InlineContext): void {
  for (const [raw, tag, component, element] of text.matchAll(TAG)) {
    const name = component ?? element;
    if (name !== undefined) unread.add('unknown-element', `<${name.toLowerCase()}>`, raw);
    else unread.add('unknown-tag', tag === undefined ? (raw === '{{' ? '{{ }}' : '{: }') : `{% ${tag} %}`, raw);
  }
}

/** A link, or a mention where its title says so; any other title has no place. */
function openLink(run: InlineRun, token: Token, context: InlineContext): void {
  const href = String(token.attrGet('href') ?? '');
  const title = token.attrGet('title');
  context.allowance.copies(href.length);
  if (title === 'mention') return run.openCapture('[', mentionOf(href));
  if (title) context.unread.add('lost-attribute', 'title of a link', String(title));
  run.openCapture('[', { kind: 'link', ref: urlRef(href) });
}

const inlineSink = (run: InlineRun, context: InlineContext): HtmlSink => ({
  openTag: (name, attributes, raw) => {
    if (openInline(run, name, attributes, context)) noteAttributes(name, attributes, raw, context);
    else showElement(run, name, raw, context);
  },
  closeTag: (name, raw) => {
    if (!closeInline(run, name, context)) showElement(run, name, raw, context);
  },
  rawText: (text) => run.text(text),
  entity: (char) => run.text(char),
});

/** An element that is none of a line's: text as written, where a page shows it as such. */
function showElement(run: InlineRun, name: string, raw: string, { unread }: InlineContext): void {
  if (isShownInLine(name)) {
    run.text(raw);
    unread.add('unknown-element', `<${name}>`, raw);
  } else if (!isBlockElement(name)) unread.add('lost-element', `<${name}>`, raw);
}

function markdownImage(token: Token): Inline {
  const alt = altText(token.children ?? []);
  const caption = token.attrGet('title');
  return {
    object: 'inline',
    type: 'inline-image',
    isVoid: true,
    data: {
      ref: urlRef(String(token.attrGet('src') ?? '')),
      ...(caption ? { caption: String(caption) } : {}),
      ...(alt === '' ? {} : { alt }),
    },
  };
}

function altText(tokens: readonly Token[]): string {
  let text = '';
  for (const { type, content, children, info } of tokens) {
    if (type === 'image') text += altText(children ?? []);
    else if (type === 'softbreak' || type === 'hardbreak') text += ' ';
    else if (type === 'emoji') text += emojiText(content);
    else if (type === 'footnote_ref') text += `[^${info}]`;
    else if (type !== 'html_inline') text += content;
  }
  return text;
}
