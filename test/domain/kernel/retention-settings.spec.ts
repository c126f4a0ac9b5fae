import { describe, expect, it } from '@jest/globals';
import { keptSince } from '#kernel/infrastructure/environment/retention';
import { readSettings } from '#kernel/infrastructure/settings';

describe('the settings of retention', () => {
  it('have defaults that bound everything but what people write', () => {
    expect(readSettings({}).keep).toEqual({
      deletedSpaceDays: 7,
      historyDays: undefined,
      specVersions: 100,
      integrationVersions: 20,
      parkedJobDays: 90,
      eventDays: 30,
      insightDays: 400,
      printDays: 2,
      unusedFileDays: 30,
      auditDays: 400,
    });
  });

  it('keep for ever where they say so', () => {
    const { keep } = readSettings({
      QUIRE_KEEP_SPEC_VERSIONS: 'all',
      QUIRE_KEEP_INSIGHT_DAYS: 'forever',
      QUIRE_KEEP_AUDIT_DAYS: ' 3650 ',
    });
    expect(keep).toMatchObject({ specVersions: undefined, insightDays: undefined, auditDays: 3650 });
    expect(keptSince(undefined, new Date())).toBeUndefined();
    expect(keptSince(2, new Date('2030-01-03T00:00:00Z'))).toEqual(new Date('2030-01-01T00:00:00Z'));
  });

  it.each([
    ['QUIRE_KEEP_AUDIT_DAYS', '0', /from 1 to 36500, or `forever`/],
    ['QUIRE_KEEP_HISTORY_DAYS', '0', /from 7 to 36500, or `forever`/],
    ['QUIRE_KEEP_HISTORY_DAYS', '6', /from 7 to 36500/],
    ['QUIRE_KEEP_EVENT_DAYS', '-1', /from 1 to 36500/],
    ['QUIRE_KEEP_PRINT_DAYS', 'forever', /from 1 to 36500$/],
    ['QUIRE_KEEP_DELETED_SPACE_DAYS', 'forever', /from 1 to 36500$/],
    ['QUIRE_KEEP_SPEC_VERSIONS', '0', /or `all`/],
    ['QUIRE_KEEP_INTEGRATION_VERSIONS', '0', /or `all`/],
  ] as const)('refuse %s=%s, which could mean nothing or everything, or cannot be', (name, value, reason) => {
    expect(() => readSettings({ [name]: value })).toThrow(reason);
  });
});
