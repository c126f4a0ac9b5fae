import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { databaseTime, peakMemory, processTime } from '../process-time.mjs';
import { isIndexed } from './searching.mjs';
import { filesOf } from '../seed/archive.mjs';
import { freePort } from '../stage.mjs';

const PAGES = 10_000;
const PATIENCE_MS = 300_000;
const PAGE = 'part-3/page-80.md';

/**
 * A space and a repository of 10,000 pages that follow each other: the first import, then one page changed there, one
 * page changed here, and a turn in which nothing is new. Seconds from what is done until both are in step.
 */
export const syncing = {
  name: 'Git sync, 10,000 pages',
  async run(stage) {
    const { bare, work } = repositoryOf(stage.dir);
    const server = await stage.startQuire('all', await freePort(), {
      pinned: false,
      env: { QUIRE_GIT_FILE_REMOTES: 'on' },
    });
    const space = new SyncedSpace(server, await stage.emptySpace('Synced'), bare);
    const results = [];
    const measure = async (name, act, reached) => {
      const before = [processTime(server.pid), databaseTime(stage.postgres.pid)];
      const start = performance.now();
      await act();
      while (!(await reached())) {
        if (performance.now() - start > PATIENCE_MS) throw new Error(`${name}: not in step in time`);
        await sleep(10);
      }
      results.push({
        kind: 'run',
        name,
        seconds: (performance.now() - start) / 1000,
        server: (processTime(server.pid) - before[0]) / PAGES,
        database: (databaseTime(stage.postgres.pid) - before[1]) / PAGES,
        memory: peakMemory(server.pid),
      });
    };
    await measure(
      'first import',
      () => space.follow(),
      () => space.inStep(),
    );
    // What a new space is searched by is made by the same process, and is no part of a turn.
    while (!(await isIndexed(stage, space.id))) await sleep(200);
    writeFileSync(join(work, PAGE), '# Another\n\nWords from there.\n');
    git(work, 'commit', '--quiet', '--all', '--message', 'One page');
    git(work, 'push', '--quiet', 'origin', 'main');
    await measure(
      'one page changed there',
      () => space.poll(),
      () => space.inStep(),
    );
    const page = await space.pageAt(PAGE.replace(/\.md$/, ''));
    const old = head(bare);
    await measure(
      'one page changed here',
      () => space.edit(page),
      async () => head(bare) !== old && (await space.inStep()),
    );
    const changed = git(bare, 'diff', '--name-only', 'main~1', 'main').split('\n');
    if (changed.length !== 1) throw new Error(`One page was changed, but the commit has ${changed.join(', ')}`);
    await measure(
      'nothing new',
      () => space.poll(),
      () => space.inStep(),
    );
    await stage.stop(server);
    return results;
  },
};

class SyncedSpace {
  constructor({ port, headers }, id, bare) {
    this.base = `http://localhost:${port}/v1/spaces/${id}`;
    this.id = id;
    this.headers = headers;
    this.bare = bare;
  }

  follow() {
    return this.#call('PUT', '/git/sync', { url: `file://${this.bare}`, ref: 'main', direction: 'both' });
  }

  async inStep() {
    const { state, commit, error } = await this.#call('GET', '/git/sync');
    if (state === 'failure') throw new Error(`The sync failed: ${error}`);
    return state === 'success' && commit === head(this.bare);
  }

  poll() {
    return this.#call('POST', '/git/sync', {});
  }

  async pageAt(path) {
    return (await this.#call('GET', `/content/path/${encodeURIComponent(path)}`)).id;
  }

  edit(page) {
    const change = { operation: 'update_page', page, document: { markdown: 'Words from here.' } };
    return this.#call('POST', '/content', { changes: [change] });
  }

  async #call(method, path, body) {
    const headers = body ? { ...this.headers, 'content-type': 'application/json' } : this.headers;
    const answer = await fetch(this.base + path, { method, headers, body: body && JSON.stringify(body) });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  }
}

function repositoryOf(parent) {
  const root = mkdtempSync(join(parent, 'repository-'));
  const work = join(root, 'work');
  const bare = join(root, 'docs.git');
  for (const [path, text] of filesOf(PAGES)) {
    mkdirSync(dirname(join(work, path)), { recursive: true });
    writeFileSync(join(work, path), text);
  }
  git(work, 'init', '--quiet', '--initial-branch=main');
  git(work, 'add', '--all');
  git(work, 'commit', '--quiet', '--message', 'Pages');
  git(work, 'gc', '--quiet');
  git(root, 'clone', '--quiet', '--bare', work, bare);
  git(bare, 'config', 'gc.auto', '0');
  git(work, 'remote', 'add', 'origin', bare);
  return { work, bare };
}

const head = (bare) => git(bare, 'rev-parse', 'main');

function git(folder, ...args) {
  const who = ['-c', 'gc.auto=0', '-c', 'user.name=Benchmark', '-c', 'user.email=benchmark@example.com'];
  return execFileSync('git', ['-C', folder, ...who, ...args], { encoding: 'utf8' }).trim();
}
