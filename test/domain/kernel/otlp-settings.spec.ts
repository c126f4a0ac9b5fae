import { inspect } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { readSettings, SettingsInvalid } from '#kernel/infrastructure/settings';

const ENDPOINT = { QUIRE_OTLP_ENDPOINT: 'http://collector:4318/' };

function problemsOf(env: Record<string, string>): readonly string[] {
  try {
    readSettings(env);
  } catch (error) {
    if (error instanceof SettingsInvalid) return error.problems;
    throw error;
  }
  return [];
}

describe('the settings of what is exported', () => {
  it('export nothing without a collector', () => {
    expect(readSettings({}).otlp).toBeUndefined();
    expect(readSettings({ QUIRE_OTLP_SIGNALS: 'traces', QUIRE_TRACE_RATIO: '1' }).otlp).toBeUndefined();
  });

  it('take a collector, percent-encoded headers, signals, a ratio and gateways', () => {
    const { otlp } = readSettings({
      ...ENDPOINT,
      QUIRE_OTLP_HEADERS: 'Authorization=Bearer%20one%2Ctwo, x-tenant=a=b',
      QUIRE_OTLP_SIGNALS: 'Traces, logs',
      QUIRE_TRACE_RATIO: '0.25',
      QUIRE_TRACES_PER_SECOND: '100',
      QUIRE_TRACE_PARENTS: '10.0.0.0/8, 2001:db8::1',
    });
    expect(otlp).toMatchObject({
      endpoint: 'http://collector:4318',
      headers: { authorization: 'Bearer one,two', 'x-tenant': 'a=b' },
      signals: new Set(['traces', 'logs']),
      ratio: 0.25,
      tracesPerSecond: 100,
    });
    expect(otlp?.parents.check('10.1.2.3')).toBe(true);
    expect(otlp?.parents.check('::ffff:10.1.2.3', 'ipv6')).toBe(true);
    expect(otlp?.parents.check('2001:db8::1', 'ipv6')).toBe(true);
    expect(otlp?.parents.check('11.0.0.1')).toBe(false);
    expect(readSettings(ENDPOINT).otlp).toMatchObject({
      ratio: 0.05,
      tracesPerSecond: 2,
      signals: new Set(['traces', 'metrics']),
    });
  });

  it('show no headers', () => {
    const settings = readSettings({ ...ENDPOINT, QUIRE_OTLP_HEADERS: 'x-key=hushhush' });
    expect(`${JSON.stringify(settings)} ${inspect(settings)}`).not.toContain('hushhush');
    expect(problemsOf({ ...ENDPOINT, QUIRE_OTLP_HEADERS: 'x key=hushhush' })).toEqual([
      'QUIRE_OTLP_HEADERS has a value that is not headers as name=value, separated by commas',
    ]);
  });

  it.each([
    [{ QUIRE_OTLP_ENDPOINT: 'collector:4317' }, /^QUIRE_OTLP_ENDPOINT is .* a URL that starts with http/],
    [{ QUIRE_OTLP_ENDPOINT: 'http://user:pass@collector' }, /^QUIRE_OTLP_ENDPOINT takes an address only/],
    [{ QUIRE_OTLP_HEADERS: 'a=b' }, /^QUIRE_OTLP_ENDPOINT must be set when QUIRE_OTLP_HEADERS/],
    [{ ...ENDPOINT, QUIRE_OTLP_HEADERS: 'a=%zz' }, /^QUIRE_OTLP_HEADERS has a value that is not percent-encoded/],
    [{ ...ENDPOINT, QUIRE_OTLP_HEADERS: 'a=%0D%0Ab' }, /^QUIRE_OTLP_HEADERS has a value with other characters/],
    [{ QUIRE_OTLP_SIGNALS: 'spans' }, /^QUIRE_OTLP_SIGNALS holds "spans"; allowed are traces, metrics, logs/],
    [{ QUIRE_TRACE_RATIO: '1.5' }, /^QUIRE_TRACE_RATIO is "1.5", which is not a number from 0 to 1/],
    [{ QUIRE_TRACE_RATIO: '-1' }, /^QUIRE_TRACE_RATIO is/],
    [{ QUIRE_TRACES_PER_SECOND: '0' }, /^QUIRE_TRACES_PER_SECOND is "0", .* from 1 to 10000/],
    [{ ...ENDPOINT, QUIRE_TRACE_PARENTS: '0.0.0.0/0' }, /^QUIRE_TRACE_PARENTS holds "0.0.0.0\/0"/],
  ])('refuse %j in one line', (env, said) => {
    const problems = problemsOf(env as Record<string, string>);
    expect(problems).toEqual([expect.stringMatching(said)]);
  });
});
