import { spawnSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';

/** Whether a process with this id runs, whichever user owns it. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Distinguishes this process from a later one with the same id: by its start time and the boot of the machine.
 * Undefined when there is no such process.
 */
export function identityOf(pid: number): string | undefined {
  if (process.platform !== 'linux') return ask(pid, 'lstart=');
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the program's name in brackets and may contain any character; the 22nd is the start time.
    const started = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${started}`;
  } catch {
    return undefined;
  }
}

/** Whether process `pid` is a PostgreSQL server whose cluster is in `folder` (its real path). */
export function servesCluster(pid: number, folder: string): boolean {
  if (!isAlive(pid)) return false;
  // A postmaster changes into its cluster and stays there, however it was started.
  if (process.platform === 'linux') {
    try {
      return readlinkSync(`/proc/${pid}/cwd`) === folder;
    } catch {
      return false;
    }
  }
  return ask(pid, 'command=')?.includes(`-D ${folder}`) ?? false;
}

function ask(pid: number, column: string): string | undefined {
  const { status, stdout } = spawnSync('ps', ['-o', column, '-p', String(pid)], { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}
