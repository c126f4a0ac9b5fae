import { readFileSync, readdirSync } from 'node:fs';
import { join, normalize } from 'node:path';

const folder = join(import.meta.dirname, '..', 'suites');

/**
 * The spec files that suites import. Loading the application takes longer than most specs do; those of one suite load
 * it once. Each spec can also run by itself.
 */
export function specsInSuites() {
  return readdirSync(folder).flatMap((suite) =>
    [...readFileSync(join(folder, suite), 'utf8').matchAll(/^import '(.+)\.js';$/gm)].map(([, spec]) =>
      normalize(join(folder, `${spec}.ts`)),
    ),
  );
}
