import type { Action, Button, Confirm } from '#contentkit';
import { classes, h, type Attributes, type Child } from '#page-html';
import { BLOCK_FIELDS } from './context.js';
import { linkOut, type BlockSheet } from './sheet.js';

const OPENS_URL = '@ui.url.open';

/** Actions of clients that have an effect on what is sent here. All others that begin with `@` edit pages. */
const OWN: ReadonlySet<string> = new Set(['@ui.modal.open', '@ui.modal.close']);

/** What a reader can do with an action: follow a link, or send it. */
export type Doing = { kind: 'link'; link: Attributes } | { kind: 'sent' } | { kind: 'nothing' };

export function doingOf({ action, url }: Action): Doing {
  if (action === OPENS_URL) {
    const link = typeof url === 'string' ? linkOut(url) : undefined;
    return link ? { kind: 'link', link: { ...link, target: '_blank' } } : { kind: 'nothing' };
  }
  return action.startsWith('@') && !OWN.has(action) ? { kind: 'nothing' } : { kind: 'sent' };
}

/** A button as one that sends its action, or as a link; nothing for what only authors can do. */
export function drawButton(sheet: BlockSheet, button: Button): Child {
  const { style, onPress, icon, trailingIcon, label, tooltip, disabled, confirm } = button;
  const doing = doingOf(onPress);
  if (doing.kind === 'nothing') return null;
  const name = label === undefined ? (tooltip ?? icon ?? trailingIcon ?? onPress.action) : undefined;
  const look = { class: classes('button', styleOf(style)), title: tooltip, 'aria-label': name };
  const content = [sheet.icon(icon), label, sheet.icon(trailingIcon)];
  if (doing.kind === 'link') return h('a', { ...doing.link, ...look }, ...content);
  if (confirm && disabled !== true) return drawConfirm(sheet, { action: onPress, confirm, look, content });
  return h('button', { ...pressing(sheet, onPress), disabled: disabled === true, ...look }, ...content);
}

/** Buttons one beside the other; nothing without any. */
export function drawButtons(sheet: BlockSheet, buttons: readonly Button[] | undefined): Child {
  const drawn = (buttons ?? []).map((button) => drawButton(sheet, button)).filter((button) => button !== null);
  return drawn.length === 0 ? null : h('div', { class: 'kit-buttons' }, ...drawn);
}

/** The attributes of a button that sends an action. */
export const pressing = (sheet: BlockSheet, action: Action): Attributes => ({
  type: 'submit',
  name: BLOCK_FIELDS.press,
  value: sheet.action(action),
});

/** The button after a field on whose value something depends. Scripts press it when the value changes. */
export function drawApply(sheet: BlockSheet, field: string, action: Action | undefined, confirm?: Confirm): Child {
  if (!action || doingOf(action).kind !== 'sent') return null;
  const look = { class: 'button small' };
  if (confirm) return drawConfirm(sheet, { action, confirm, look, content: [sheet.words.apply] });
  return h('button', { ...pressing(sheet, action), ...look, 'data-apply': field }, sheet.words.apply);
}

interface Asked {
  action: Action;
  confirm: Confirm;
  look: Attributes;
  content: readonly Child[];
}

/** A question before an action opens below its button. */
function drawConfirm(sheet: BlockSheet, { action, confirm, look, content }: Asked): Child {
  const { title, text, confirm: label, style } = confirm;
  const button = { ...pressing(sheet, action), class: classes('button', 'small', styleOf(style ?? 'primary')) };
  return h(
    'details',
    { class: 'kit-confirm' },
    h('summary', look, ...content),
    h(
      'div',
      { class: 'kit-question' },
      h('p', { class: 'kit-title' }, title),
      h('p', null, text),
      h('button', button, label),
    ),
  );
}

const styleOf = (style: Button['style']): string => (style === 'danger' ? 'kit-danger' : (style ?? 'secondary'));
