/** Results as a table for terminals and Markdown. */

const REQUESTS = [
  ['case', ({ label }) => label],
  ['answered by', ({ name }) => name],
  ['requests/s', ({ perSecond }) => number(perSecond, 0)],
  ['p50 ms', ({ p50 }) => number(p50, 2)],
  ['p99 ms', ({ p99 }) => number(p99, 2)],
  ['server CPU ms', ({ server }) => number(server, 3)],
  ['database CPU ms', ({ database }) => number(database, 3)],
  ['ratio', ({ ratio }) => number(ratio, 2)],
  ['busy: server', ({ serverBusy }) => number(serverBusy, 3)],
  ['database', ({ databaseBusy }) => number(databaseBusy, 3)],
  ['ratio', ({ ratioBusy }) => number(ratioBusy, 2)],
  ['target', ({ target }) => target ?? ''],
];

const RUNS = [
  ['case', ({ label }) => label],
  ['run', ({ name }) => name],
  ['seconds', ({ seconds }) => number(seconds, seconds < 10 ? 2 : 1)],
  ['pages/s', ({ perSecond }) => number(perSecond, 0)],
  ['server CPU ms a page', ({ server }) => number(server, 2)],
  ['database CPU ms a page', ({ database }) => number(database, 2)],
  ['peak memory MB', ({ memory }) => number(memory === undefined ? undefined : memory / 1e6, 0)],
  ['target', ({ target }) => target ?? ''],
];

const TIMED = [
  ['case', ({ label }) => label],
  ['work', ({ name }) => name],
  ['ms', ({ ms }) => number(ms, 1)],
  ['slowest ms', ({ slowest }) => number(slowest, 1)],
  ['server CPU ms', ({ server }) => number(server, 1)],
  ['database CPU ms', ({ database }) => number(database, 1)],
  ['compared with', ({ base }) => base ?? ''],
  ['ratio', ({ ratio }) => number(ratio, 2)],
  ['target', ({ target }) => target ?? ''],
];

const DELIVERIES = [
  ['case', ({ label }) => label],
  ['delivered by', ({ name }) => name],
  ['events', ({ events }) => number(events, 0)],
  ['events/s', ({ perSecond }) => number(perSecond, 0)],
  ['server CPU ms', ({ server }) => number(server, 3)],
  ['database CPU ms', ({ database }) => number(database, 3)],
  ['ratio', ({ ratio }) => number(ratio, 2)],
  ['target', ({ target }) => target ?? ''],
];

const BESIDE = [
  ['case', ({ label }) => label],
  ['what', ({ name }) => name],
  ['windows', ({ windows }) => number(windows, 0)],
  ['p50 ms', ({ p50 }) => number(p50, 2)],
  ['p95 ms', ({ p95 }) => number(p95, 2)],
  ['server CPU ms', ({ server }) => number(server, 3)],
  ['ratios', ({ ratios }) => ratios?.join(', ') ?? ''],
  ['target', ({ target }) => target ?? ''],
];

const MEMORY = [
  ['case', ({ label }) => label],
  ['server', ({ name }) => name],
  ['memory MB', ({ memory }) => number(memory / 1e6, 1)],
  ['heap MB', ({ heap }) => number(heap / 1e6, 1)],
  ['ratio', ({ ratio }) => number(ratio, 2)],
  ['target', ({ target }) => target ?? ''],
];

const TABLES = { requests: REQUESTS, timed: TIMED, run: RUNS, deliveries: DELIVERIES, beside: BESIDE, memory: MEMORY };

/** A table of what requests cost, one of what was timed by itself and one of what was run as a whole, as far as there are such rows. */
export function tablesOf(rows) {
  const kinds = Object.entries(TABLES).map(([kind, columns]) => [
    rows.filter((row) => (row.kind ?? 'requests') === kind),
    columns,
  ]);
  return kinds
    .filter(([chosen]) => chosen.length > 0)
    .map(([chosen, columns]) => write(chosen, columns))
    .join('\n\n');
}

function write(rows, columns) {
  const cells = [columns.map(([title]) => title), ...rows.map((row) => columns.map(([, read]) => read(row) ?? ''))];
  const widths = columns.map((_, column) => Math.max(3, ...cells.map((line) => line[column].length)));
  const lineOf = (line) => `| ${line.map((cell, column) => cell.padEnd(widths[column])).join(' | ')} |`;
  const [head, ...body] = cells;
  return [lineOf(head), `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...body.map(lineOf)].join('\n');
}

function number(value, digits) {
  return value === undefined ? '' : value.toFixed(digits);
}
