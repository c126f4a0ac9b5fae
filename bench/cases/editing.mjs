import { contest, LIMIT } from '../contest.mjs';
import { pageMarkdown } from '../seed/markdown.mjs';

const SIZES = [100, 10_000, 100_000];
const EDITED = 200;
const TABLES = `create table if not exists bare.outbox (id text collate "C" primary key, payload jsonb);
  alter table bare.page add column if not exists body text`;
const READING = 'bare, reading the Markdown';
const TARGET = 'ratio ≤ 3';

/**
 * One page of a space gets a new body of 4 kB Markdown, in spaces of three sizes. The bare limit keeps the Markdown
 * unread; another bare server stores the same bytes as Quire: the document that the Markdown is read into, and its own
 * form of it.
 */
export const editBody = {
  name: 'edit a page',
  run: (stage, options) =>
    edits(stage, options, true, (page, i) => ({ page, document: { markdown: `${pageMarkdown(i)}\nEdit {{n}}\n` } })),
};

/** One page of a space gets another title. */
export const editTitle = {
  name: 'edit a title',
  run: (stage, options) => edits(stage, options, false, (page) => ({ page, title: 'Another title {{n}}' })),
};

/** Twenty callers edit pages of one space at once: all edits of a space take their turn. */
export const writers = {
  name: '20 writers on one space',
  async run(stage, options) {
    const space = await stage.space(10_000);
    const { id, pages } = space;
    await stage.copyPages(space);
    await stage.database.query(TABLES);
    const bare = await stage.startBare('edit');
    const requests = pages.slice(0, EDITED * 5).map((page) => ({
      method: 'POST',
      path: `/v1/spaces/${id}/content`,
      body: JSON.stringify({ changes: [{ operation: 'update_page', page, title: 'Written {{n}}' }] }),
    }));
    const contestants = [
      { name: 'Quire', server: stage.quire, requests },
      { name: LIMIT, server: bare, requests },
    ];
    const results = [];
    for (const connections of [1, 20]) {
      const part = await contest(stage, contestants, { ...options, connections });
      const named = part.map((result) => ({ ...result, name: `${result.name}, ${connections} at once` }));
      results.push(...withTarget(named, 'ratio ≤ 2.5'));
    }
    await stage.stop(bare);
    return results;
  },
};

async function edits(stage, options, withText, changeOf) {
  const contestants = [];
  const bare = await stage.startBare('edit');
  const reading = withText ? await stage.startBare('edit', 'reading') : undefined;
  for (const size of SIZES) {
    const space = await stage.space(size);
    const step = Math.floor(space.pages.length / Math.min(EDITED, space.pages.length));
    const requests = space.pages
      .filter((_, i) => i % step === 0)
      .map((page, i) => ({
        method: 'POST',
        path: `/v1/spaces/${space.id}/content`,
        body: JSON.stringify({ changes: [{ operation: 'update_page', ...changeOf(page, i) }] }),
      }));
    contestants.push({ name: `Quire, ${size.toLocaleString('en')} pages`, server: stage.quire, requests });
    if (size === 10_000) {
      await stage.copyPages(space);
      await stage.database.query(TABLES);
      contestants.push({ name: LIMIT, server: bare, requests });
      if (reading) contestants.push({ name: READING, server: reading, requests });
    }
  }
  await stage.database.query('vacuum analyze');
  const results = await contest(stage, contestants, { ...options, connections: 4 });
  await stage.stop(bare);
  if (reading) await stage.stop(reading);
  return withTarget(results, TARGET);
}

function withTarget(results, target) {
  return results.map((result) => (result.name.startsWith('Quire') ? { ...result, target } : result));
}
