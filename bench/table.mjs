/** Results as a table that stands in a terminal and in Markdown alike. */

const COLUMNS = [
  ['case', ({ label }) => label],
  ['answered by', ({ name }) => name],
  ['requests/s', ({ perSecond }) => number(perSecond, 0)],
  ['p50 ms', ({ p50 }) => number(p50, 2)],
  ['p99 ms', ({ p99 }) => number(p99, 2)],
  ['server CPU ms', ({ server }) => number(server, 3)],
  ['database CPU ms', ({ database }) => number(database, 3)],
  ['ratio', ({ ratio }) => number(ratio, 2)],
  ['target', ({ target }) => target ?? ''],
];

export function tableOf(rows) {
  const cells = [COLUMNS.map(([title]) => title), ...rows.map((row) => COLUMNS.map(([, read]) => read(row) ?? ''))];
  const widths = COLUMNS.map((_, column) => Math.max(3, ...cells.map((line) => line[column].length)));
  const write = (line) => `| ${line.map((cell, column) => cell.padEnd(widths[column])).join(' | ')} |`;
  const [head, ...body] = cells;
  return [write(head), `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...body.map(write)].join('\n');
}

function number(value, digits) {
  return value === undefined ? '' : value.toFixed(digits);
}
