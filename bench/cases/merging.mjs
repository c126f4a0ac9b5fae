/** Change requests: merging and updating them, whatever the size of their space, and while others write. */
import { LIMIT } from '../contest.mjs';
import { pageMarkdown } from '../seed/markdown.mjs';
import { timed } from '../timed.mjs';

const SIZES = [100, 10_000, 100_000];
const CHANGES = [1, 10, 100];
/** Changes that one request may carry. */
const BATCH = 50;
const FLAT = 'ratio ≤ 1.3';
const TABLES = `create table if not exists bare.outbox (id text collate "C" primary key, payload jsonb)`;
const MERGE = `with merged as (
    update bare.page p set markdown = c.markdown from json_to_recordset($2::json) as c(id text, markdown text)
    where p.space_id = $1 and p.id = c.id)
  insert into bare.outbox (id, payload) values (gen_random_uuid()::text, '{}')`;
const LINE = `with recursive line as (
    select organization_id, revision_id as id from content.space_head where space_id = $1
    union all
    select p.organization_id, p.parent_id from content.revision_parent p join line l
      on p.organization_id = l.organization_id and p.revision_id = l.id and p.ordinal = 0)
  select count(*)::int as count from line`;

let edits = 0;

/** New bodies in a change request, while its space got a new title elsewhere; in spaces of three sizes. */
export const merging = {
  name: 'merge',
  async run(stage, { rounds }) {
    await bareSpace(stage);
    const works = [];
    for (const count of CHANGES) {
      works.push({ name: `${LIMIT}, ${count}`, run: () => bareMerge(stage, count) });
      for (const size of SIZES) {
        works.push({
          name: nameOf(size, count),
          ...(size === SIZES[0] ? { base: `${LIMIT}, ${count}` } : { base: nameOf(SIZES[0], count), target: FLAT }),
          prepare: () => outdated(stage, size, count),
          run: (request) => stage.api.post(`${request}/merge`),
        });
      }
    }
    return timed(stage, works, { rounds: rounds * 3 });
  },
};

/** The same bodies changed on both sides, in different paragraphs. */
export const mergingBothSides = {
  name: 'merge pages changed on both sides',
  run: (stage, { rounds }) =>
    timed(
      stage,
      SIZES.map((size) => ({
        name: nameOf(size, 10),
        target: size === SIZES[0] ? undefined : FLAT,
        prepare: () => outdated(stage, size, 10, true),
        run: (request) => stage.api.post(`${request}/merge`),
      })),
      { rounds: rounds * 3, base: nameOf(SIZES[0], 10) },
    ),
};

/** An outdated change request gets what its space became in the meantime. */
export const updating = {
  name: 'update a change request',
  run: (stage, { rounds }) =>
    timed(
      stage,
      SIZES.map((size) => ({
        name: nameOf(size, 10),
        target: size === SIZES[0] ? undefined : FLAT,
        prepare: () => outdated(stage, size, 10),
        run: (request) => stage.api.post(`${request}/update`),
      })),
      { rounds: rounds * 3, base: nameOf(SIZES[0], 10) },
    ),
};

/** 100 changed pages are merged into 10,000 while 20 writers edit others; every write must be found afterwards. */
export const mergingAmongWriters = {
  name: 'merge among 20 writers',
  async run(stage, { rounds, seconds }) {
    const space = await stage.space(10_000);
    const alone = { name: 'alone', prepare: () => outdated(stage, 10_000, 100), run: mergeOf(stage) };
    const quiet = await timed(stage, [alone], { rounds: rounds * 3, base: 'alone' });
    const before = await revisionsOf(stage, space);
    const writers = stage.load.run({
      port: stage.quire.port,
      connections: 20,
      seconds: rounds * seconds * 6,
      requests: space.pages.slice(5_000, 7_000).map((page) => ({
        method: 'POST',
        path: `/v1/spaces/${space.id}/content`,
        headers: stage.quire.headers,
        body: JSON.stringify({ changes: [{ operation: 'update_page', page, title: 'Written {{n}}' }] }),
      })),
    });
    let written;
    void writers.then((result) => (written = result));
    const times = [];
    let own = 0;
    while (written === undefined) {
      const request = await outdated(stage, 10_000, 100);
      const begin = performance.now();
      await stage.api.post(`${request}/merge`);
      times.push(performance.now() - begin);
      // The title that made it outdated, and the merge.
      own += 2;
    }
    const { answered, perSecond } = await writers;
    const made = (await revisionsOf(stage, space)) - before;
    if (made !== answered + own) throw new Error(`${answered + own} writes were answered, ${made} were kept`);
    times.sort((a, b) => a - b);
    const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))];
    return [
      ...quiet,
      {
        ...{ kind: 'timed', name: `among ${perSecond.toFixed(0)} edits/s, ${times.length} merges`, base: 'alone' },
        ...{ ms: at(0.5), slowest: at(0.99), ratio: at(0.5) / quiet[0].ms },
      },
    ];
  },
};

const mergeOf = (stage) => (request) => stage.api.post(`${request}/merge`);
const nameOf = (size, count) => `${count} changed of ${size.toLocaleString('en')} pages`;

/** The path of a change request with so many new bodies, whose space has changed since. */
async function outdated(stage, size, count, bothSides = false) {
  const space = await stage.space(size);
  const path = `/v1/spaces/${space.id}`;
  // The last page is left to main.
  const others = space.pages.length - 1;
  const pages = Array.from({ length: Math.min(count, others) }, (_, i) => space.pages[(edits * 7 + i) % others]);
  const number = ++edits;
  const bodies = (change) =>
    pages.map((page, i) => ({
      ...{ operation: 'update_page', page },
      document: { markdown: change(pageMarkdown(number + i)) },
    }));
  const send = async (to, changes) => {
    for (let i = 0; i < changes.length; i += BATCH) {
      await stage.api.post(`${to}/content`, { changes: changes.slice(i, i + BATCH) });
    }
  };
  if (bothSides)
    await send(
      path,
      bodies((text) => text),
    );
  const { id } = await stage.api.post(`${path}/change-requests`, { subject: 'Measured' });
  const request = `${path}/change-requests/${id}`;
  await send(
    request,
    bodies((text) => `${text}\nProposed ${number}.\n`),
  );
  if (bothSides)
    await send(
      path,
      bodies((text) => text.replace('\n\n', `\n\nMain ${number}.\n\n`)),
    );
  else await send(path, [{ operation: 'update_page', page: space.pages.at(-1), title: `Moved on ${number}` }]);
  return request;
}

async function bareSpace(stage) {
  await stage.copyPages(await stage.space(10_000));
  await stage.database.query(TABLES);
}

/** What a merge is without revisions: the bodies of some pages and an outbox row in one statement. */
async function bareMerge(stage, count) {
  const { id, pages } = await stage.space(10_000);
  const number = ++edits;
  const changes = Array.from({ length: count }, (_, i) => ({
    id: pages[(number * 7 + i) % pages.length],
    markdown: pageMarkdown(number + i),
  }));
  await stage.database.query(MERGE, [id, JSON.stringify(changes)]);
}

/** How many revisions the space's content went through. */
async function revisionsOf({ database }, { id }) {
  const { rows } = await database.query(LINE, [id]);
  return rows[0].count;
}
