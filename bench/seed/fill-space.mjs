/** Fills spaces with pages by Quire's own code, without HTTP: a hundred thousand pages in one revision. */
import { newId } from '../../dist/libs/kernel/domain/id.js';
import { UnitOfWork } from '../../dist/libs/kernel/infrastructure/database/unit-of-work.js';
import { PageTexts } from '../../dist/src/content/revisions/domain/page/page-text.js';
import { Revisions } from '../../dist/src/content/revisions/domain/ports.js';
import { rankBetween } from '../../dist/src/content/revisions/domain/tree/rank.js';
import { pageMarkdown, titleOf } from './markdown.mjs';

/** Pages below one page. */
const FAN_OUT = 30;
/** Bodies differ up to so many pages, then they come again: they are stored once, as always. */
const MOST_BODIES = 1_000;
const LINKS = 3;

/**
 * Puts `count` pages into an empty space and answers their ids. `linked`: the body of every page has three links to
 * other pages. `first`: the number of the first page, on which its title and text depend. `bodies`: so many differ.
 */
export async function fillSpace(app, { spaceId, author, count, linked = false, first = 0, bodies = MOST_BODIES }) {
  const texts = app.get(PageTexts, { strict: false });
  const revisions = app.get(Revisions, { strict: false });
  const ids = Array.from({ length: count }, () => newId());
  const documents = [];
  for (let i = 0; i < Math.min(count, bodies); i++) {
    const targets = Array.from({ length: linked ? LINKS : 0 }, (_, link) => ids[(i * 31 + link * 17) % count]);
    const { document } = await texts.readMarkdown(pageMarkdown(first + i, targets));
    const resolve = (href) => (targets.includes(href) ? { kind: 'page', page: href } : undefined);
    documents.push(await texts.store(document, resolve, undefined));
  }
  const now = new Date();
  const pages = new Map(
    records(ids, first, now.toISOString()).map((record, i) => [
      record.id,
      { ...record, document: documents[i % documents.length].hash },
    ]),
  );
  await app.get(UnitOfWork).transaction(async () => {
    const { head } = await revisions.lockHead(spaceId);
    await revisions.addDocuments(head.organizationId, documents);
    const draft = { head, type: 'edits', author, now, pages, files: new Map(), contents: new Map(), documents: [] };
    await revisions.commit({ ...draft, moved: new Set(ids) });
  });
  return ids;
}

function records(ids, first, createdAt) {
  let rank = null;
  return ids.map((id, i) => {
    rank = i % FAN_OUT === 0 ? rankBetween(null, null) : rankBetween(rank, null);
    const parent = i < FAN_OUT ? null : ids[Math.floor(i / FAN_OUT) - 1];
    return { id, type: 'document', parent, rank, slug: `page-${i}`, title: titleOf(first + i), createdAt };
  });
}
