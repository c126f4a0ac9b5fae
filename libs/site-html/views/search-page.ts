import { group, h, safeHref, type Child, type Element } from '#page-html';
import type { SearchHit, SearchPage, SiteFrame } from '../model.js';
import { filled } from '../words/site-words.js';
import { answerHref, drawAnswer } from './answer.js';
import type { Desk } from './desk.js';
import { link } from './links.js';
import { drawSearchForm } from './search-form.js';

/** The page that searches without a script: a field, the answer where there is one, and what was found. */
export function drawSearchPage(desk: Desk, frame: SiteFrame, page: SearchPage): Element {
  const words = desk.words.search;
  const query = page.query.trim();
  return group(
    h('div', { class: 'opening' }, h('h1', null, query === '' ? words.title : filled(words.results, { query }))),
    drawSearchForm(desk, frame, { id: '_query', className: 'own', query: page.query }),
    drawAnswer(desk, frame, page),
    query === '' ? drawBeginning(desk, frame) : drawHits(desk, page, query),
  );
}

/** What is there before anything is looked for: how the assistant of the site begins, and questions to choose from. */
function drawBeginning(desk: Desk, frame: SiteFrame): Child {
  const { greeting, suggestions = [] } = frame.search ?? {};
  const action = answerHref(frame);
  return [
    h('p', { class: 'note-line' }, greeting ?? desk.words.search.hint),
    action !== undefined &&
      suggestions.length > 0 &&
      h(
        'form',
        { class: 'ask suggestions', action, method: 'post' },
        ...suggestions.map((question) =>
          h('button', { class: 'button secondary', name: 'q', value: question }, question),
        ),
      ),
  ];
}

function drawHits(desk: Desk, { hits, next }: SearchPage, query: string): Child {
  const words = desk.words.search;
  if (hits.length === 0) return h('p', { class: 'note-line' }, filled(words.nothing, { query }));
  const more = next === undefined ? undefined : safeHref(next);
  return [
    h('ol', { class: 'hits' }, ...hits.map((hit) => drawHit(desk, hit))),
    more !== undefined && h('p', null, h('a', { class: 'button secondary', href: more, rel: 'next' }, words.more)),
  ];
}

const drawHit = (desk: Desk, { title, href, path, text }: SearchHit): Element =>
  h(
    'li',
    null,
    path.length > 0 && h('p', { class: 'path' }, path.join(' › ')),
    link(desk, { href }, {}, title),
    text.length > 0 && h('p', null, ...text.map((part) => (part.marked ? h('mark', null, part.text) : part.text))),
  );
