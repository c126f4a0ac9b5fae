import { readEmoji, type Inline, type InlineNode, type Leaf } from '#rich-document';
import type { Desk } from './desk.js';
import type { Family } from './press/fonts.js';
import { backgroundOf, INK, inkOf, type Content } from './style.js';

/** Words without a space longer than this may break anywhere, so that they stay within their column. */
const LONG_WORD = 18;
const LONG = new RegExp(`[^\\s\\u200b]{${LONG_WORD},}`, 'g');
/** Characters after which a long word breaks best. */
const JOINT = /[/.,:;_\-=&?@)\]}]/;

/** Text in the families its characters need; with `breakable`, long words may break in the middle. */
export function setText(
  desk: Pick<Desk, 'runs'>,
  text: string,
  style: Content = {},
  { base = 'Sans', breakable = false }: { base?: Family; breakable?: boolean } = {},
): Content[] {
  const shown = breakable ? text.replace(LONG, breakUp) : text;
  return desk.runs.of(shown, base).map(({ text: run, family }) => ({ ...style, text: run, font: family }));
}

function breakUp(word: string): string {
  let broken = '';
  let since = 0;
  for (const character of word) {
    broken += character;
    since++;
    if ((JOINT.test(character) && since > 3) || since === LONG_WORD) {
      broken += '\u200b';
      since = 0;
    }
  }
  return broken;
}

/** How inline content is set: what all of it has in common. */
export interface Setting {
  style?: Content;
  base?: Family;
  breakable?: boolean;
}

/** The inline content of a paragraph, a heading or a line of code. */
export function setInlines(desk: Desk, nodes: readonly InlineNode[], setting: Setting = {}): Content[] {
  const set = nodes.flatMap((node) =>
    node.object === 'text'
      ? node.leaves.flatMap((leaf) => setLeaf(desk, leaf, setting))
      : setInline(desk, node, setting),
  );
  return set.length === 0 ? [{ text: ' ' }] : set;
}

function setLeaf(desk: Desk, { text, marks }: Leaf, setting: Setting): Content[] {
  const style: Content = { ...setting.style };
  let { base = 'Sans' } = setting;
  for (const mark of marks) {
    switch (mark.type) {
      case 'bold':
        style['bold'] = true;
        break;
      case 'italic':
        style['italics'] = true;
        break;
      case 'strikethrough':
        style['decoration'] = 'lineThrough';
        break;
      case 'superscript':
        style['sup'] = true;
        break;
      case 'subscript':
        style['sub'] = true;
        break;
      case 'code':
      case 'keyboard':
        base = 'Mono';
        style['background'] ??= INK.code;
        style['fontSize'] ??= 8.8;
        break;
      case 'color': {
        const [ink, background] = [inkOf(mark.data.text), backgroundOf(mark.data.background)];
        if (ink !== undefined) style['color'] = ink;
        if (background !== undefined) style['background'] = background;
      }
    }
  }
  return setText(desk, text, style, { base, breakable: setting.breakable ?? false });
}

function setInline(desk: Desk, node: Inline, setting: Setting): Content[] {
  const text = (words: string, style: Content = {}, base = setting.base): Content[] =>
    setText(
      desk,
      words,
      { ...setting.style, ...style },
      { ...(base === undefined ? {} : { base }), breakable: setting.breakable ?? false },
    );
  switch (node.type) {
    case 'link': {
      const link = desk.linkTo(desk.targetOf(node.data.ref));
      const style = Object.keys(link).length === 0 ? {} : { color: INK.link, ...link };
      return setInlines(desk, node.nodes, { ...setting, style: { ...setting.style, ...style } });
    }
    case 'annotation': {
      desk.notes.push(node.fragments[0].nodes);
      return [
        ...setInlines(desk, node.nodes, setting),
        { ...setting.style, text: String(desk.notes.length), sup: true, color: INK.link },
      ];
    }
    case 'emoji':
      return text(readEmoji(node.data.code) ?? '');
    case 'icon':
      return [];
    case 'expression':
      return text(`{{ ${node.data.expression} }}`, { background: INK.code, fontSize: 8.8 }, 'Mono');
    case 'inline-math':
      return text(node.data.formula, { fontSize: 9 }, 'Mono');
    case 'inline-image': {
      const { alt, caption, size } = node.data;
      return size === 'original' ? [] : text(alt ?? caption ?? '', { italics: true });
    }
    case 'mention': {
      const target = desk.targetOf(node.data.ref);
      const name = target.title ?? target.url ?? '';
      return text(node.data.ref.kind === 'user' ? `@${name}` : name, { color: INK.link, ...desk.linkTo(target) });
    }
    case 'button': {
      const link = desk.linkTo(desk.targetOf(node.data.ref));
      return text(node.data.label, { bold: true, color: INK.link, ...link });
    }
  }
}
