/** What preparing writes, on the error stream, so that the output of a command stays clean. */

/** How often a step that lasts says how far it is: milliseconds, on a terminal and in a log. */
const EVERY_MS = { terminal: 200, log: 10_000 };

/** Whether messages are part of a log: one JSON object a line, except on a terminal. */
let logged = false;

export function writeAsLog(log) {
  logged = log && !process.stderr.isTTY;
}

export function say(msg, level = 'info') {
  const line = logged ? JSON.stringify({ level, time: new Date().toISOString(), msg: msg.trim() }) : msg;
  process.stderr.write(`${line}\n`);
}

export function fail(message) {
  say(message, 'fatal');
  process.exit(1);
}

/**
 * Says what is being done, and again and again how far it is: in one line on a terminal, in a line every ten seconds
 * elsewhere. `progress` returns a part of a sentence, or nothing. Returns what ends it.
 */
export function during(title, progress = () => '') {
  const begun = Date.now();
  const line = () => {
    const parts = [`${Math.round((Date.now() - begun) / 1000)} s`, progress()].filter(Boolean);
    return `${title} … ${parts.join(', ')}`;
  };
  say(`${title} …`);
  const terminal = process.stderr.isTTY === true;
  const show = terminal ? () => process.stderr.write(`\u001b[1A\u001b[2K${line()}\n`) : () => say(line());
  const timer = setInterval(show, terminal ? EVERY_MS.terminal : EVERY_MS.log);
  return () => {
    clearInterval(timer);
    if (terminal) show();
  };
}
