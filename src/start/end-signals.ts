/** A second signal within this time is a duplicate: npm passes on a Ctrl-C that the terminal has sent already. */
const ECHO_MS = 1_000;
const EXIT_CODES = { SIGINT: 130, SIGTERM: 143 } as const;

/**
 * Calls `end` at the first SIGINT or SIGTERM. A second one, more than a second later, ends the process at once with the
 * exit code that is usual in shells.
 */
export function onEndSignal(end: () => void): void {
  let first: number | undefined;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (first === undefined) {
        first = performance.now();
        end();
      } else if (performance.now() - first > ECHO_MS) {
        process.exit(EXIT_CODES[signal]);
      }
    });
  }
}
