import { classes, h, safeHref, type Child } from '#page-html';
import type { SiteFrame } from '../model.js';
import { answerHref } from './answer.js';
import type { Desk } from './desk.js';
import { said, sign } from './signs.js';

/** The field that searches. On a phone the header shows its button only, which leads to the page that searches. */
export function drawSearchForm(
  desk: Desk,
  frame: SiteFrame,
  { id, className, query }: { id: string; className: string; query?: string },
): Child {
  const { search } = frame;
  if (!search) return null;
  const { words } = desk;
  const placeholder = search.ask ? words.search.ask : words.search.name;
  return h(
    'form',
    {
      class: classes('search', className),
      role: className === 'own' ? undefined : 'search',
      'aria-label': words.search.name,
      action: safeHref(search.href) ?? '',
      method: 'get',
      'data-ask': className === 'own' ? undefined : answerHref(frame),
    },
    h('label', { class: 'sr', for: id }, words.search.name),
    h('input', { type: 'search', name: 'q', id, placeholder, value: query, autocomplete: 'off', maxlength: 256 }),
    h('button', { class: 'plain' }, sign('search'), said(words.search.submit)),
  );
}
