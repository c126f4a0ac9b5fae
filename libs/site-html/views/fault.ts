import { h, type Element } from '#page-html';
import type { FaultPage, SiteFrame } from '../model.js';
import type { Desk } from './desk.js';
import { link } from './links.js';
import { drawSearchForm } from './search-form.js';

/** A page instead of what is not there, may not be seen or went wrong. */
export function drawFault(desk: Desk, frame: SiteFrame, { status, message }: FaultPage): Element {
  const { fault } = desk.words;
  return h(
    'div',
    { class: 'fault' },
    h('p', { class: 'status' }, String(status)),
    h('h1', null, titleOf(desk, status)),
    message !== '' && h('p', { class: 'lead' }, message),
    status === 404 && drawSearchForm(desk, frame, { id: '_query', className: 'own' }),
    h('p', null, link(desk, { href: frame.root }, { class: 'button primary' }, fault.home)),
  );
}

export function titleOf({ words: { fault } }: Desk, status: number): string {
  if (status === 404 || status === 410) return fault.missing;
  return status === 401 || status === 403 ? fault.forbidden : fault.wrong;
}
