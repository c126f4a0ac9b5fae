import { SETTINGS_TABLE } from '../settings-table.js';

/** Variables that Quire does not read here but that belong to its other parts: the command line, docker-compose.yml. */
const BESIDE = ['QUIRE_URL', 'QUIRE_TOKEN', 'QUIRE_PORT'];
const OF_TESTS = 'QUIRE_TEST_';

/** Variables that begin like Quire's settings but are none of them, each with the most similar setting. */
export function unknownSettings(env: Readonly<Record<string, string | undefined>>): string[] {
  const known = Object.keys(SETTINGS_TABLE);
  const given = Object.keys(env).filter((name) => name.startsWith('QUIRE_') && env[name]?.trim());
  const unknown = given.filter((name) => ![...known, ...BESIDE].includes(name) && !name.startsWith(OF_TESTS));
  return unknown.map((name) => {
    const distances = known.map((each) => Math.min(distance(name, each), distance(name, `QUIRE_${each}`)));
    const nearest = known[distances.indexOf(Math.min(...distances))];
    return `${name} is no setting of Quire: ${nearest} may be meant; else take it away`;
  });
}

/** The number of letters in which two names differ: changed, added or left out (Levenshtein). */
function distance(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, at) => at);
  for (const [i, letter] of [...left].entries()) {
    const next = [i + 1];
    for (const [j, other] of [...right].entries())
      next.push(Math.min((next[j] ?? 0) + 1, (row[j + 1] ?? 0) + 1, (row[j] ?? 0) + (letter === other ? 0 : 1)));
    row = next;
  }
  return row.at(-1) ?? 0;
}
