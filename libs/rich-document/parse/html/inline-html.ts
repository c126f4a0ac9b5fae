import type { Allowance } from '../allowance.js';
import type { TopHeading } from '../headings.js';
import { urlRef } from '../../build.js';
import type { ButtonAction, Inline, Mark } from '../../model.js';
import { COLORS } from '../../schema.js';
import type { Attributes } from './html.js';
import { SIZE_IN_LINE } from './lost.js';
import type { InlineRun, PendingAnnotation } from '../inline-run.js';
import type { Unread } from '../unread.js';

/** What inline elements need to know of the page, and what they find out for their line. */
export interface InlineContext {
  allowance: Allowance;
  unread: Unread;
  topHeading: TopHeading;
  annotations: PendingAnnotation[];
  /** Labels of the footnotes that the page defines. */
  footnotes: ReadonlySet<string>;
  insideFootnote: boolean;
  /** The line is a heading's. */
  inHeading: boolean;
  /** The id of an empty anchor element on the current line: a heading's fixed anchor. */
  anchorId: string | undefined;
  /** Whether a `picture` element is open, and its dark source. */
  inPicture: boolean;
  dark: string | undefined;
}

const MARKS: Record<string, Mark['type']> = {
  strong: 'bold',
  b: 'bold',
  em: 'italic',
  i: 'italic',
  code: 'code',
  tt: 'code',
  samp: 'code',
  kbd: 'keyboard',
  del: 'strikethrough',
  s: 'strikethrough',
  strike: 'strikethrough',
  sup: 'superscript',
  sub: 'subscript',
};
const PLAIN = new Set([
  'u',
  'small',
  'ins',
  'abbr',
  'cite',
  'q',
  'var',
  'time',
  'big',
  'dfn',
  'data',
  'label',
  'bdi',
  'bdo',
  'font',
  'ruby',
  'rt',
  'rp',
  'output',
  'wbr',
  'input',
  'nobr',
  'picture',
  'source',
]);

/** Opens an inline element in the run; false if the element is none. */
export function openInline(run: InlineRun, name: string, attributes: Attributes, context: InlineContext): boolean {
  const simple = MARKS[name];
  if (simple !== undefined && name !== 'i' && !(name === 'code' && hasClass(attributes, 'expression'))) {
    run.openMark(name, { object: 'mark', type: simple } as Mark);
    return true;
  }
  switch (name) {
    case 'br':
      run.hardBreak();
      return true;
    case 'img':
      run.push(inlineImage(attributes, context));
      if (attributes['width'] || attributes['height']) context.unread.add('lost-attribute', SIZE_IN_LINE, '<img');
      return true;
    case 'code':
      run.openCapture(name, { kind: 'text', finish: (text) => expression(text) });
      return true;
    case 'i':
      return openIcon(run, attributes);
    case 'a':
      openAnchor(run, attributes, context);
      return true;
    case 'button':
      openButton(run, name, attributes);
      return true;
    case 'mark':
      return openColor(run, name, attributes, 'yellow');
    case 'span':
      return openSpan(run, attributes);
    case 'source':
      if (context.inPicture && /dark/.test(attributes['media'] ?? '')) context.dark = attributes['srcset'] ?? '';
      return true;
    case 'picture':
      context.inPicture = true;
      context.dark = undefined;
      return true;
    default:
      if (!PLAIN.has(name)) return false;
      if (name !== 'wbr' && name !== 'input') run.openPlain(name);
      return true;
  }
}

/** Closes an inline element; false if none of that name is open. A picture is none that is opened. */
export function closeInline(run: InlineRun, name: string, context: InlineContext): boolean {
  if (name !== 'picture') return run.close(name);
  closePicture(context);
  return true;
}

export function closePicture(context: InlineContext): void {
  context.inPicture = false;
  context.dark = undefined;
}

export const isInlineName = (name: string): boolean =>
  MARKS[name] !== undefined || PLAIN.has(name) || ['br', 'img', 'a', 'button', 'mark', 'span'].includes(name);

const hasClass = (attributes: Attributes, name: string): boolean =>
  (attributes['class'] ?? '').split(/\s+/).includes(name);

const expression = (text: string): Inline | undefined =>
  text === '' ? undefined : { object: 'inline', type: 'expression', isVoid: true, data: { expression: text } };

export function imageData(
  attributes: Attributes,
  context: InlineContext,
): Extract<Inline, { type: 'inline-image' }>['data'] {
  const { alt } = attributes;
  return {
    ref: urlRef(attributes['src'] ?? ''),
    ...(context.dark === undefined ? {} : { refDark: urlRef(context.dark) }),
    ...(alt ? { alt } : {}),
  };
}

export function inlineImage(attributes: Attributes, context: InlineContext): Inline {
  const size = attributes['data-size'];
  const caption = attributes['data-caption'] ?? attributes['title'];
  return {
    object: 'inline',
    type: 'inline-image',
    isVoid: true,
    data: {
      ...imageData(attributes, context),
      ...(caption ? { caption } : {}),
      ...(size === 'line' || size === 'original' ? { size } : {}),
    },
  };
}

