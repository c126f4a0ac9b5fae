import type { RetentionSetting } from '../../domain/growth.js';
import type { EnvironmentReader } from './environment-reader.js';

const MOST_DAYS = 36_500;
/** Imports and translations that are under way go on from revisions of this time. */
const LEAST_HISTORY_DAYS = 7;
const MOST_VERSIONS = 1_000_000;
const DAY_MS = 24 * 3_600_000;

/** How long what grows is kept: days, or undefined where it is kept for ever. */
export interface RetentionSettings {
  readonly deletedSpaceDays: number;
  /** Revisions that nothing needs, from when they were replaced. */
  readonly historyDays: number | undefined;
  /** The newest versions of each specification; undefined where all are kept. */
  readonly specVersions: number | undefined;
  /** The newest versions of each integration; undefined where all are kept. */
  readonly integrationVersions: number | undefined;
  readonly parkedJobDays: number | undefined;
  readonly eventDays: number | undefined;
  readonly insightDays: number | undefined;
  readonly printDays: number;
  readonly unusedFileDays: number | undefined;
  readonly auditDays: number | undefined;
}

const VALUES: Readonly<Record<RetentionSetting, keyof RetentionSettings>> = {
  QUIRE_KEEP_DELETED_SPACE_DAYS: 'deletedSpaceDays',
  QUIRE_KEEP_HISTORY_DAYS: 'historyDays',
  QUIRE_KEEP_SPEC_VERSIONS: 'specVersions',
  QUIRE_KEEP_INTEGRATION_VERSIONS: 'integrationVersions',
  QUIRE_KEEP_PARKED_JOB_DAYS: 'parkedJobDays',
  QUIRE_KEEP_EVENT_DAYS: 'eventDays',
  QUIRE_KEEP_INSIGHT_DAYS: 'insightDays',
  QUIRE_KEEP_PRINT_DAYS: 'printDays',
  QUIRE_KEEP_UNUSED_FILE_DAYS: 'unusedFileDays',
  QUIRE_KEEP_AUDIT_DAYS: 'auditDays',
};

/** The value of a setting; undefined where everything is kept. */
export const keptBy = (keep: RetentionSettings, setting: RetentionSetting): number | undefined => keep[VALUES[setting]];

/** 0 is refused: it could mean that nothing is kept as well as that everything is. */
export function retentionSettings(read: EnvironmentReader): RetentionSettings {
  const days = (name: RetentionSetting, least = 1): number | undefined =>
    read.text(name) === 'forever' ? undefined : read.integer(name, least, MOST_DAYS, ', or `forever`');
  const versions = (name: RetentionSetting): number | undefined =>
    read.text(name) === 'all' ? undefined : read.integer(name, 1, MOST_VERSIONS, ', or `all`');
  return {
    deletedSpaceDays: read.integer('QUIRE_KEEP_DELETED_SPACE_DAYS', 1, MOST_DAYS),
    historyDays: days('QUIRE_KEEP_HISTORY_DAYS', LEAST_HISTORY_DAYS),
    specVersions: versions('QUIRE_KEEP_SPEC_VERSIONS'),
    integrationVersions: versions('QUIRE_KEEP_INTEGRATION_VERSIONS'),
    parkedJobDays: days('QUIRE_KEEP_PARKED_JOB_DAYS'),
    eventDays: days('QUIRE_KEEP_EVENT_DAYS'),
    insightDays: days('QUIRE_KEEP_INSIGHT_DAYS'),
    printDays: read.integer('QUIRE_KEEP_PRINT_DAYS', 1, MOST_DAYS),
    unusedFileDays: days('QUIRE_KEEP_UNUSED_FILE_DAYS'),
    auditDays: days('QUIRE_KEEP_AUDIT_DAYS'),
  };
}

/** The moment before which nothing is kept; undefined where everything is. */
export function keptSince(days: number, now: Date): Date;
export function keptSince(days: number | undefined, now: Date): Date | undefined;
export function keptSince(days: number | undefined, now: Date): Date | undefined {
  return days === undefined ? undefined : new Date(now.getTime() - days * DAY_MS);
}
