import { readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import { StartRefused } from '#kernel/infrastructure/start-refused';

/** Adds the line of the file to a message that names a setting from it. */
export type Locate = (message: string) => string;

const ASSIGNMENT = /^\s*(?:export\s+)?([A-Za-z_][A-Za-z0-9_]*)\s*=\s*(.*)$/;
const COMMENT = /^\s*(?:#|$)/;
const QUOTE = /^(["'`])/;
const NAMES = /\b[A-Z][A-Z0-9_]+\b/g;

/**
 * Loads the settings of `.env` in the project's folder into `env`, whose own values take precedence. Paths in it are
 * relative to that folder, as is the default data folder. For tests, QUIRE_TEST_ENV_FILE names another file, or none.
 */
export function loadEnvFile(env: NodeJS.ProcessEnv): Locate {
  const folder = projectFolder();
  const file = env['QUIRE_TEST_ENV_FILE'] ?? join(folder, '.env');
  const text = file === '' ? undefined : readIfThere(file);
  const lines = text === undefined ? new Map<string, number>() : linesOf(text, file);
  const values: Record<string, string | undefined> = text === undefined ? {} : parseEnv(text);
  const taken = [...lines.keys()].filter((name) => env[name] === undefined);
  for (const name of taken) env[name] = values[name] ?? '';
  if (taken.includes('QUIRE_DATA_DIR') && env['QUIRE_DATA_DIR'])
    env['QUIRE_DATA_DIR'] = resolve(dirname(file), env['QUIRE_DATA_DIR']);
  env['QUIRE_DATA_DIR'] ||= join(folder, '.quire');
  return (message) => {
    const name = message.match(NAMES)?.find((each) => taken.includes(each));
    return name === undefined ? message : `${message} (${file}, line ${lines.get(name)})`;
  };
}

/** The folder of package.json, relative to this file in the sources or in the build. */
function projectFolder(): string {
  const candidates = ['../../', '../../../'].map((path) => fileURLToPath(new URL(path, import.meta.url)));
  const found = candidates.find((folder) => statSync(join(folder, 'package.json'), { throwIfNoEntry: false }));
  if (!found) throw new Error('package.json is missing beside the build');
  return found;
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').replace(/^\uFEFF/, '');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw new StartRefused(`${file} cannot be read (${code}): let this user read it, or take it away`);
  }
}

/**
 * The line of each name. Node's own parser skips what it can't read without an error, so a line that is no assignment
 * is refused here. The error does not repeat the line, as it may contain a secret.
 */
function linesOf(text: string, file: string): Map<string, number> {
  const lines = text.split(/\r?\n/);
  const found = new Map<string, number>();
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    if (COMMENT.test(line)) continue;
    const [, name, value = ''] = ASSIGNMENT.exec(line) ?? [];
    const where = `${file}, line ${at + 1},`;
    if (name === undefined)
      throw new StartRefused(`${where} is not of the form NAME=value: mend it, or put # before it`);
    found.set(name, at + 1);
    const [, quote] = QUOTE.exec(value) ?? [];
    if (quote === undefined || value.indexOf(quote, 1) > 0) continue;
    do at++;
    while (at < lines.length && !lines[at]?.includes(quote));
    if (at === lines.length) throw new StartRefused(`${where} begins a value with ${quote} that never ends: close it`);
  }
  return found;
}