function openIcon(run: InlineRun, attributes: Attributes): boolean {
  const name = (attributes['class'] ?? '').split(/\s+/).findLast((part) => part.startsWith('fa-'));
  if (name === undefined || name.length === 3) {
    run.openMark('i', { object: 'mark', type: 'italic' });
    return true;
  }
  const { color } = styleColors(attributes);
  const icon = { icon: name.slice(3), ...(color === undefined ? {} : { color }) };
  run.openCapture('i', { kind: 'text', finish: () => ({ object: 'inline', type: 'icon', isVoid: true, data: icon }) });
  return true;
}

/** Takes up the words of a mention, which shows the title of its target instead. */
export function mentionOf(href: string): { kind: 'text'; finish: () => Inline } {
  const data = { ref: urlRef(href) };
  return { kind: 'text', finish: () => ({ object: 'inline', type: 'mention', isVoid: true, data }) };
}

function openAnchor(run: InlineRun, attributes: Attributes, context: InlineContext): void {
  const { href } = attributes;
  const id = attributes['id'] ?? attributes['name'];
  if (id) context.anchorId = id;
  const label = 'data-footnote-ref' in attributes ? /fn-(.+)$/.exec(href ?? '')?.[1] : undefined;
  if (label !== undefined && context.footnotes.has(label) && !context.insideFootnote) {
    run.openCapture('a', { kind: 'annotation', label });
  } else if (hasClass(attributes, 'button')) {
    openButton(run, 'a', attributes);
  } else if ('data-mention' in attributes && href !== undefined) {
    run.openCapture('a', mentionOf(href));
  } else if (href !== undefined) {
    run.openCapture('a', { kind: 'link', ref: urlRef(href) });
  } else {
    run.openPlain('a');
  }
}

function openSpan(run: InlineRun, attributes: Attributes): boolean {
  const code = attributes['data-code']?.toLowerCase();
  if (attributes['data-tag'] === 'emoji' && code !== undefined && /^[0-9a-f]{1,6}(-[0-9a-f]{1,6})*$/.test(code)) {
    run.openCapture('span', {
      kind: 'text',
      finish: () => ({ object: 'inline', type: 'emoji', isVoid: true, data: { code } }),
    });
  } else if (hasClass(attributes, 'math')) {
    const given = attributes['data-formula'];
    run.openCapture('span', {
      kind: 'text',
      finish: (text) => {
        const formula = given ?? text;
        return formula === '' ? undefined : { object: 'inline', type: 'inline-math', isVoid: true, data: { formula } };
      },
    });
  } else {
    return openColor(run, 'span', attributes, undefined);
  }
  return true;
}

function styleColors(attributes: Attributes): { color: string | undefined; background: string | undefined } {
  const style = attributes['style'] ?? '';
  const pick = (property: RegExp): string | undefined => {
    const value = property.exec(style)?.[1]?.trim().toLowerCase();
    return value !== undefined && COLORS.has(value) ? value : undefined;
  };
  return { color: pick(/(?:^|;)\s*color\s*:\s*([^;]+)/), background: pick(/background-color\s*:\s*([^;]+)/) };
}

function openColor(run: InlineRun, name: string, attributes: Attributes, otherwise: string | undefined): boolean {
  const { color, background } = styleColors(attributes);
  const behind = background ?? (attributes['style'] === undefined ? otherwise : undefined);
  if (color === undefined && behind === undefined) run.openPlain(name);
  else
    run.openMark(name, {
      object: 'mark',
      type: 'color',
      data: { text: color ?? 'default', background: behind ?? 'default' },
    });
  return true;
}

/** A button that neither leads anywhere nor does anything is its label. */
function openButton(run: InlineRun, name: string, attributes: Attributes): void {
  const action = buttonAction(attributes);
  const { href } = attributes;
  if (action === undefined && href === undefined) run.openPlain(name);
  else run.openCapture(name, { kind: 'text', finish: (label) => button(label, attributes, action) });
}

function button(text: string, attributes: Attributes, action: ButtonAction | undefined): Inline {
  const label = text.replace(/\s+/g, ' ').trim();
  const size = attributes['data-size'];
  const icon = attributes['data-icon'];
  return {
    object: 'inline',
    type: 'button',
    isVoid: true,
    data: {
      label,
      kind: hasClass(attributes, 'secondary') ? 'secondary' : 'primary',
      ...(icon ? { icon } : {}),
      ...(size === 'small' || size === 'medium' || size === 'large' ? { size } : {}),
      ...(action === undefined ? { ref: urlRef(attributes['href'] ?? '') } : { action }),
    },
  };
}

function buttonAction(attributes: Attributes): ButtonAction | undefined {
  const action = attributes['data-action'];
  const query = attributes['data-query'];
  if (action === 'search' || action === 'ask') return { action, ...(query === undefined ? {} : { query }) };
  if (action === 'select') return { action, slug: attributes['data-slug'] ?? '' };
  return undefined;
}
