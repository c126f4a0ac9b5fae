import { readdirSync, readlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';

/**
 * The temporary files that this process has open, each as often as it is; none where the system does not tell. A handle
 * that is never closed lasts until its object is collected, if it ever is.
 */
export function openTemporaryFiles() {
  const below = `${tmpdir()}/`;
  return descriptors().flatMap((descriptor) => {
    const path = pathOf(descriptor);
    return path?.startsWith(below) ? [path] : [];
  });
}

function descriptors() {
  try {
    return readdirSync('/proc/self/fd');
  } catch {
    return [];
  }
}

/** Undefined for one that was closed meanwhile. */
function pathOf(descriptor) {
  try {
    return readlinkSync(`/proc/self/fd/${descriptor}`);
  } catch {
    return undefined;
  }
}
