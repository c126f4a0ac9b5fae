import { readFileSync, readdirSync } from 'node:fs';
import { join, normalize } from 'node:path';

const folder = join(import.meta.dirname, '..', 'suites');

/**
 * The spec files that the suites bring together. Loading the application takes longer than most specs do; those of one
 * suite load it once. By itself each of them runs just as well.
 */
export function specsInSuites() {
  return readdirSync(folder).flatMap((suite) =>
    [...readFileSync(join(folder, suite), 'utf8').matchAll(/^import '(.+)\.js';$/gm)].map(([, spec]) =>
      normalize(join(folder, `${spec}.ts`)),
    ),
  );
}
