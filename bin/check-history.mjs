/**
 * `npm run check:history [-- --seconds 600] [--clients 8] [--seed 1]`: clients do what chance tells them to one space
 * after the other while the server and PostgreSQL are killed, and what is left is held against what they were told
 * (test/scenarios/checker). A round that finds a fault tells its seed: with that it is the first to be played again.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from './prepare.mjs';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    clients: { type: 'string', default: '4' },
    seed: { type: 'string' },
  },
});

for (const [name, value] of Object.entries(values)) {
  if (/^[1-9]\d{0,8}$/.test(value)) process.env[`QUIRE_TEST_CHECKER_${name.toUpperCase()}`] = value;
  else {
    process.stderr.write(`--${name} takes a whole number from 1 on\n`);
    process.exit(1);
  }
}

const child = spawn(process.execPath, [join(root, 'bin', 'test.mjs'), 'test/scenarios/checker.spec.ts'], {
  stdio: 'inherit',
});
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => child.kill('SIGTERM'));
child.once('exit', (code) => (process.exitCode = code ?? 1));
