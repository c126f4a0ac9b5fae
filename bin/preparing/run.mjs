import { spawn } from 'node:child_process';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's folder, absolute. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** The signals with which a start is ended; the program that it waits for ends with it. */
const ENDS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** Runs a program to its end. Returns whether it succeeded, and all that it wrote. */
export function run([program, ...args], env) {
  const shell = process.platform === 'win32' && program === 'npm';
  const child = spawn(program, args, { cwd: root, env, shell, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  const end = (signal) => {
    child.kill(signal);
    child.once('close', () => process.exit(1));
  };
  for (const signal of ENDS) process.once(signal, end);
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ done: false, output: `${output}${error.message}\n` }));
    child.once('close', (status) => resolve({ done: status === 0, output }));
  }).finally(() => ENDS.forEach((signal) => process.off(signal, end)));
}

/** npm, which passes its own path to the scripts it runs; it may not be on the PATH. */
export const NPM = process.env.npm_execpath?.endsWith('.js') ? [process.execPath, process.env.npm_execpath] : ['npm'];
