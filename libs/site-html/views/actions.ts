import { group, h, safeHref, type Attributes, type Child, type Element } from '#page-html';
import type { DocumentPage, PageActionLink } from '../model.js';
import { filled } from '../words/site-words.js';
import type { Desk } from './desk.js';
import { said, sign } from './signs.js';

/** What can be done with a page: the first thing as a button, the others in its menu. */
export function drawActions(desk: Desk, { actions }: DocumentPage): Child {
  const [first, ...others] = actions.flatMap((action) => drawAction(desk, action));
  if (!first) return null;
  return h(
    'div',
    { class: 'actions' },
    first,
    others.length > 0 &&
      group(
        h('button', { type: 'button', popovertarget: '_actions', 'aria-label': desk.words.actions.name }, sign('down')),
        h(
          'div',
          { id: '_actions', popover: 'auto', class: 'menu' },
          h('ul', null, ...others.map((one) => h('li', null, one))),
        ),
      ),
  );
}

/** Without a script, copying leads to the text instead. */
function drawAction(desk: Desk, action: PageActionLink): Element[] {
  const href = safeHref(action.href);
  if (href === undefined) return [];
  const content = [sign(action.kind), h('span', null, wordsFor(desk, action))];
  if (action.kind === 'pdf') return [drawForm(href, action.page, content)];
  const outside = action.kind === 'assistant' || action.kind === 'edit';
  const attributes: Attributes = {
    href,
    // A value of false would be written, and scripts would fetch the address of an assistant.
    'data-copy': action.kind === 'copy' ? '' : undefined,
    target: outside && '_blank',
    rel: outside && 'noopener',
  };
  return [h('a', attributes, ...content, outside && said(` (${desk.words.newTab})`))];
}

/** What is made for one reader is sent for: programs that follow links do not have it made for every page. */
const drawForm = (action: string, page: string | undefined, content: Child[]): Element =>
  h(
    'form',
    { method: 'post', action },
    h('input', { type: 'hidden', name: 'page', value: page }),
    h('button', { class: 'plain' }, ...content),
  );

function wordsFor({ words: { actions } }: Desk, { kind, name = '' }: PageActionLink): string {
  return kind === 'assistant' ? filled(actions.assistant, { name }) : actions[kind];
}
