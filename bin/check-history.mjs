/**
 * `npm run check:history [-- --seconds 600] [--clients 8] [--seed 1]`: clients run random operations on one space after
 * the other while the server and PostgreSQL are killed; the final state is then compared with the responses they got
 * (test/scenarios/checker). A round with a fault prints its seed: with `--seed` it is repeated first.
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
