import { writeSync } from 'node:fs';
import type { Logger } from 'pino';
import type { Settings } from '#kernel/infrastructure/settings';
import { BUILD } from '../build.js';
import { administratorTokenPlace } from './administrator-token.js';

/** What to show once Quire is ready. */
export interface Greeting {
  /** The URL of the server. */
  url: string;
  role: Settings['role'];
  /** Where the first administrator's token is. */
  token: string;
  /** The result of creating the sample, where this start did so. */
  sample: string | undefined;
  warnings: string[];
}

/** The e-mail address of the administrator that the first start creates. */
const ADMINISTRATOR_EMAIL = 'admin@localhost';
const EVERYWHERE = ['0.0.0.0', '::'];

/** `listening`: the address that the server listens on; `sample`: the result of creating it. */
export function greetingOf(settings: Settings, listening: string, sample: string | undefined): Greeting {
  const { port, publicUrl, role } = settings;
  return {
    url: port === 0 ? `http://localhost:${new URL(listening).port}` : publicUrl,
    role,
    token: administratorTokenPlace(settings),
    sample,
    warnings: warningsOf(settings),
  };
}

/** Settings that should be changed where others can reach the server. */
function warningsOf({ host, port, demo, publicUrl, role }: Settings): string[] {
  if (!EVERYWHERE.includes(host) || role === 'worker') return [];
  const warnings: string[] = [];
  if (publicUrl === `http://localhost:${port}`)
    warnings.push(
      `QUIRE_HOST is ${host}, so others in the network reach this server, but links lead to ${publicUrl}: set QUIRE_PUBLIC_URL, or QUIRE_HOST=127.0.0.1`,
    );
  if (demo)
    warnings.push(
      `QUIRE_DEMO is on while others in the network reach this server: set QUIRE_DEMO=off for one that is not for trying`,
    );
  return warnings;
}

/** Shows the next steps on a terminal; elsewhere writes the same as log entries. */
export function greet(log: Logger, greeting: Greeting): void {
  const { url, role, token, sample, warnings } = greeting;
  if (process.stdout.isTTY) return void writeSync(1, banner(greeting));
  const what = role === 'worker' ? 'Quire worker is ready' : 'Quire is ready';
  const docs = role === 'worker' ? undefined : `${url}/docs`;
  log.info({ version: BUILD.version, url, docs, tokenFile: role === 'worker' ? undefined : token, sample }, what);
  for (const warning of warnings) log.warn(warning);
}

/** The text for a terminal. */
export function banner({ url, role, token, sample, warnings }: Greeting): string {
  if (role === 'worker') return `\nQuire ${BUILD.version} worker is ready; health checks at ${url}/health/ready\n\n`;
  const rows: [string, string][] = [
    ['API', `${url}/v1/`],
    ['Try it', `${url}/docs`],
    ['Token', token],
    ...(sample === undefined ? [] : ([['Sample', sample]] as [string, string][])),
    ['Sign in', `${url}/signin as ${ADMINISTRATOR_EMAIL}; a first password is set by the link that this prints:`],
    ['', `npm run quire -- user password --email ${ADMINISTRATOR_EMAIL}`],
    ['Next', 'docs/quick-start.md: import your documentation, and read it'],
    ['End', 'Ctrl-C'],
  ];
  const lines = rows.map(([name, value]) => `  ${name.padEnd(9)}${value}`);
  const notes = warnings.map((warning) => `  ! ${warning}`);
  return `\n${[`Quire ${BUILD.version} is ready`, ...lines, ...notes].join('\n')}\n\n`;
}
