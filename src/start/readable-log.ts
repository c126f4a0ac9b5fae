import { writeSync } from 'node:fs';
import { inspect } from 'node:util';

const COLOURS: Readonly<Record<string, number>> = { fatal: 31, error: 31, warn: 33, info: 36, debug: 90, trace: 90 };
/** Members that the message already contains. */
const SAID = ['level', 'time', 'msg', 'err', 'method', 'route', 'status'];

interface Entry extends Record<string, unknown> {
  level: string;
  time: string;
  msg?: string;
  err?: { message?: string; stack?: string };
}

/** The log on a terminal: each entry as a readable line. Stacks are shown where `stacks` is set. */
export function readableLog(fd: number, { colours, stacks }: { colours: boolean; stacks: boolean }) {
  return { write: (line: string): void => void writeSync(fd, `${readable(line, colours, stacks)}\n`) };
}

/** A readable log entry: time of day, level, message, and the other members. */
export function readable(line: string, colours: boolean, stacks: boolean): string {
  const entry = JSON.parse(line) as Entry;
  const paint = (text: string, colour: number): string => (colours ? `\u001B[${colour}m${text}\u001B[39m` : text);
  const date = new Date(entry.time);
  const time = [date.getHours(), date.getMinutes(), date.getSeconds()].map((part) => String(part).padStart(2, '0'));
  const others = Object.entries(entry).filter(([name, value]) => !SAID.includes(name) && value !== undefined);
  const facts = others.map(([name, value]) => `${name}=${typeof value === 'string' ? value : inspect(value)}`);
  const { err, msg = '' } = entry;
  const cause = err?.message !== undefined && !msg.includes(err.message) ? `: ${err.message}` : '';
  const said = [
    paint(time.join(':'), 90),
    paint(entry.level.padEnd(5), COLOURS[entry.level] ?? 39),
    `${msg}${cause}`,
    ...(facts.length > 0 ? [paint(facts.join(' '), 90)] : []),
  ].join('  ');
  return stacks && err?.stack !== undefined ? `${said}\n${err.stack}` : said;
}

/** Colors are for terminals, unless the user disables them (https://no-color.org). */
export function wantsColours(env: NodeJS.ProcessEnv): boolean {
  return !env['NO_COLOR'] && env['TERM'] !== 'dumb';
}
