/**
 * `npm run bench:against -- <folder> [<words of the names of requests> …] [--starts 8] [--rounds 3] [--seconds 1]
 * [--set <setting>=<value> …]`: what everyday requests cost this build, as a ratio to what they cost another build of Quire, in that folder, on the same
 * database by turns. This build migrates the database: the other one must work with it. Both are started several times,
 * since what a request costs differs by up to a third from one start of the same build to the next.
 * `--set` is for this build alone: in the folder `.`, what a setting costs.
 */
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { busyCpuOf, contest, cpuOf, median } from './contest.mjs';
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
  options: {
    starts: { type: 'string', default: '8' },
    set: { type: 'string', multiple: true, default: [] },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '1' },
  },
});
const [folder, ...wanted] = positionals;
if (folder === undefined) {
  console.error('Name the folder of another build: npm run bench:against -- ../before');
  process.exit(1);
}
const env = Object.fromEntries(values.set.map((setting) => setting.split(/=(.*)/s).slice(0, 2)));
const options = { rounds: Number(values.rounds), seconds: Number(values.seconds), warmUp: 2 };

const stage = await Stage.open();
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, () => void stage.close().finally(() => process.exit(130)));
try {
  const cases = (await casesOf(stage)).filter(
    ([name]) => wanted.length === 0 || wanted.some((words) => name.includes(words)),
  );
  const file = join(resolve(folder), 'dist', 'run', 'main.js');
  const measured = new Map(cases.map(([name]) => [name, []]));
  console.log(`${pinning}; ${values.starts} starts of each, ${values.rounds} rounds of ${values.seconds} s by turns`);
  for (let start = 0; start < Number(values.starts); start++) {
    const builds = [
      { name: 'other', options: { file } },
      { name: 'this', options: { env } },
    ];
    // Neither is always the first.
    if (start % 2 === 1) builds.reverse();
    for (const build of builds) build.server = await stage.startQuire('api', await freePort(), build.options);
    for (const [name, requests, expected = 200] of cases) {
      const contestants = builds.map(({ name: build, server }) => ({ name: build, server, requests }));
      const results = await contest(stage, contestants, { ...options, expected });
      measured.get(name).push(Object.fromEntries(results.map((result) => [result.name, result])));
    }
    for (const { server } of builds) await stage.stop(server);
  }
  report(measured);
} finally {
  await stage.close();
}

/** For each request the medians over the starts, the ratio of the medians, and the least and the most of each build. */
function report(measured) {
  console.log(
    '\n| request | other build, ms of CPU | this build | ratio | of the server | of the database | all busy |\n| --- | --- | --- | --- | --- | --- | --- |',
  );
  for (const [name, starts] of measured) {
    const of = (build, cost) => starts.map((start) => ({ cost: cost(start[build]) }));
    const ratioOf = (cost) => (median(of('this', cost), 'cost') / median(of('other', cost), 'cost')).toFixed(3);
    const spread = (build) => {
      const costs = of(build, cpuOf).map(({ cost }) => cost);
      const [least, most] = [Math.min(...costs), Math.max(...costs)];
      return `${median(of(build, cpuOf), 'cost').toFixed(3)} (${least.toFixed(3)} to ${most.toFixed(3)})`;
    };
    const ratios = [cpuOf, ({ server }) => server, ({ database }) => database, busyCpuOf].map(ratioOf);
    console.log(`| ${[name, spread('other'), spread('this'), ...ratios].join(' | ')} |`);
  }
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
