/** One page is moved or deleted, in spaces of several sizes and beside many siblings. */
import { timed } from '../timed.mjs';
import { SIBLINGS, wideSpace } from './creating.mjs';

const SIZES = [1_000, 100_000];
/** What is measured a round is short: more rounds make it steady. */
const REPEATED = 30;
const TARGET = '≤ 5 ms, ratio ≤ 1.1';

/** A page without any below it goes under another one, and back. */
export const movingPage = {
  name: 'move a page',
  run: (stage, options) =>
    ofPlaces(stage, options, ({ change, pages: [moved, first, second] }) => {
      let turn = 0;
      return { run: () => change({ operation: 'update_page', page: moved, into: turn++ % 2 ? first : second }) };
    }),
};

export const deletingPage = {
  name: 'delete a page',
  run: (stage, options) =>
    ofPlaces(stage, options, ({ change }) => ({
      async prepare() {
        const { changes } = await change({
          operation: 'insert_page',
          title: 'Deleted',
          document: { markdown: 'Short.' },
        });
        return changes[0].page.id;
      },
      run: (page) => change({ operation: 'delete_page', page }),
    })),
};

async function ofPlaces(stage, { rounds }, workOf) {
  const works = [];
  for (const { name, id } of await placesOf(stage)) {
    const path = `/v1/spaces/${id}/content`;
    const change = (...changes) => stage.api.post(path, { changes });
    const made = await change(
      ...['Moved', 'First', 'Second'].map((title) => ({
        operation: 'insert_page',
        title,
        document: { markdown: title },
      })),
    );
    const pages = made.changes.map(({ page }) => page.id);
    works.push({ name, target: TARGET, ...workOf({ change, pages }) });
  }
  return timed(stage, works, { rounds: rounds * REPEATED, base: works[0].name });
}

async function placesOf(stage) {
  const places = [];
  for (const size of SIZES)
    places.push({ name: `${size.toLocaleString('en')} pages`, id: (await stage.space(size)).id });
  places.push({ name: `${SIBLINGS.toLocaleString('en')} siblings`, id: await wideSpace(stage) });
  await stage.database.query('vacuum analyze');
  return places;
}
