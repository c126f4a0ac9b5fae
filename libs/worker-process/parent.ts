/** The process that started this one. */
export interface Parent<Hears, Says> {
  say: (words: Says) => void;
  onMessage: (listener: (heard: Hears) => void) => void;
}

/**
 * In a `WorkerProcess`: the process that started it, which also ends it. Signals to the whole service are for that one
 * alone, which may let this one finish. Undefined in any other process.
 */
export function parent<Hears, Says>(): Parent<Hears, Says> | undefined {
  if (process.send === undefined) return undefined;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
  process.once('disconnect', () => process.exit());
  return {
    say: (words) => void process.send?.(words),
    onMessage: (listener) => void process.on('message', (heard) => listener(heard as Hears)),
  };
}
