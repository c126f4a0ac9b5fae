import { readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ApiBuild } from '#kernel/application/api-build';

/** The path of package.json, relative to this file in the sources or in the build. */
function packageFile(): string {
  const candidates = ['../package.json', '../../package.json'].map((path) =>
    fileURLToPath(new URL(path, import.meta.url)),
  );
  const found = candidates.find((path) => statSync(path, { throwIfNoEntry: false }));
  if (!found) throw new Error('package.json is missing beside the build');
  return found;
}

function readBuild(): ApiBuild {
  const { version } = JSON.parse(readFileSync(packageFile(), 'utf8')) as { version: string };
  return new ApiBuild(version, statSync(fileURLToPath(import.meta.url)).mtime.toISOString());
}

/** The version in package.json, and the time this file was built. */
export const BUILD = readBuild();
