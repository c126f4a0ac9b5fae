import { ScimRefusal } from '../../domain/scim-refusal.js';

/** Most resources in an answer. */
export const MOST_RESULTS = 1_000;
const DEFAULT_RESULTS = 100;
const MOST_NAMES = 100;
const LARGEST = 2_147_483_647;

/** Which attributes of resources are wanted: all but `excluded`, or only `only`. Names in lower case. */
export interface Shown {
  only?: readonly string[];
  excluded?: readonly string[];
}

/** Which resources are wanted. */
export interface ListRequest {
  filter?: string;
  sortBy?: string;
  descending: boolean;
  /** The place of the first, from 1. */
  startIndex: number;
  /** How many at most. */
  count: number;
  shown: Shown;
}

type Sent = Readonly<Record<string, unknown>>;

/** Reads the parameters of a list, or the body of a search with the same members (RFC 7644, 3.4.2 and 3.4.3). */
export function readListRequest(sent: unknown): ListRequest {
  const values = isObject(sent) ? sent : {};
  const request: ListRequest = {
    descending: (textIn(values, 'sortOrder') ?? '').toLowerCase() === 'descending',
    startIndex: Math.max(1, numberIn(values, 'startIndex') ?? 1),
    count: Math.min(MOST_RESULTS, Math.max(0, numberIn(values, 'count') ?? DEFAULT_RESULTS)),
    shown: readShown(values),
  };
  const [filter, sortBy] = [textIn(values, 'filter'), textIn(values, 'sortBy')];
  if (filter !== undefined) request.filter = filter;
  if (sortBy !== undefined) request.sortBy = sortBy;
  return request;
}

/** Reads which attributes an answer is to have: `attributes` or `excludedAttributes`. */
export function readShown(sent: unknown): Shown {
  const values = isObject(sent) ? sent : {};
  const [only, excluded] = [namesIn(values, 'attributes'), namesIn(values, 'excludedAttributes')];
  if (only) return { only };
  return excluded ? { excluded } : {};
}

function namesIn(values: Sent, name: string): string[] | undefined {
  const value = values[name];
  if (value === undefined || value === null || value === '') return undefined;
  const list = Array.isArray(value) ? (value as unknown[]) : [value];
  if (!list.every((one) => typeof one === 'string'))
    throw new ScimRefusal('invalidValue', `${name} must name attributes`);
  const names = list.flatMap((one) => one.split(',')).map((one) => one.trim().toLowerCase());
  if (names.length > MOST_NAMES) throw new ScimRefusal('invalidValue', `${name} takes at most ${MOST_NAMES} names`);
  return names.filter((one) => one !== '');
}

function textIn(values: Sent, name: string): string | undefined {
  const value = values[name];
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value === 'string') return value;
  throw new ScimRefusal(name === 'filter' ? 'invalidFilter' : 'invalidValue', `${name} must be one text`);
}

function numberIn(values: Sent, name: string): number | undefined {
  const value = values[name];
  if (value === undefined || value === null || value === '') return undefined;
  const number = typeof value === 'string' && /^[+-]?\d{1,15}$/.test(value) ? Number(value) : value;
  if (!Number.isSafeInteger(number)) throw new ScimRefusal('invalidValue', `${name} must be a whole number`);
  return Math.min(number as number, LARGEST);
}

function isObject(value: unknown): value is Sent {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
