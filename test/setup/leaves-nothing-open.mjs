import { TestEnvironment } from 'jest-environment-node';

/** How long what is closing may take on a busy machine. */
const PATIENCE_MS = 20_000;

/**
 * Fails a file of tests that leaves something open which keeps its process from ending: a connection, a server, a child
 * process, a timer, a thread. Otherwise one such file has the whole run end by force, without a word of which it was.
 */
export default class LeavesNothingOpen extends TestEnvironment {
  #before = new Map();
  #threads = new Set();
  #watch = (thread) => {
    this.#threads.add(thread);
    thread.once('exit', () => this.#threads.delete(thread));
  };

  async setup() {
    await super.setup();
    this.#before = resources();
    process.on('worker', this.#watch);
  }

  /** Beside what the tests themselves found: a test that failed may be why something is still open. */
  async handleTestEvent({ name }, { unhandledErrors }) {
    if (name !== 'run_finish') return;
    const giveUp = Date.now() + PATIENCE_MS;
    while (this.#left().length > 0 && Date.now() < giveUp) await new Promise((resolve) => setTimeout(resolve, 20));
    const left = this.#left();
    if (left.length > 0) unhandledErrors.push(new Error(`These tests leave open: ${left.join(', ')}`));
  }

  async teardown() {
    process.off('worker', this.#watch);
    await super.teardown();
  }

  #left() {
    const more = [...resources()].map(([name, count]) => [name, count - (this.#before.get(name) ?? 0)]);
    return [...more, ['Thread', this.#threads.size]].flatMap(([name, count]) =>
      count > 0 ? [`${count} ${name}`] : [],
    );
  }
}

/** How many there are of each kind of what keeps the process alive. */
function resources() {
  // Node.js opens its own output when it is first asked for: it is open from the start, whoever asks.
  void [process.stdout, process.stderr];
  const counts = new Map();
  for (const name of process.getActiveResourcesInfo()) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}
