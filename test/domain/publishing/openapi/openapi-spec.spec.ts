import { describe, expect, it } from '@jest/globals';
import type { Caller, Role } from '#kernel/application/caller';
import type { ProcessedSpecification } from '#openapi';
import {
  MAX_SPECIFICATION_BYTES,
  readSource,
  validSlug,
} from '../../../../src/publishing/openapi/domain/openapi-source.js';
import {
  readsPrivateSpecs,
  requireContentReader,
  requireSpecRole,
} from '../../../../src/publishing/openapi/domain/openapi-spec.policy.js';
import { OpenAPISpec, PATIENCE_MS, type RunOutcome } from '../../../../src/publishing/openapi/domain/openapi-spec.js';

const NOW = new Date('2026-02-03T14:05:10.250Z');
const HOUR_MS = 3_600_000;
const URL_SOURCE = { url: 'https://example.com/openapi.yaml' };
const later = (ms: number): Date => new Date(NOW.getTime() + ms);

function made(contentHash = 'hash', faults: { message: string }[] = []): ProcessedSpecification {
  const info = { servers: [], security: [], digest: '' };
  return {
    format: 'json',
    specification: '{}',
    contentHash,
    faults,
    faultCount: faults.length,
    outline: { info, tags: [], operations: [], webhooks: [], models: [] },
    texts: [],
  };
}
const processed = (hash?: string, faults?: { message: string }[]): RunOutcome => ({
  kind: 'processed',
  result: made(hash, faults),
  text: '{}',
  validators: { etag: '"v1"' },
});
const refused: RunOutcome = { kind: 'refused', code: 'FETCH_ERROR', faults: [{ message: 'Gone' }], faultCount: 3 };

function created(source: { url: string } | { text: string } = URL_SOURCE): OpenAPISpec {
  return OpenAPISpec.create('org', 'pets', source, 'ada', NOW);
}
/** Has a run made, from its beginning to its end. */
function run(spec: OpenAPISpec, outcome: RunOutcome, now = NOW, random = 0.5): OpenAPISpec {
  expect(spec.finish(spec.begin(now) ?? '', outcome, now, random)).toBe(true);
  return spec;
}
const events = (spec: OpenAPISpec): string[] => spec.takeEvents().map(({ eventName }) => eventName);

describe('an OpenAPI specification', () => {
  it('waits to be processed at first, and for members alone', () => {
    expect(created().snapshot()).toMatchObject({
      processingState: 'pending',
      visibility: 'private',
      sourceUrl: URL_SOURCE.url,
      lastVersion: null,
      lastProcessedAt: null,
      nextRunAt: later(PATIENCE_MS),
    });
  });

  it('is in progress during a run, and complete with a version afterwards', () => {
    const spec = created();
    const begun = spec.begin(NOW) ?? '';
    expect(spec.snapshot()).toMatchObject({ processingState: 'progress', run: begun });
    expect(spec.finish(begun, processed(), later(1000), 0.5)).toBe(true);
    expect(spec.snapshot()).toMatchObject({
      processingState: 'complete',
      run: null,
      lastVersion: expect.any(String),
      lastHash: 'hash',
      lastProcessedAt: later(1000),
      updatedAt: later(1000),
      errorCode: null,
      faults: [],
    });
    expect(events(spec)).toEqual(['publishing.openapi-spec-updated']);
  });

  it('has another version only where its content is another', () => {
    const spec = run(created(), processed());
    const { lastVersion } = spec;
    spec.takeEvents();
    run(spec, processed(), later(1000));
    expect([spec.lastVersion, events(spec), spec.snapshot().updatedAt]).toEqual([lastVersion, [], NOW]);
    run(spec, processed('other'), later(2000));
    expect(spec.lastVersion).not.toBe(lastVersion);
    expect(events(spec)).toHaveLength(1);
  });

  it('keeps its version and tells the error where a run fails, until one does well', () => {
    const spec = run(created(), processed());
    const { lastVersion } = spec;
    run(spec, refused);
    const failed = { errorCode: 'FETCH_ERROR', faults: [{ message: 'Gone' }], faultCount: 3, lastVersion };
    expect(spec.snapshot()).toMatchObject({ ...failed, processingState: 'complete', validators: null });
    run(spec, processed('hash', [{ message: 'No title' }]));
    const noted = { errorCode: null, faults: [{ message: 'No title' }], faultCount: 1, lastVersion };
    expect(spec.snapshot()).toMatchObject(noted);
    run(spec, { kind: 'unchanged' }, later(1000));
    expect(spec.snapshot()).toMatchObject({ ...noted, lastProcessedAt: later(1000) });
  });

  it('heeds no run but the last that began', () => {
    const spec = created();
    const first = spec.begin(NOW) ?? '';
    const second = spec.begin(later(1)) ?? '';
    expect(spec.finish(first, processed('first'), NOW, 0.5)).toBe(false);
    expect(spec.finish(second, processed('second'), NOW, 0.5)).toBe(true);
    expect(spec.finish(second, processed('third'), NOW, 0.5)).toBe(false);
    expect(spec.snapshot().lastHash).toBe('second');
  });

  it('heeds no run of a source that was replaced', () => {
    const spec = created();
    const begun = spec.begin(NOW) ?? '';
    spec.replaceSource({ text: '{}' }, later(1000));
    expect(spec.snapshot()).toMatchObject({ processingState: 'pending', sourceUrl: null, updatedAt: later(1000) });
    expect(spec.finish(begun, processed(), NOW, 0.5)).toBe(false);
    expect(spec.lastVersion).toBeUndefined();
  });

  it('is read in full where it is put anew or its last run failed, else only where it changed', () => {
    const spec = run(created(), processed());
    expect(spec.validators).toEqual({ etag: '"v1"' });
    spec.replaceSource(URL_SOURCE, NOW);
    expect(spec.validators).toEqual({});
    expect(run(run(spec, processed()), refused).validators).toEqual({});
  });

  it('is fetched again after six hours, a bit more or less', () => {
    for (const [random, hours] of [
      [0, 5.4],
      [0.5, 6],
      [1, 6.6],
    ] as const) {
      const { nextRunAt } = run(created(), processed(), NOW, random).snapshot();
      expect(nextRunAt?.getTime()).toBeCloseTo(later(hours * HOUR_MS).getTime(), -1);
    }
    expect(run(created(), refused).snapshot().nextRunAt).toEqual(later(6 * HOUR_MS));
  });

  it('whose text was sent is processed once', () => {
    const spec = run(created({ text: '{}' }), processed());
    expect(spec.snapshot().nextRunAt).toBeNull();
    expect(spec.begin(NOW)).toBeUndefined();
  });

  it('is given up after three runs that did not end', () => {
    const spec = created();
    for (const time of [1, 2, 3]) expect([time, typeof spec.begin(NOW)]).toEqual([time, 'string']);
    expect(spec.begin(NOW)).toBeUndefined();
    expect(spec.snapshot()).toMatchObject({ processingState: 'complete', errorCode: 'PARSE_ERROR', attempts: 0 });
    spec.replaceSource(URL_SOURCE, NOW);
    expect(spec.begin(NOW)).toEqual(expect.any(String));
  });

  it('tells when others may read it, and when it is gone', () => {
    const spec = created();
    spec.show('private', NOW);
    expect(events(spec)).toEqual([]);
    spec.show('public', later(1));
    expect([spec.visibility, spec.snapshot().updatedAt, events(spec).length]).toEqual(['public', later(1), 1]);
    spec.delete();
    expect(events(spec)).toEqual(['publishing.openapi-spec-deleted']);
  });
});

