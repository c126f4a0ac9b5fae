import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createEmptyDatabase, type TestDatabase } from '#testing/test-database';

const PATIENCE_MS = 180_000;
const ROOT = process.cwd();

const dockerfile = readFileSync('Dockerfile', 'utf8').replaceAll('\\\n', ' ');
/** The lines of the last stage: the image. */
const stage = dockerfile.slice(dockerfile.lastIndexOf('\nFROM ')).split('\n');
const instructions = (name: string): string[] =>
  stage.filter((line) => line.startsWith(`${name} `)).map((line) => line.slice(name.length + 1).trim());

let image: string;
let dataDir: string;
let database: TestDatabase;
let server: ChildProcess | undefined;
let env: Record<string, string>;

/** Does what the COPY lines do, from the clone and its build. */
function copyAll(): void {
  for (const line of instructions('COPY')) {
    const words = line.split(/\s+/).filter((word) => !word.startsWith('--'));
    const to = words.pop() ?? '';
    for (const from of words.map((word) => word.replace(/^\/quire\//, '').replace(/\*$/, ''))) {
      if (from === 'node_modules') linkProduction(join(image, to));
      else
        cpSync(join(ROOT, from), to.endsWith('/') ? join(image, to, basename(from)) : join(image, to), {
          recursive: true,
        });
    }
  }
}

/** The packages that remain without those for development, each as a link to its folder. */
function linkProduction(modules: string): void {
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, { dev?: true }> };
  for (const [path, { dev }] of Object.entries(lock.packages)) {
    const name = path.slice('node_modules/'.length);
    // A package inside another one is included with it.
    if (path === '' || dev || name.includes('/node_modules/') || !existsSync(path)) continue;
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(join(ROOT, path), join(modules, name));
  }
}

function run(args: string[]): { code: number | null; out: string; err: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: tmpdir(), env, encoding: 'utf8' });
  return { code: status, out: stdout, err: stderr };
}

const quire = (...args: string[]) => run([join(image, 'bin', 'quire.mjs'), ...args]);

beforeAll(async () => {
  image = mkdtempSync(join(tmpdir(), 'quire-image-'));
  dataDir = mkdtempSync(join(tmpdir(), 'quire-image-data-'));
  copyAll();
  database = await createEmptyDatabase();
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  const settings = instructions('ENV').flatMap((line) => line.split(/\s+/).map((pair) => pair.split('=')));
  env = {
    PATH: process.env['PATH'] ?? '',
    HOME: process.env['HOME'] ?? '',
    ...(Object.fromEntries(settings) as Record<string, string>),
    PORT: String(port),
    QUIRE_DATA_DIR: dataDir,
    NODE_COMPILE_CACHE: join(dataDir, 'compile-cache'),
    DATABASE_URL: database.url,
    // Node resolves packages from the links, so that those left out are not found.
    NODE_OPTIONS: '--preserve-symlinks --preserve-symlinks-main',
  };
});

afterAll(async () => {
  if (server?.exitCode === null) server.kill('SIGKILL');
  await database.drop();
  for (const folder of [image, dataDir]) rmSync(folder, { recursive: true, force: true });
});

describe('the image', () => {
  it('runs as a user without rights, and has the command line on the path', () => {
    expect(instructions('USER')).toEqual(['node']);
    expect(instructions('RUN').join()).toContain('ln --symbolic /quire/bin/quire.mjs /usr/local/bin/quire');
    expect(statSync('bin/quire.mjs').isFile()).toBe(true);
    expect(existsSync(join(image, 'node_modules', 'jest'))).toBe(false);
  });

  it(
    'helps and examines, with what it has',
    () => {
      expect(quire('--help')).toMatchObject({ code: 0, out: expect.stringContaining('backup') });
      expect(quire('doctor')).toMatchObject({
        code: 0,
        out: expect.stringMatching(/^ok {4}database: PostgreSQL/m),
        err: '',
      });
    },
    PATIENCE_MS,
  );

  it(
    'serves with its sample, is found healthy, and backs up meanwhile',
    async () => {
      const [command = ''] = instructions('CMD');
      const [main = ''] = JSON.parse(command) as string[];
      expect(instructions('ENTRYPOINT')).toEqual(['["tini", "--", "node"]']);
      const child = (server = spawn(process.execPath, [join(image, main)], {
        env,
        stdio: ['ignore', 'pipe', 'inherit'],
      }));
      let output = '';
      child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
      for (const giveUp = Date.now() + PATIENCE_MS; !output.includes('"Quire is ready"'); await sleep(50)) {
        if (child.exitCode !== null || Date.now() > giveUp) throw new Error(`It is not ready: ${output}`);
      }
      expect(output).toContain('the space \\"Quire documentation\\"');
      const [, health = ''] =
        instructions('HEALTHCHECK')
          .join()
          .match(/CMD (\[.*\])/) ?? [];
      expect(run((JSON.parse(health) as string[]).slice(1))).toEqual({ code: 0, out: '', err: '' });
      expect(quire('backup', join(dataDir, 'backup.zip'))).toMatchObject({
        code: 0,
        out: expect.stringMatching(/^Wrote /),
      });
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      expect(child.exitCode).toBe(0);
      expect(run((JSON.parse(health) as string[]).slice(1)).code).toBe(1);
    },
    3 * PATIENCE_MS,
  );
});
