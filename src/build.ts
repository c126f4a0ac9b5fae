import { readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ApiBuild } from '#kernel/application/api-build';

/** The path of package.json, relative to this file in the sources or in the build. */
function packageFile(): string {
  const found = firstOf(['../package.json', '../../package.json']);
  if (!found) throw new Error('package.json is missing beside the build');
  return found;
}

/** Arguments of Node that run the built command line: it is beside the bundle, and below the sources. */
export function commandLine(): readonly string[] {
  return [firstOf(['./quire.js', '../dist/run/quire.js', '../run/quire.js']) ?? 'dist/run/quire.js'];
}

function firstOf(paths: readonly string[]): string | undefined {
  return paths
    .map((path) => fileURLToPath(new URL(path, import.meta.url)))
    .find((path) => statSync(path, { throwIfNoEntry: false }));
}

function readBuild(): ApiBuild {
  const { version } = JSON.parse(readFileSync(packageFile(), 'utf8')) as { version: string };
  return new ApiBuild(version, statSync(fileURLToPath(import.meta.url)).mtime.toISOString());
}

/** The version in package.json, and the time this file was built. */
export const BUILD = readBuild();
