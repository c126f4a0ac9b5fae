import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { StartRefused } from '#kernel/infrastructure/start-refused';
import { loadEnvFile } from '../../../src/start/env-file.js';

const folder = mkdtempSync(join(tmpdir(), 'quire-env-file-'));
const file = join(folder, '.env');
afterAll(() => rmSync(folder, { recursive: true }));

/** The environment after reading a file with this text. */
function load(text: string, env: NodeJS.ProcessEnv = {}) {
  writeFileSync(file, text);
  const given = { ...env, QUIRE_TEST_ENV_FILE: file };
  const locate = loadEnvFile(given);
  const { QUIRE_TEST_ENV_FILE: _file, QUIRE_DATA_DIR, ...rest } = given as Record<string, string>;
  return { env: rest, dataDir: QUIRE_DATA_DIR, locate };
}

describe('the file .env', () => {
  it('sets variables, also quoted and over several lines, among comments', () => {
    const text = [
      '\uFEFF# Settings',
      'PORT=4000 # where',
      '',
      'export QUIRE_MAIL_FROM="Docs <docs@example.com>"',
      "QUIRE_MODEL_NAME='of two",
      "lines'",
      'QUIRE_DEMO = off',
      'EMPTY=',
    ];
    const expected = {
      PORT: '4000',
      QUIRE_MAIL_FROM: 'Docs <docs@example.com>',
      QUIRE_MODEL_NAME: 'of two\nlines',
      QUIRE_DEMO: 'off',
      EMPTY: '',
    };
    expect(load(text.join('\n')).env).toEqual(expected);
    expect(load(text.join('\r\n')).env).toMatchObject({ PORT: '4000', QUIRE_DEMO: 'off' });
  });

  it('does not override the environment, not even empty variables', () => {
    const { env } = load('PORT=4000\nQUIRE_DEMO=off\nQUIRE_ROLE=api\n', { PORT: '5000', QUIRE_DEMO: '' });
    expect(env).toEqual({ PORT: '5000', QUIRE_DEMO: '', QUIRE_ROLE: 'api' });
  });

  it('means paths from its own folder, and the data folder beside package.json where none is set', () => {
    expect(load('QUIRE_DATA_DIR=data').dataDir).toBe(join(folder, 'data'));
    expect(load('QUIRE_DATA_DIR=/data').dataDir).toBe('/data');
    expect(load('').dataDir).toBe(join(process.cwd(), '.quire'));
  });

  it('is named with the line in messages about what it sets, and only there', () => {
    const { locate } = load('\nPORT=x\n\nQUIRE_ROLE=boss\n', { PORT: 'y' });
    expect(locate('QUIRE_ROLE is "boss"')).toBe(`QUIRE_ROLE is "boss" (${file}, line 4)`);
    expect(locate('PORT is "y"')).toBe('PORT is "y"');
  });

  it.each([
    ['PORT=1\nmy secret\n', 2, /NAME=value/],
    ['A="1\n2"\n\n=my secret', 4, /NAME=value/],
    ['A=1\nB="my secret\nC=2\n', 2, /never ends/],
  ])('refuses what is no setting by its line, and does not show it: %j', (text, line, problem) => {
    const failure = (() => {
      try {
        return load(text);
      } catch (error) {
        return error;
      }
    })();
    expect(failure).toBeInstanceOf(StartRefused);
    expect((failure as Error).message).toMatch(problem);
    expect((failure as Error).message).toContain(`${file}, line ${line},`);
    expect((failure as Error).message).not.toContain('secret');
  });

  it('may be missing, and is refused where it cannot be read', () => {
    rmSync(file);
    expect(loadEnvFile({ QUIRE_TEST_ENV_FILE: file })('PORT is 1')).toBe('PORT is 1');
    mkdirSync(file);
    expect(() => loadEnvFile({ QUIRE_TEST_ENV_FILE: file })).toThrow(/cannot be read \(EISDIR\)/);
    rmSync(file, { recursive: true });
  });
});
