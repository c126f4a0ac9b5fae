import { Invalid } from '#kernel/domain/errors';
import type { InsightColumn } from './columns.js';
import {
  AD_PLACEMENTS,
  LINK_POSITIONS,
  LLMS_VARIANTS,
  MARKDOWN_SOURCES,
  TRADEMARK_PLACEMENTS,
  readTarget,
  TARGET_KINDS,
} from './event-details.js';
import { CONTEXTS, EVENT_TYPES, queryOf, RATINGS } from './site-event.js';
import { wellFormed } from './told-members.js';
import { BOTS, BROWSERS, DEVICES, SYSTEMS } from './user-agents.js';

/** A value that is compared with stored ones; an object is compared as JSON. */
export type FilterValue = string | number | boolean | object | null;

/** The possible values of columns that have only a few. */
const ENUMERATED: Readonly<Partial<Record<InsightColumn, readonly string[]>>> = {
  eventType: EVENT_TYPES,
  displayContext: CONTEXTS,
  visitorDevice: DEVICES,
  visitorBrowser: BROWSERS,
  visitorOS: SYSTEMS,
  visitorBot: BOTS,
  eventLinkTargetKind: TARGET_KINDS,
  eventLinkPosition: LINK_POSITIONS,
  eventLLMSVariant: LLMS_VARIANTS,
  eventMarkdownSource: MARKDOWN_SOURCES,
  eventPageNotFoundType: ['conditional'],
  eventAdPlacement: AD_PLACEMENTS,
  eventTrademarkPlacement: TRADEMARK_PLACEMENTS,
};

/** Columns in which null selects events without a value. In other columns, a missing free text is empty. */
const NULLABLE: ReadonlySet<InsightColumn> = new Set<InsightColumn>([
  'siteSection',
  'siteSpace',
  'siteShareKey',
  'page',
  'visitorAuthenticated',
  'visitorGeoCountry',
  'visitorGeoPoint',
  'visitorBot',
  'visitorLanguage',
  'eventLinkTargetDomain',
  'eventAPIOperationPath',
  'eventAPIOperationMethod',
  'eventLLMSVariant',
  'eventMarkdownSource',
  'eventPageNotFoundType',
  'eventSearchResultRecordId',
]);

/** Columns with numbers that can be compared, with their least and greatest value. */
const NUMBERS: Readonly<Partial<Record<InsightColumn, readonly [number, number]>>> = {
  eventsCount: [0, Number.MAX_SAFE_INTEGER],
  sessionsCount: [0, Number.MAX_SAFE_INTEGER],
  visitorsCount: [0, Number.MAX_SAFE_INTEGER],
  dayOfWeek: [1, 7],
  hourOfDay: [0, 23],
};

/** Whether the column can be compared by order, and not only for equality. */
export function isCompared(column: InsightColumn): boolean {
  return column === 'datetime' || NUMBERS[column] !== undefined;
}

/** A filter's value in its stored form; throws Invalid, with `where` in the message. */
export function filterValue(column: InsightColumn, value: unknown, where: string): FilterValue {
  const read = value === null && NULLABLE.has(column) ? null : readValue(column, value);
  if (read === undefined) throw new Invalid(`${where}.values holds what is no value of ${column}`);
  return read;
}

function readValue(column: InsightColumn, value: unknown): FilterValue | undefined {
  const range = NUMBERS[column];
  if (range) return isWithin(value, range) ? value : undefined;
  const choices = ENUMERATED[column];
  if (choices) return choices.find((choice) => choice === value);
  const text = typeof value === 'string' ? wellFormed(value) : undefined;
  switch (column) {
    case 'datetime':
      return dateOf(value)?.toISOString();
    case 'visitorAuthenticated':
      return typeof value === 'boolean' ? value : undefined;
    case 'eventPageFeedbackRating':
      return Object.entries(RATINGS).find(([name]) => name === value)?.[1];
    case 'eventAskResponseRating':
      return [1, -1].find((rating) => rating === value);
    case 'eventSearchQuery':
      return text === undefined ? undefined : (queryOf(text) ?? '');
    case 'visitorLanguage':
      return text?.toLowerCase();
    case 'eventAPIOperationMethod':
      return text?.toUpperCase();
    case 'page':
      return pointerOf(value);
    case 'eventLinkTargetValue':
      return readTarget(value);
    case 'visitorGeoPoint':
      return pointOf(value);
    default:
      return text;
  }
}

function isWithin(value: unknown, [least, most]: readonly [number, number]): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= least && value <= most;
}

/** Reads a page, in the form in which events are grouped by it. */
function pointerOf(value: unknown): { page: string | null; space: string } | undefined {
  const { page, space } = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  if (typeof space !== 'string' || (typeof page !== 'string' && page !== null)) return undefined;
  return { page: page && wellFormed(page), space: wellFormed(space) };
}

function pointOf(value: unknown): object | undefined {
  const { latitude, longitude, h3 } = (typeof value === 'object' && value !== null ? value : {}) as Record<
    string,
    unknown
  >;
  if (typeof latitude !== 'number' || typeof longitude !== 'number' || typeof h3 !== 'string') return undefined;
  return { latitude, longitude, h3: wellFormed(h3) };
}

/** A time as clients send it. */
export function dateOf(value: unknown): Date | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d(T|$)/.test(value)) return undefined;
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? undefined : date;
}