describe('a source', () => {
  it('is an address or a text', () => {
    expect(readSource(URL_SOURCE)).toEqual(URL_SOURCE);
    expect(readSource({ text: 'openapi: 3.1.0' })).toEqual({ text: 'openapi: 3.1.0' });
    for (const wrong of [{}, { ...URL_SOURCE, text: 'a' }])
      expect(() => readSource(wrong)).toThrow('either url or text');
  });

  it('is at most 10 MB of text, however many characters those are', () => {
    const characters = Math.floor(MAX_SPECIFICATION_BYTES / 2);
    expect(() => readSource({ text: 'é'.repeat(characters) })).not.toThrow();
    expect(() => readSource({ text: 'é'.repeat(characters + 1) })).toThrow('source.text');
    expect(() => readSource({ text: '' })).toThrow('source.text');
  });

  it.each(['ftp://example.com', 'https://a:b@example.com', 'example.com', `https://example.com/${'a'.repeat(2048)}`])(
    'is not at %s',
    (url) => expect(() => readSource({ url })).toThrow('source.url'),
  );

  it('has a slug of letters, digits and single hyphens', () => {
    for (const slug of ['a', 'A1', 'pet-store-2', 'a'.repeat(100)]) expect(validSlug(slug)).toBe(slug);
    for (const slug of ['', '-a', 'a-', 'a--b', 'a_b', 'ä', 'a b', 'a\n', 'a'.repeat(101)])
      expect(() => validSlug(slug)).toThrow('slug');
  });
});

describe('who reads specifications', () => {
  const caller = (role?: Role | null, more: Partial<Caller> = {}): Caller => ({
    userId: 'ada',
    roles: new Map(role === undefined ? [] : [['org', role]]),
    teams: [],
    ...more,
  });
  const visitor = (organizationId: string): Caller =>
    caller(undefined, {
      visitor: { organizationId, siteId: 'site', spaces: [], since: new Map(), claims: { unsigned: {} } },
    });

  it('is a member with the role read; who changes them, one with the role create', () => {
    for (const role of ['read', 'edit', 'admin'] as const)
      expect(requireSpecRole(caller(role), 'org', 'read')).toBe(role);
    expect(() => requireSpecRole(caller(null), 'org', 'read')).toThrow('This needs the role read');
    expect(() => requireSpecRole(caller('edit'), 'org', 'create')).toThrow('This needs the role create');
    expect(requireSpecRole(caller('create'), 'org', 'create')).toBe('create');
    for (const other of [caller(), visitor('org')])
      expect(() => requireSpecRole(other, 'org', 'read')).toThrow('Organization not found');
  });

  it('is, for what they say, a visitor of a site of the organization as well', () => {
    expect(requireContentReader(visitor('org'), 'org')).toMatchObject({ siteId: 'site' });
    expect(requireContentReader(caller('read'), 'org')).toBeUndefined();
    expect(() => requireContentReader(visitor('other'), 'org')).toThrow('not found');
    expect(() => requireContentReader(caller(null), 'org')).toThrow('This needs the role read');
  });

  it('is no other user if they are private', () => {
    expect(readsPrivateSpecs(caller('read'), 'org')).toBe(true);
    expect(readsPrivateSpecs(caller('read', { scopes: ['openapi:read'] }), 'org')).toBe(true);
    for (const other of [
      undefined,
      caller(),
      caller(null),
      visitor('org'),
      caller('admin', { scopes: ['space:read'] }),
    ])
      expect(readsPrivateSpecs(other, 'org')).toBe(false);
  });
});
