/** Results as tables, for terminals and for the documentation. */
import { judged, rounded } from './targets.mjs';

const CASE = ['case', ({ label }) => label];
const TARGET = ['target', ({ target }) => target];
const CPU = ['CPU ms, server + database', ({ server, database }) => sum(server, database)];
const RATIO = ['ratio', ({ ratio }) => rounded(ratio)];

const REQUESTS = [
  CASE,
  ['answered by', ({ name }) => name],
  ['requests/s', ({ perSecond }) => rounded(perSecond)],
  ['p50, p99 ms', ({ p50, p99 }) => pair(p50, p99)],
  CPU,
  RATIO,
  ['busy: CPU ms', ({ serverBusy, databaseBusy }) => sum(serverBusy, databaseBusy)],
  ['ratio', ({ ratioBusy }) => rounded(ratioBusy)],
  TARGET,
];

const RUNS = [
  CASE,
  ['run', ({ name }) => name],
  ['seconds', ({ seconds }) => rounded(seconds)],
  ['pages/s', ({ perSecond }) => rounded(perSecond)],
  ['CPU ms a page, server + database', ({ server, database }) => sum(server, database)],
  ['peak memory MB', ({ memory }) => rounded(memory && memory / 1e6)],
  ['disk kB a page', ({ disk }) => rounded(disk && disk / 1e3)],
  TARGET,
];

const TIMED = [
  CASE,
  ['work', ({ name }) => name],
  ['ms', ({ ms }) => rounded(ms)],
  ['slowest ms', ({ slowest }) => rounded(slowest)],
  CPU,
  ['compared with', ({ base }) => base],
  RATIO,
  TARGET,
];

const DELIVERIES = [
  CASE,
  ['delivered by', ({ name }) => name],
  ['events', ({ events }) => rounded(events)],
  ['events/s', ({ perSecond }) => rounded(perSecond)],
  CPU,
  RATIO,
  TARGET,
];

const BESIDE = [
  CASE,
  ['what', ({ name }) => name],
  ['p50, p95 ms', ({ p50, p95 }) => pair(p50, p95)],
  ['ratios', ({ ratios }) => ratios?.join(', ')],
  TARGET,
];

const MEMORY = [
  CASE,
  ['server', ({ name }) => name],
  ['memory MB', ({ memory }) => rounded(memory / 1e6)],
  ['heap MB', ({ heap }) => rounded(heap / 1e6)],
  RATIO,
  TARGET,
];

const BYTES = [
  CASE,
  ['after', ({ name }) => name],
  ['table', ({ table }) => table],
  ['bytes an edit', ({ bytes }) => rounded(bytes)],
  TARGET,
];

const TABLES = {
  ...{ requests: REQUESTS, timed: TIMED, run: RUNS, deliveries: DELIVERIES, beside: BESIDE, memory: MEMORY },
  bytes: BYTES,
};

/** A table of each kind of results that there is: requests, timed work, runs as a whole, … */
export function tablesOf(rows) {
  return tables(rows, { padded: true });
}

/** The same for the documentation: a case is named once, columns that are empty are left out, and so are targets. */
export function documentTablesOf(rows) {
  return tables(rows, { padded: false });
}

/** All targets with what was measured, those that are missed first. `noteOf`: which run a result is of. */
export function targetTableOf(rows, noteOf) {
  const found = rows.map((row) => ({ row, ...judged(row) })).filter(({ verdict }) => verdict !== undefined);
  const order = ['missed', 'missed when busy', 'not judged', 'holds'];
  found.sort((a, b) => order.indexOf(a.verdict) - order.indexOf(b.verdict));
  const cells = found.map(({ row, measured, verdict }) => [
    `${row.label}: ${row.name}`,
    row.target,
    measured,
    verdict === 'holds' ? verdict : `**${verdict}**`,
    noteOf(row),
  ]);
  return write([['Case', 'Target', 'Measured', 'Verdict', 'Run'], ...cells], false);
}

function tables(rows, { padded }) {
  return Object.entries(TABLES)
    .map(([kind, columns]) => [rows.filter((row) => (row.kind ?? 'requests') === kind), columns])
    .filter(([chosen]) => chosen.length > 0)
    .map(([chosen, columns]) => {
      const shown = padded ? columns : columns.filter((column) => column !== TARGET && chosen.some(column[1]));
      const body = chosen.map((row) => shown.map(([, read]) => read(row) ?? ''));
      if (!padded) nameOnce(body);
      return write([shown.map(([title]) => title), ...body], padded);
    })
    .join('\n\n');
}

/** Empties the first cell of a row where it is that of the one above. */
function nameOnce(body) {
  const names = body.map(([name]) => name);
  for (const [at, line] of body.entries()) if (names[at] === names[at - 1]) line[0] = '';
}

function write([head, ...body], padded) {
  const cells = [head, ...body];
  const widths = head.map((_, column) => Math.max(3, ...cells.map((line) => line[column].length)));
  const lineOf = (line) =>
    `| ${line.map((cell, column) => (padded ? cell.padEnd(widths[column]) : cell)).join(' | ')} |`.replaceAll(
      '|  |',
      '| |',
    );
  const rule = `| ${widths.map((width) => '-'.repeat(padded ? width : 3)).join(' | ')} |`;
  return [lineOf(head), rule, ...body.map(lineOf)].join('\n');
}

const pair = (one, other) => (one === undefined ? '' : `${rounded(one)}, ${rounded(other)}`);

function sum(server, database) {
  if (server === undefined) return '';
  return database === undefined ? rounded(server) : `${rounded(server)} + ${rounded(database)}`;
}
