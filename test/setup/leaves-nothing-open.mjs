import { TestEnvironment } from 'jest-environment-node';
import { DeprecatedUses } from './deprecated-uses.mjs';
import { openTemporaryFiles } from './open-files.mjs';

/** How long closing may take on a busy machine. */
const PATIENCE_MS = 20_000;

/**
 * Fails a test file that leaves a temporary file open, or something which keeps its process from ending: a connection, a
 * server, a child process, a timer, a thread. Otherwise the whole run would be ended by force without naming the file.
 * One that uses what is deprecated fails as well.
 */
export default class LeavesNothingOpen extends TestEnvironment {
  #before = new Map();
  #threads = new Set();
  #files = new Set();
  #deprecated = new DeprecatedUses();
  #watch = (thread) => {
    this.#threads.add(thread);
    thread.once('exit', () => this.#threads.delete(thread));
  };

  async setup() {
    await super.setup();
    this.#before = resources();
    this.#files = new Set(openTemporaryFiles());
    process.on('worker', this.#watch);
    this.#deprecated.start();
  }

  /** Reported in addition to the tests' own errors: a failed test may be the reason why something is open. */
  async handleTestEvent({ name }, { unhandledErrors }) {
    if (name !== 'run_finish') return;
    const giveUp = Date.now() + PATIENCE_MS;
    while (this.#left().length > 0 && Date.now() < giveUp) await new Promise((resolve) => setTimeout(resolve, 20));
    const left = this.#left();
    if (left.length > 0) unhandledErrors.push(new Error(`These tests leave open: ${left.join(', ')}`));
    for (const message of this.#deprecated.messages) unhandledErrors.push(new Error(`Deprecated: ${message}`));
  }

  async teardown() {
    process.off('worker', this.#watch);
    this.#deprecated.stop();
    await super.teardown();
  }

  #left() {
    const more = [...resources()].map(([name, count]) => [name, count - (this.#before.get(name) ?? 0)]);
    const open = [...more, ['Thread', this.#threads.size]].flatMap(([name, count]) =>
      count > 0 ? [`${count} ${name}`] : [],
    );
    return [...open, ...openTemporaryFiles().filter((path) => !this.#files.has(path))];
  }
}

/** Counts the resources that keep the process alive, by kind. */
function resources() {
  // Node.js opens its own input and output on first use: open them now, so that no test is blamed. An import of
  // `node:process` by a package is a use of all.
  void [process.stdin, process.stdout, process.stderr];
  const counts = new Map();
  for (const name of process.getActiveResourcesInfo()) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}
