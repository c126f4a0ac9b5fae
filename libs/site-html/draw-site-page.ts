import { classes, h, NEW_TAB, write, type Child, type Element } from '#page-html';
import type { SitePage } from './model.js';
import { deskFor, type Desk } from './views/desk.js';
import { drawDocumentPage } from './views/document.js';
import { drawFault } from './views/fault.js';
import { drawFooter } from './views/footer.js';
import { drawHead, withHead } from './views/head.js';
import { drawAnnouncement, drawHeader, drawPreview, skipLink } from './views/header.js';
import { drawOutline } from './views/outline.js';
import { drawPages } from './views/pages-page.js';
import { drawConnect } from './views/connect-page.js';
import { sharedIcons } from './views/shared-icons.js';
import { drawSearchPage } from './views/search-page.js';
import { drawStructuredData } from './views/structured-data.js';
import { drawTree } from './views/tree.js';

/**
 * A page of a published site as a whole document. It has no style attribute and no script of its own, so that it can be
 * served under a policy that allows neither, and everything in it works without a script.
 */
export function drawSitePage(page: SitePage): string {
  const desk = deskFor(page.frame, sharedIcons(page));
  const root = h(
    'html',
    {
      lang: page.frame.language,
      dir: page.frame.direction,
      'data-words': page.frame.files.words,
      'data-theme': page.frame.theme.chosen ?? page.frame.theme.byDefault,
    },
    h('head', null, drawHead(page)),
    drawBody(desk, page),
  );
  return withHead(write(root), page.frame.files, page.content.kind === 'document', drawStructuredData(page));
}

function drawBody(desk: Desk, { frame, content }: SitePage): Element {
  const tree = content.kind === 'document' && content.layout.tree && content.tree.length > 0 && content.tree;
  const outline = content.kind === 'document' ? drawOutline(desk, content) : null;
  const wide = content.kind === 'document' && content.layout.wide;
  // Said before its blocks arrive: what is above them would move otherwise.
  const api = frame.files.api !== undefined;
  const lacks = classes(!tree && 'no-tree', outline === null && 'no-outline');
  return h(
    'body',
    null,
    skipLink(desk),
    drawPreview(desk, frame),
    drawAnnouncement(desk, frame),
    drawHeader(desk, frame, tree !== false),
    h(
      'div',
      { class: classes('frame', lacks, wide && 'wide', api && 'api-page') },
      tree !== false && content.kind === 'document' && drawTree(desk, tree, content.allPages),
      h('main', { id: '_main', tabindex: -1 }, drawContent(desk, { frame, content })),
      outline,
    ),
    drawFooter(desk, frame),
    frame.newTabs === true && h('span', { id: NEW_TAB, hidden: true }, desk.words.newTab),
  );
}

function drawContent(desk: Desk, { frame, content }: Pick<SitePage, 'frame' | 'content'>): Child {
  switch (content.kind) {
    case 'document':
      return drawDocumentPage(desk, frame, content);
    case 'search':
      return drawSearchPage(desk, frame, content);
    case 'pages':
      return drawPages(desk, content);
    case 'connect':
      return drawConnect(desk, content);
    case 'fault':
      return drawFault(desk, frame, content);
  }
}
