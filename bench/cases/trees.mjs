/** What the first reader after an edit of a space pays, in spaces of several sizes. */
import { processTime, databaseTime } from '../process-time.mjs';

const SIZES = [1_000, 10_000, 100_000];
const EDITS = 10;
/** Pages read after each edit, none of which it touched. */
const READ = 20;

/** The page tree after the edit of one title, alone. */
export const treeAfterEdit = {
  name: 'page tree after an edit',
  run: (stage) => ofSizes(stage, SIZES, (space) => afterEdits(stage, space, [treeOf(space)])),
};

/** Pages that an edit of their space did not touch, with their Markdown. */
export const pageAfterEdit = {
  name: 'page after an edit',
  run: (stage) =>
    ofSizes(stage, [100, 10_000], (space) =>
      afterEdits(
        stage,
        space,
        space.pages.slice(-READ).map((page) => `/v1/spaces/${space.id}/content/page/${page}?format=markdown`),
      ),
    ),
};

async function ofSizes(stage, sizes, measure) {
  const results = [];
  for (const size of sizes) {
    const { first, again } = await measure(await stage.space(size));
    const name = `${size.toLocaleString('en')} pages`;
    results.push({ kind: 'run', name: `${name}, first`, seconds: first / 1_000 });
    results.push({ kind: 'run', name: `${name}, again`, seconds: again / 1_000 });
  }
  return results;
}

/** Milliseconds of CPU, server and database, of reading all of `paths` after an edit, and of reading them again. */
async function afterEdits(stage, { id, pages }, paths) {
  const read = async () => {
    const before = used(stage);
    for (const path of paths) await stage.api.text(path);
    return used(stage) - before;
  };
  await read();
  let [first, again] = [0, 0];
  for (let edit = 0; edit < EDITS; edit++) {
    const changes = [{ operation: 'update_page', page: pages[edit], title: `Edited ${edit} ${Date.now()}` }];
    await stage.api.post(`/v1/spaces/${id}/content`, { changes });
    first += await read();
    again += await read();
  }
  return { first: first / EDITS, again: again / EDITS };
}

const used = ({ quire, postgres }) => processTime(quire.pid) + databaseTime(postgres.pid);

const treeOf = ({ id }) => `/v1/spaces/${id}/content/pages`;
