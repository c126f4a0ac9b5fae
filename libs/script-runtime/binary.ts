import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const PACKAGES: Readonly<Record<string, string>> = {
  'linux x64': '@cloudflare/workerd-linux-64',
  'linux arm64': '@cloudflare/workerd-linux-arm64',
  'darwin x64': '@cloudflare/workerd-darwin-64',
  'darwin arm64': '@cloudflare/workerd-darwin-arm64',
};

/** The workerd that npm installed for this platform, or why there is none. */
export function findBinary(): { path: string } | { reason: string } {
  const name = PACKAGES[`${process.platform} ${process.arch}`];
  if (name === undefined) return { reason: `there is no workerd for ${process.platform} on ${process.arch}` };
  try {
    const path = join(dirname(createRequire(import.meta.url).resolve(`${name}/package.json`)), 'bin', 'workerd');
    if (existsSync(path)) return { path };
  } catch {
    // Not installed, for instance with --omit=optional.
  }
  return { reason: `${name} is not installed; install again without --omit=optional` };
}
