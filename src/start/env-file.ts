import { readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import { StartRefused } from '#kernel/infrastructure/start-refused';

/** Says of a message that names a setting from the file in which line it is. */
export type Locate = (message: string) => string;

const ASSIGNMENT = /^\s*(?:export\s+)?([A-Za-z_][A-Za-z0-9_]*)\s*=\s*(.*)$/;
const COMMENT = /^\s*(?:#|$)/;
const QUOTE = /^(["'`])/;
const NAMES = /\b[A-Z][A-Z0-9_]+\b/g;

/**
 * Puts the settings of `.env` in the project's folder into `env`, whose own values win. Paths in it are meant from that
 * folder, as is the data folder where nothing names one. For tests, QUIRE_TEST_ENV_FILE names another file, or none.
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

/** The folder of package.json, seen from this file in the sources or in the build. */
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
 * In which line each name is set. Node's own parser takes what it can and says nothing of the rest, so a line that is no
 * assignment is refused here. What it says is not repeated, as it may be a secret.
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
