import type { ChildProcess } from 'node:child_process';
import { accountOf } from './account.js';
import { tryOut } from './launch.js';

export type Availability = { available: true; binary: string } | { available: false; reason: string };

/** Whether the program runs here at all: it is built for glibc, and we may not be allowed to use another user. */
export async function isAvailable(binary: string): Promise<Availability> {
  const reason = await faultOf(() => tryOut(binary, accountOf(0)));
  return reason === undefined ? { available: true, binary } : { available: false, reason: `${binary}: ${reason}` };
}

async function faultOf(start: () => ChildProcess): Promise<string | undefined> {
  try {
    const child = start();
    let errors = '';
    child.stderr!.on('data', (chunk: Buffer) => (errors = (errors + chunk.toString()).slice(-1_000)));
    return await new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code) => resolve(code === 0 ? undefined : errors.trim() || 'it ends at once'));
    });
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
