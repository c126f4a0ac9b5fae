import { spawn, type ChildProcess } from 'node:child_process';

/**
 * Runs a program in a group of processes of its own, without core dumps. Beside it waits a subshell for the end of its
 * input: the kernel closes that when our process ends, however it ends, and then the whole group is killed. Where memory
 * gets short, the kernel ends it before others.
 */
const SHELL = `
exec 9<&0
( trap '' INT TERM HUP; read -r _ <&9; kill -9 0 ) >/dev/null 2>&1 3>&- &
exec 9<&-
ulimit -c 0
[ -w /proc/self/oom_score_adj ] && echo 800 >/proc/self/oom_score_adj 2>/dev/null
[ "$1" -gt 0 ] && command -v nice >/dev/null && exec nice -n "$@" </dev/null
shift
exec "$@" </dev/null
`;

/** Settings of the environment that a process gets; it has no others, and so none of the server's secrets. */
const PASSED_ON = ['NODE_COMPILE_CACHE', 'TZ', 'LANG'];

/** By how much a process in the background comes after others for a processor. */
const NICE = 10;

export interface Launch {
  /** Most memory for objects, MB. */
  memoryMb: number;
  /** Other processes go first where processors are busy. */
  background?: boolean;
}

/** Runs a file of JavaScript in a Node.js process with a channel for messages. */
export function launch(file: string, { memoryMb, background = false }: Launch): ChildProcess {
  const env = Object.fromEntries(PASSED_ON.flatMap((name) => [[name, process.env[name]]]));
  const args = [
    '-c',
    SHELL,
    'sh',
    String(background ? NICE : 0),
    process.execPath,
    `--max-old-space-size=${memoryMb}`,
    file,
  ];
  return spawn('/bin/sh', args, {
    env,
    detached: true,
    serialization: 'advanced',
    stdio: ['pipe', 'ignore', 'pipe', 'ipc'],
  });
}
