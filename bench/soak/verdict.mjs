/** What the samples of a soak say: whether memory stays as it is. */

const MB = 1e6;
/** Of what V8 keeps, so much more at the end than in the middle is no leak yet: caches have more to hold. */
const FLAT = 1.1;
/** Memory at the same time after a start, of the last start to the first: the content has grown meanwhile. */
const AGAIN = 1.25;
/** What caches count is estimated: each byte may take so many. What V8 keeps besides may grow by a few MB. */
const COUNTED = 1.35;
const FEW_MB = 10;

export const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];

/**
 * `samples` and `heaps` of all starts; `quiet`: when the time without kills began, of which the first third is warming up.
 * Answers lines that say what was seen, and those that are wrong.
 */
export function memoryOf(samples, heaps, quiet, ceiling) {
  const [said, wrong] = [[], []];
  const judge = (text, holds) => (said.push(text), holds || wrong.push(text));
  const end = samples.at(-1)?.at ?? 0;
  const warm = quiet + (end - quiet) / 3;
  const late = samples.filter(({ at }) => at > warm);
  const [one, other] = [late.slice(0, late.length / 2), late.slice(late.length / 2)];
  const compare = (what, of, unit = MB, most = FLAT, few = 10) => {
    const [first, last] = [median(one.map(of)), median(other.map(of))].map((value) => value / unit);
    const holds = last <= first * most || last - first <= few;
    judge(`${what}: ${first.toFixed(0)} then ${last.toFixed(0)}`, holds);
  };
  if (late.length > 10) {
    // Caches fill up to a bound of their own, which takes hours; what they hold is counted.
    compare('Server, resident MB besides what caches count', ({ rss, caches }) => rss - caches, MB, FLAT, 20);
    compare('Connections of PostgreSQL, own MB', ({ databaseRss }) => databaseRss, MB, FLAT, 20);
    compare('Scripts and workers, resident MB', ({ scriptsRss }) => scriptsRss, MB, FLAT, 300);
    compare('Open descriptors', ({ descriptors }) => descriptors, 1, FLAT, 10);
    compare('Threads', ({ threads }) => threads, 1, FLAT, 4);
    compare('Processes of PostgreSQL', ({ connections }) => connections, 1, FLAT, 3);
    compare('Processes of scripts and workers', ({ scripts }) => scripts, 1, FLAT, 4);
    compare('Jobs waiting', ({ waiting }) => waiting, 1, FLAT, 30);
  }
  const kept = heaps.filter(({ at }) => at > warm);
  if (kept.length > 3) {
    const [first, last] = [kept.slice(0, kept.length / 3), kept.slice(-kept.length / 3)].map((some) => ({
      live: median(some.map(({ heap, external }) => heap + external)) / MB,
      caches: median(some.map(({ caches }) => caches)) / MB,
    }));
    const [grown, cached] = [last.live - first.live, last.caches - first.caches];
    judge(
      `What V8 keeps: ${first.live.toFixed(0)} MB, of which caches count ${first.caches.toFixed(0)}, then ` +
        `${last.live.toFixed(0)} MB and ${last.caches.toFixed(0)}`,
      grown <= Math.max(0, cached) * COUNTED + FEW_MB,
    );
  }
  const most = Math.max(...samples.map(({ rss }) => rss));
  judge(
    `Most that the server held: ${(most / MB).toFixed(0)} MB, with a ceiling of ${ceiling} MB`,
    most <= ceiling * 1.2 * MB,
  );
  again(samples, judge);
  return { said, wrong };
}

/** The memory of starts at the same time after them. */
function again(samples, judge) {
  const starts = Map.groupBy?.(samples, ({ start }) => start) ?? grouped(samples);
  const lasting = [...starts.values()].filter((list) => list.at(-1).uptime > 60_000);
  if (lasting.length < 3) return;
  const at = Math.min(180_000, ...lasting.map((list) => list.at(-1).uptime));
  const held = lasting.map((list) =>
    median(list.filter(({ uptime }) => Math.abs(uptime - at) < 20_000).map(({ rss }) => rss)),
  );
  const [first, last] = [held[0], held.at(-1)].map((value) => value / MB);
  const all = held.map((value) => (value / MB).toFixed(0)).join(', ');
  judge(`Server ${Math.round(at / 1000)} s after each start, resident MB: ${all}`, last <= first * AGAIN + 30);
}

function grouped(samples) {
  const groups = new Map();
  for (const one of samples) groups.set(one.start, [...(groups.get(one.start) ?? []), one]);
  return groups;
}
