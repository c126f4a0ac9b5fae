import type { Filter, FilterValue } from './filter.js';

/** One value of an attribute, by the names of its parts in lower case. */
export type FlatValue = ReadonlyMap<string, string | boolean>;

/** Whether a value meets a filter whose paths are names of its parts; texts are compared in lower case. */
export function matches(value: FlatValue, filter: Filter): boolean {
  switch (filter.op) {
    case 'and':
      return filter.filters.every((one) => matches(value, one));
    case 'or':
      return filter.filters.some((one) => matches(value, one));
    case 'not':
      return !matches(value, filter.filter);
    case 'value':
      return false;
    case 'pr':
      return value.has(filter.path.toLowerCase());
    default:
      return compares(value.get(filter.path.toLowerCase()), filter.op, filter.value);
  }
}

function compares(actual: string | boolean | undefined, op: string, wanted: FilterValue): boolean {
  const [a, b] = [plain(actual), plain(wanted)];
  if (op === 'eq') return a === b;
  if (op === 'ne') return a !== b;
  if (a === '' || b === '') return false;
  if (op === 'co') return a.includes(b);
  if (op === 'sw') return a.startsWith(b);
  if (op === 'ew') return a.endsWith(b);
  return (op.startsWith('g') ? a > b : a < b) || (op.endsWith('e') && a === b);
}

const plain = (value: FilterValue | undefined): string => String(value ?? '').toLowerCase();
