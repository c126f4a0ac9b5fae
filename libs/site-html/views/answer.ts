import { drawn, h, type Child, type Element } from '#page-html';
import type { SearchPage, SiteFrame } from '../model.js';
import { filled } from '../words/site-words.js';
import type { Desk } from './desk.js';
import { linkList } from './links.js';

/** Where questions are sent, beside the page that searches; undefined where none are answered. */
export function answerHref({ search }: SiteFrame): string | undefined {
  return search?.ask ? search.href.replace(/search$/, 'answer') : undefined;
}

/** The answer to what is looked for, or a button that asks: a model reads nothing before a reader wants it to. */
export function drawAnswer(desk: Desk, frame: SiteFrame, { answer, query }: SearchPage): Child {
  const action = answerHref(frame);
  const question = query.trim();
  if (action === undefined || question === '') return null;
  const words = desk.words.search;
  if (answer === undefined) return drawAsking(action, question, filled(words.askFor, { query: question }));
  return h(
    'section',
    { class: 'answer', 'aria-labelledby': '_answer' },
    h('h2', { id: '_answer' }, words.answer),
    typeof answer === 'string'
      ? h('p', null, answer === 'nothing' ? words.unanswered : words.failed)
      : [
          drawn(answer.body, 'body'),
          h('p', { class: 'note-line' }, words.caution),
          answer.sources.length > 0 && [h('h3', null, words.sources), linkList(desk, answer.sources)],
        ],
  );
}

/** A question is sent, not led to: neither search engines nor pages of others can ask by a link. */
function drawAsking(action: string, question: string, label: string): Element {
  return h(
    'form',
    { class: 'ask', action, method: 'post' },
    h('input', { type: 'hidden', name: 'q', value: question }),
    h('button', { class: 'button secondary' }, label),
  );
}
