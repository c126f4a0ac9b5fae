import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Installation, type Ran } from './command-line.js';

const PATIENCE_MS = 120_000;

/** The shell commands of a page, without those that start a server. */
function commandsOf(page: string): string {
  const blocks = readFileSync(page, 'utf8').matchAll(/^```sh\n([^]*?)^```$/gm);
  const commands = [...blocks].map(([, block = '']) => block);
  return commands.filter((block) => !/\bnpm start\b|\bdocker\b/.test(block)).join('\n');
}

/** Follows the guides command by command on a server of their own: each must work as printed. */
describe('the guides', () => {
  let quire: Installation;
  let home: string;

  /** Runs the commands of a page in one shell, which stops at the first failure. */
  const follow = async (page: string): Promise<Ran> => {
    const commands = commandsOf(page)
      .replaceAll('http://localhost:3000', quire.url)
      .replaceAll('.quire/', `${quire.dataDir}/`);
    const child = spawn('bash', ['-euo', 'pipefail', '-c', commands], {
      env: {
        PATH: process.env['PATH'],
        HOME: home,
        QUIRE_TEST_ENV_FILE: '',
        QUIRE_URL: quire.url,
        QUIRE_DATA_DIR: quire.dataDir,
        QUIRE_TOKEN: readFileSync(join(quire.dataDir, 'admin-token'), 'utf8').trim(),
        npm_config_update_notifier: 'false',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const ended = once(child, 'close');
    const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
    const [code] = (await ended) as [number | null];
    return { code: code ?? -1, out, err };
  };

  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'quire-guides-'));
    quire = await Installation.make();
    await quire.serve({ empty: true });
  });

  afterAll(async () => {
    await quire.remove();
    rmSync(home, { recursive: true, force: true });
  });

  it(
    'lead from an empty server to a published site, changed by a review and read by a link',
    async () => {
      const { code, out, err } = await follow('docs/first-site.md');
      expect({ code, err: code === 0 ? '' : err }).toEqual({ code: 0, err: '' });
      const lines = out.split('\n').filter((line) => line !== '');
      expect(lines[0]).toBe('Administrator');
      expect(out).toContain('Not understood  nothing');
      expect(out).toMatch(/^http:\/\/quire\.test\/s\/\w+\/$/m);
      expect(lines.filter((line) => line === 'One command installs everything.')).toHaveLength(2);
      expect(lines.slice(-3)).toEqual(['404', '# First steps', 'Run `acme install`. It installs everything.']);
    },
    PATIENCE_MS,
  );

  it(
    'start quickly: what was imported is read',
    async () => {
      const { code, out, err } = await follow('docs/quick-start.md');
      expect({ code, err: code === 0 ? '' : err }).toEqual({ code: 0, err: '' });
      expect(out).toContain('"path":"quick-start"');
    },
    PATIENCE_MS,
  );

  it(
    'make a whole site of a folder, once, and preview a change of it',
    async () => {
      const { code, out, err } = await follow('docs/publishing/site-from-a-repository.md');
      expect({ code, err: code === 0 ? '' : err }).toEqual({ code: 0, err: '' });
      expect(out).toMatch(/^guide-en \(English\): changed$/m);
      expect(out.match(/^Nothing has changed$/gm)).toHaveLength(1);
      expect(new Set(out.match(/^Address +http:\/\/\S+$/gm)).size).toBe(1);
      expect(out).toMatch(/^ {2}pages changed \(1\)$/m);
      expect(out).toMatch(/^ {2}anchors that vanish \(1\)\n {4}\S*#install$/m);
    },
    PATIENCE_MS,
  );

  it(
    'lead from tickets to a page that answers them',
    async () => {
      const { code, out, err } = await follow('docs/conversations/begin.md');
      expect({ code, err: code === 0 ? '' : err }).toEqual({ code: 0, err: '' });
      expect(out).toMatch(/^\d not-answered: .*(?:refund|payment)/im);
      expect(out).toMatch(/^\d answered: .*(?:invite|colleague)/im);
      expect(out).toMatch(/^merge$/m);
      expect(out).toMatch(/^Refunds$/m);
    },
    PATIENCE_MS,
  );
});
