import type { Block, Modal, RenderedElement } from '#contentkit';
import { classes, h, write, type Child } from '#page-html';
import { drawButton } from './buttons.js';
import { BLOCK_FIELDS, MOST_HTML, type BlockContext } from './context.js';
import { drawParts } from './parts.js';
import { BlockSheet, linkOut } from './sheet.js';
import { drawInlines } from './texts.js';

/**
 * What a component shows as HTML: an element with the id of the block. Undefined for a configuration screen, which
 * pages do not show, and for what would become too large.
 */
export function drawRendered({ element, state }: RenderedElement, context: BlockContext): string | undefined {
  if (element.type === 'configuration') return undefined;
  const sheet = new BlockSheet(context, state);
  const parts = element.type === 'modal' ? drawModal(sheet, element) : drawParts(sheet, element.children);
  const html = write(h('div', { class: 'kit', id: context.id }, drawForm(sheet, element, parts)));
  return html.length > MOST_HTML ? undefined : html;
}

/** Controls are in a form, and disabled where what is done with them can't be sent. */
function drawForm(sheet: BlockSheet, { type }: Block | Modal, parts: Child): Child {
  const { actions, inputs } = sheet.controls;
  const { form, id } = sheet.context;
  if (actions.length + inputs.length === 0 && type === 'block') return parts;
  const fields = form?.fields(sheet.controls);
  if (!form || !fields) return h('fieldset', { class: 'kit-fields', disabled: true }, parts);
  return h(
    'form',
    { class: 'kit-form', method: 'post', action: `${form.action}#${id}`, autocomplete: 'off' },
    ...Object.entries(fields).map(([name, value]) => h('input', { type: 'hidden', name, value })),
    // The first button of a form is pressed by the key that ends a line: here that does nothing.
    actions.length > 1 && h('button', { type: 'submit', hidden: true, disabled: true }),
    h('fieldset', { class: 'kit-fields' }, parts),
  );
}

/** What a block opened, in its place until it is closed. */
function drawModal(sheet: BlockSheet, { title, subtitle, children, submit }: Modal): Child {
  const close = { type: 'submit', name: BLOCK_FIELDS.close, value: '1', class: 'button small secondary' };
  return h(
    'div',
    { class: 'kit-modal', role: 'group', 'aria-label': title ?? sheet.context.title },
    h('div', { class: 'kit-row' }, h('p', { class: 'kit-title' }, title ?? ''), h('button', close, sheet.words.close)),
    subtitle && h('p', { class: 'kit-hint' }, drawInlines(sheet, subtitle)),
    drawParts(sheet, children),
    submit && h('div', { class: 'kit-buttons' }, drawButton(sheet, submit)),
  );
}

/** A component that has done what it was there for. */
export const drawEnded = (id: string): string => write(h('div', { class: 'kit', id }));

/** What is known of a block that is not shown. */
export interface NotShown {
  /** The name of its integration, and of the block. */
  integration: string;
  block: string;
  /** What it was made from. */
  url?: string | undefined;
  /** Why there is nothing else, to readers. */
  message?: string | undefined;
  /** Where it is shown when it is ready. */
  href?: string | undefined;
}

/** A neutral note in the place of a block. */
export function drawNotShown(shown: NotShown, { id, words }: Pick<BlockContext, 'id' | 'words'>): string {
  const { integration, block, url, message, href } = shown;
  const link = url === undefined ? undefined : linkOut(url);
  const waiting = href === undefined ? undefined : linkOut(href);
  return write(
    h(
      'section',
      { class: classes('integration', 'kit-note'), id, 'data-block': waiting ? '' : undefined },
      h('p', null, h('code', null, integration), ' ', h('code', null, block)),
      message !== undefined && h('p', { class: 'kit-hint' }, message),
      url !== undefined && h(link ? 'a' : 'span', { ...link, class: 'source' }, url),
      waiting && h('p', null, h('a', { ...waiting, class: 'button small', 'data-late': '' }, words.show)),
    ),
  );
}
