const MEGABYTE = JSON.stringify(Array.from({ length: 21_000 }, (_, id) => ({ id, name: `n${id}`, of: [id, id + 1] })));
const TEXT_MEGABYTES = 8;
const TEXT = Buffer.from(JSON.stringify({ text: 'x'.repeat(TEXT_MEGABYTES * 1_000_000) }));
const TRIES = 3;

/** Processor time that this machine takes at the moment to parse a megabyte of JSON, milliseconds. */
export const megabyteMs = (): number => leastOf(() => JSON.parse(MEGABYTE));

/** The same for a megabyte that is decoded first and is one long text: memory may be slower than the processor. */
export const textMegabyteMs = (): number => leastOf(() => JSON.parse(TEXT.toString())) / TEXT_MEGABYTES;

function leastOf(work: () => unknown): number {
  let least = Infinity;
  for (let at = 0; at < TRIES; at++) {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}
