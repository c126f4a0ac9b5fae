/**
 * `npm run bench:against -- <folder> [<words of the names of requests> …] [--rounds 7] [--seconds 3]`: what everyday requests cost this build, as a ratio to
 * what they cost another build of Quire, in that folder, on the same database by turns. This build migrates the database:
 * the other one must work with it.
 */
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { contest, cpuOf, median } from './contest.mjs';
import { pinning } from './pinning.mjs';
import { indexed } from './cases/searching.mjs';
import { publish, requestsOf } from './cases/publishing.mjs';
import { searchQueries } from './seed/markdown.mjs';
import { freePort, Stage } from './stage.mjs';

const PAGES = 1_000;
const SPACES = 60;
const ASKED = 200;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '7' }, seconds: { type: 'string', default: '3' } },
});
const [folder, ...wanted] = positionals;
if (folder === undefined) {
  console.error('Name the folder of another build: npm run bench:against -- ../before');
  process.exit(1);
}
const options = { rounds: Number(values.rounds), seconds: Number(values.seconds), warmUp: 3 };

const stage = await Stage.open();
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, () => void stage.close().finally(() => process.exit(130)));
try {
  console.log(`${pinning}; ${options.rounds} rounds of ${options.seconds} s by turns`);
  const cases = await casesOf(stage);
  const file = join(resolve(folder), 'dist', 'run', 'main.js');
  const other = await stage.startQuire('api', await freePort(), { file });
  const own = await stage.startQuire('api', await freePort());
  console.log(
    '\n| request | other build, ms of CPU | this build | ratio | ratio, all busy |\n| --- | --- | --- | --- | --- |',
  );
  for (const [name, requests, expected = 200] of cases) {
    if (wanted.length > 0 && !wanted.some((words) => name.includes(words))) continue;
    const contestants = [
      { name: 'other', server: other, requests },
      { name: 'this', server: own, requests },
    ];
    const [before, now] = await contest(stage, contestants, { ...options, expected });
    const busy = ({ serverBusy, databaseBusy }) => serverBusy + databaseBusy;
    const ratios = before.rounds.map((round, at) => ({ ratio: cpuOf(now.rounds[at]) / cpuOf(round) }));
    const cells = [cpuOf(before), cpuOf(now), median(ratios, 'ratio'), busy(now) / busy(before)];
    console.log(`| ${name} | ${cells.map((cell) => cell.toFixed(3)).join(' | ')} |`);
  }
} finally {
  await stage.close();
}

/** Name, requests and status of everyday requests about one space, its organization and a site. */
async function casesOf(on) {
  const { id, pages } = await on.space(PAGES);
  await indexed(on, { id });
  for (let nth = 1; nth < SPACES; nth++) await on.emptySpace(`Space ${nth}`);
  const site = await publish(on, [id], 'Resolved');
  const asked = pages.slice(0, ASKED);
  const edits = (change) => [
    asked.map((page) => ({
      method: 'POST',
      path: `/v1/spaces/${id}/content`,
      body: JSON.stringify({ changes: [{ operation: 'update_page', page, ...change }] }),
    })),
    200,
  ];
  const query = (path) => searchQueries().map((words) => ({ path: `${path}&query=${encodeURIComponent(words)}` }));
  return [
    ['page by id', asked.map((page) => ({ path: `/v1/spaces/${id}/content/page/${page}` }))],
    ['tree of pages', [{ path: `/v1/spaces/${id}/content/pages` }]],
    ['edit of a title', ...edits({ title: 'Another title {{n}}' })],
    ['edit of a text', ...edits({ document: { markdown: 'Another text {{n}}.' } })],
    ['list of 50 spaces', [{ path: `/v1/orgs/${on.organization.id}/spaces?limit=50` }]],
    ['search in a space', query(`/v1/spaces/${id}/search?limit=20`)],
    ['search in an organization', query(`/v1/orgs/${on.organization.id}/search?limit=20`)],
    ['resolution of an address', requestsOf(site)],
  ];
}
