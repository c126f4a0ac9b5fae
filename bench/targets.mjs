/**
 * Whether results reach their targets. A target is one or more conditions with commas between them: `ratio ≤ 1.2`,
 * `p99 < 30 ms`, `≥ 900 pages/s`, `< 600 MB`, `none lost`. Where no figure is named, the unit says which one it is.
 */
import { cpuOf } from './contest.mjs';

const CONDITION = /^(?:([a-z]\w*) )?([≤≥<>]) ?([\d,.]+) ?(.*)$/;
const COMPARED = {
  '≤': (value, bound) => value <= bound,
  '<': (value, bound) => value < bound,
  '≥': (value, bound) => value >= bound,
  '>': (value, bound) => value > bound,
};

/** What is looked at by name; where all connections are busy a ratio has to hold as well. */
const NAMED = ['ratio', 'flat', 'p50', 'p95', 'p99', 'server', 'database'];
/** The same by unit; `each` is of server and database. */
const BY_UNIT = {
  s: ({ seconds }) => [['', seconds, 's']],
  'pages/s': ({ perSecond }) => [['', perSecond, 'pages/s']],
  '/s': ({ perSecond }) => [['', perSecond, '/s']],
  MB: ({ memory }) => [['', memory / 1e6, 'MB']],
  GB: ({ memory }) => [['', memory / 1e9, 'GB']],
  'kB a page': ({ disk }) => [['', disk / 1e3, 'kB a page']],
  kB: ({ bytes }) => [['', bytes / 1e3, 'kB']],
  'ms each': ({ server, database }) => [
    ['server', server, 'ms'],
    ['database', database, 'ms'],
  ],
  ms: (row) => [['', row.ms ?? cpuOf(row), 'ms']],
  // Of a row with several ratios.
  '': ({ ratios = [] }) => ratios.map((text) => [text.split(' ')[0], Number(text.split(' ')[1]), '']),
};

/** What a result has to show for its target: { measured, verdict }; undefined without a target. */
export function judged(row) {
  if (!row.target) return undefined;
  const conditions = row.target.split(/, (?=[a-z≤≥<>])/).map((text) => judge(text, row));
  const isMissed = conditions.some(({ holds, isUnknown }) => !holds && !isUnknown);
  const isUnknown = conditions.some((condition) => condition.isUnknown);
  const isMissedBusy = conditions.some(({ holdsBusy }) => holdsBusy === false);
  return {
    measured: conditions.map(({ measured }) => measured).join(', '),
    verdict: isMissed ? 'missed' : isUnknown ? 'not judged' : isMissedBusy ? 'missed when busy' : 'holds',
  };
}

function judge(text, row) {
  if (text === 'none lost') return { measured: `${row.lost ?? 0} lost`, holds: (row.lost ?? 0) === 0 };
  const [, name, sign, bound, unit] = CONDITION.exec(text) ?? [];
  const figures = NAMED.includes(name) ? [[name, row[name], unit]] : name ? undefined : BY_UNIT[unit]?.(row);
  if (figures === undefined) return { measured: `${text}: not judged`, isUnknown: true };
  const holds = (value) => COMPARED[sign](value, Number(bound.replaceAll(',', '')));
  const measured = figures.map(([of, value, as]) => [of, rounded(value), as].filter(Boolean).join(' ')).join(', ');
  if (name !== 'ratio' || row.ratioBusy === undefined)
    return { measured, holds: figures.every(([, value]) => holds(value)) };
  return {
    measured: `${measured} (busy ${rounded(row.ratioBusy)})`,
    holds: holds(row.ratio),
    holdsBusy: holds(row.ratioBusy),
  };
}

/** Three digits, or all before the point. */
export function rounded(value) {
  if (value === undefined) return '';
  const digits = Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value) || 1)));
  return value >= 1_000 ? Math.round(value).toLocaleString('en') : value.toFixed(Math.min(3, digits));
}
