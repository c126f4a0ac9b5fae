import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import type { Account } from './account.js';
import { CONFIGURATION } from './files.js';

/**
 * Runs workerd in a group of its own, with limits. Beside it waits a subshell for the end of its input: the kernel
 * closes that when our process ends, however it ends, and then the whole group is killed.
 *
 * The limits: no core dumps, no written files, few open files, and the memory for data, which for V8 comes on top of
 * half a gigabyte that it reserves. A shell without one of these limits goes on without it. `nproc` counts per user, so
 * it is set only where the process has a user of its own.
 */
const SHELL = `
exec 9<&0
( read -r _ <&9; kill -9 0 ) >/dev/null 2>&1 3>&- 4<&- &
exec 9<&-
ulimit -c 0; ulimit -f 0; ulimit -n 256; ulimit -d "$1"
if [ "$2" = own ]; then ulimit -p 64 || ulimit -u 64; fi 2>/dev/null
shift 2
exec "$@" </dev/null
`;

/** What a process that has just started maps already, and may map besides its V8 heap. */
const BASE_DATA_MB = 640;
const TRY_OUT_MS = 20_000;

export interface Launch {
  binary: string;
  folder: string;
  memoryMb: number;
  account: Account | undefined;
}

/** Its file descriptor 3 writes a line for each socket that listens. */
export function launch({ binary, folder, memoryMb, account }: Launch): ChildProcess {
  const dataKb = (BASE_DATA_MB + 2 * memoryMb) * 1024;
  const options = ['sh', String(dataKb), account === undefined ? 'shared' : 'own'];
  return open(binary, account, (program, file) =>
    spawn('/bin/sh', ['-c', SHELL, ...options, program, 'serve', '--control-fd=3', CONFIGURATION], {
      ...account,
      cwd: folder,
      env: {},
      detached: true,
      stdio: ['pipe', 'pipe', 'pipe', 'pipe', ...file],
    }),
  );
}

/** Runs the program as a process of a script would be, only to see whether it can be run. */
export function tryOut(binary: string, account: Account | undefined): ChildProcess {
  return open(binary, account, (program, file) =>
    spawn('/bin/sh', ['-c', 'exec "$0" --version', program], {
      ...account,
      env: {},
      timeout: TRY_OUT_MS,
      stdio: ['ignore', 'ignore', 'pipe', 'ignore', ...file],
    }),
  );
}

/** A user of its own may not reach the folder where npm put the program, but may run the open file. */
function open(
  binary: string,
  account: Account | undefined,
  start: (program: string, file: [] | [number]) => ChildProcess,
): ChildProcess {
  if (account === undefined || process.platform !== 'linux') return start(binary, []);
  const file = openSync(binary, 'r');
  try {
    return start('/proc/self/fd/4', [file]);
  } finally {
    closeSync(file);
  }
}
