import { classes, drawn, group, h, safeHref, type Child, type Element } from '#page-html';
import type { DocumentPage, FrameLink, SiteFrame } from '../model.js';
import { filled } from '../words/site-words.js';
import { drawActions } from './actions.js';
import type { Desk } from './desk.js';
import { drawFeedback } from './feedback.js';
import { link, linkList, themedPicture } from './links.js';
import { emojiOrIcon, sign } from './signs.js';

/** A page of documentation: what is above its content, the content, and what follows. */
export function drawDocumentPage(desk: Desk, frame: SiteFrame, page: DocumentPage): Element {
  const { cover } = page;
  const picture = cover && themedPicture(cover, { alt: '', class: classes('cover', cover.full && 'full') });
  return group(
    cover?.full === true && picture,
    h('article', null, cover?.full !== true && picture, drawOpening(desk, page), drawn(page.body, 'body')),
    drawEnd(desk, frame, page),
  );
}

function drawOpening(desk: Desk, page: DocumentPage): Child {
  const { layout, breadcrumbs, description } = page;
  const actions = drawActions(desk, page);
  const title = h('h1', { class: layout.title ? undefined : 'sr' }, emojiOrIcon(desk, page), page.title);
  return h(
    'div',
    { class: 'opening' },
    breadcrumbs.length > 0 &&
      h('nav', { class: 'breadcrumbs', 'aria-label': desk.words.landmarks.breadcrumbs }, linkList(desk, breadcrumbs)),
    h('div', { class: 'heading' }, title, actions),
    layout.description && description !== undefined && description !== '' && h('p', { class: 'lead' }, description),
    drawTags(desk, page),
  );
}

function drawTags(desk: Desk, { tags }: DocumentPage): Child {
  if (tags.length === 0) return null;
  return h(
    'ul',
    { class: 'tags', 'aria-label': desk.words.tags },
    ...tags.map((tag) => h('li', { class: classes('tag', colorOf(tag.color)) }, emojiOrIcon(desk, tag), tag.label)),
  );
}

/** Only names of the fixed set have a class in the style sheet; others have no effect. */
const colorOf = (color: string | undefined): string | undefined =>
  color !== undefined && /^\$?[a-z]+$/.test(color) ? `c-${color.replace('$', '')}` : undefined;

function drawEnd(desk: Desk, frame: SiteFrame, page: DocumentPage): Child {
  const { layout, previous, next } = page;
  const facts = layout.metadata ? drawFacts(desk, page) : [];
  const feedback = drawFeedback(desk, frame, page);
  const hasPages = layout.pagination && (previous ?? next) !== undefined;
  if (facts.length === 0 && feedback === null && !hasPages) return null;
  return h(
    'div',
    { class: 'end-of-page' },
    hasPages &&
      h(
        'nav',
        { class: 'pagination', 'aria-label': desk.words.landmarks.pagination },
        previous && drawStep(desk, previous, 'prev'),
        next && drawStep(desk, next, 'next'),
      ),
    feedback,
    facts.length > 0 && h('p', { class: 'facts' }, ...facts),
  );
}

const drawStep = (desk: Desk, to: FrameLink, rel: 'prev' | 'next'): Element =>
  link(
    desk,
    { href: to.href },
    { rel },
    h('small', null, rel === 'prev' ? desk.words.previous : desk.words.next),
    h('span', null, to.title),
  );

/** When the page changed last, and where it can be edited. */
function drawFacts(desk: Desk, { updatedAt, edit }: DocumentPage): Child[] {
  const href = edit === undefined ? undefined : safeHref(edit);
  return [
    drawUpdated(desk, updatedAt),
    href !== undefined && h('a', { href, rel: 'noopener' }, sign('edit'), desk.words.edit),
  ].filter((one) => one !== null && one !== false);
}

function drawUpdated(desk: Desk, updatedAt: string | undefined): Child {
  const time = updatedAt === undefined ? undefined : new Date(updatedAt);
  if (!time || Number.isNaN(time.getTime())) return null;
  const date = new Intl.DateTimeFormat(desk.locale, { dateStyle: 'long', timeZone: 'UTC' }).format(time);
  const [before, after] = filled(desk.words.updated, { date: '\0' }).split('\0');
  return h('span', null, before, h('time', { datetime: time.toISOString() }, date), after);
}
