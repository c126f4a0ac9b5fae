import { h, safeHref, type Child } from '#page-html';
import type { DocumentPage, SiteFrame } from '../model.js';
import type { Desk } from './desk.js';
import { sign } from './signs.js';

/** What the reader thinks of the page, as a form of three buttons; thanks after it was sent. */
export function drawFeedback(desk: Desk, { here }: SiteFrame, { feedback }: DocumentPage): Child {
  const action = feedback && safeHref(feedback.action);
  if (!feedback || action === undefined) return null;
  const words = desk.words.feedback;
  return h(
    'form',
    { class: 'feedback', method: 'post', action, 'aria-labelledby': '_feedback' },
    h('input', { type: 'hidden', name: 'page', value: feedback.page }),
    h('input', { type: 'hidden', name: 'back', value: here }),
    h('p', { id: '_feedback', role: 'status' }, feedback.given === undefined ? words.question : words.thanks),
    ...(['bad', 'ok', 'good'] as const).map((rating) =>
      h(
        'button',
        {
          class: 'plain',
          name: 'rating',
          value: rating,
          title: words[rating],
          'aria-label': words[rating],
          'aria-pressed': feedback.given === undefined ? undefined : String(feedback.given === rating),
        },
        sign(rating),
      ),
    ),
  );
}
