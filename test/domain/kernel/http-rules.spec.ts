import { describe, expect, it } from '@jest/globals';
import { matches, stateOf, statesIn } from '#kernel/application/entity-tag';
import { recordTag } from '#kernel/interface/http/answers';
import { roleAtLeast, ROLES } from '#kernel/application/caller';
import { canonicalJson } from '#kernel/domain/canonical-json';
import { Invalid } from '#kernel/domain/errors';
import { versionTag } from '#kernel/domain/version-tag';
import { describeError } from '#kernel/interface/error.filter';

describe('If-None-Match', () => {
  it.each([
    ['"a"', '"a"', true],
    ['"b"', '"a"', false],
    ['"b" , "a"', '"a"', true],
    ['W/"a"', '"a"', true],
    ['"a"', 'W/"a"', true],
    ['*', '"a"', true],
    ['a', '"a"', false],
    ['', '"a"', false],
    [undefined, '"a"', false],
  ])('%s and the tag %s: %s', (header, tag, matching) => {
    expect(matches(header, tag)).toBe(matching);
  });
});

describe('If-Match', () => {
  it('names states of a record by strong tags, whatever follows the state in them, or any state by *', () => {
    expect(statesIn(' * ')).toBe('*');
    expect(statesIn(versionTag(3))).toEqual(['v3']);
    expect(statesIn(`"x" ,${versionTag(3, 'rev', 7)},"", W/${versionTag(4)},, "a,b",`)).toEqual(['x', 'v3', '', 'a,b']);
    expect(stateOf(versionTag(3, 'rev'))).toBe('v3');
  });

  it.each(['v3', '', '"a', '"a" b"', '"a";"b"', ',', '*, "a"', 'w/"a"', '"ä\n"'])(
    'is no list of tags: %j',
    (header) => {
      expect(() => statesIn(header)).toThrow(Invalid);
    },
  );
});

describe('the tag of a record', () => {
  const RECORD = { title: 'A', nested: { permissions: 1 }, permissions: {}, urls: {}, members: 3 };
  const states = (changes: object) => stateOf(recordTag(JSON.stringify({ ...RECORD, ...changes }), undefined));

  it('changes its state with its own members, but not with counts or embedded records', () => {
    for (const changes of [{ title: 'B' }, { nested: {} }, { more: true }])
      expect(states(changes)).not.toBe(states({}));
    for (const changes of [{ members: 4 }, { permissions: { edit: true } }, { urls: { app: 'x' } }])
      expect(states(changes)).toBe(states({}));
  });

  it('is another whenever the answer is', () => {
    const tags = [{}, { members: 4 }, { title: 'B' }].map((one) =>
      recordTag(JSON.stringify({ ...RECORD, ...one }), 'v1'),
    );
    expect(new Set(tags).size).toBe(3);
    expect(new Set(tags.map(stateOf))).toEqual(new Set(['v1']));
  });
});

describe('roles', () => {
  it('include the lower ones and no others; a guest has none', () => {
    for (const [index, role] of ROLES.entries()) {
      expect(ROLES.filter((wanted) => roleAtLeast(role, wanted))).toEqual(ROLES.slice(0, index + 1));
      expect(roleAtLeast(null, role)).toBe(false);
      expect(roleAtLeast(undefined, role)).toBe(false);
    }
  });
});

describe('canonical JSON', () => {
  it('is the same for equal values, in whatever order their members came', () => {
    expect(canonicalJson({ b: [1, { d: null, c: 'x' }], a: undefined, A: true })).toBe(
      '{"A":true,"b":[1,{"c":"x","d":null}]}',
    );
    expect(canonicalJson({ x: 1, y: 2 })).toBe(canonicalJson({ y: 2, x: 1 }));
    expect(canonicalJson([undefined, 1])).toBe('[null,1]');
    expect(canonicalJson(undefined)).toBe('null');
  });

  it.each([
    ['names that are numbers', { b: 1, 10: 'x', 9: 'y' }, '{"10":"x","9":"y","b":1}'],
    ['an inherited name', JSON.parse('{"b":{"__proto__":{"c":1}},"a":2}'), '{"a":2,"b":{"__proto__":{"c":1}}}'],
    ['an object that writes itself', { b: new Date(0), a: 1 }, '{"a":1,"b":{}}'],
    ['more names than few', Object.fromEntries([...'qwertyuiopasdf'].map((name) => [name, 0])), undefined],
  ])('has %s in the order of their code units', (_what, value: object, expected) => {
    const names = Object.keys(value).sort();
    const members = names.map((name) => `"${name}":${canonicalJson((value as Record<string, unknown>)[name])}`);
    expect(canonicalJson(value)).toBe(expected ?? `{${members.join(',')}}`);
    expect(canonicalJson([value])).toBe(`[${canonicalJson(value)}]`);
  });

  it('leaves what it writes as it is', () => {
    const value = { b: [{ d: 1, c: 2 }], a: undefined };
    canonicalJson(value);
    expect(Object.keys(value)).toEqual(['b', 'a']);
    expect(Object.keys(value.b[0] ?? {})).toEqual(['d', 'c']);
  });
});

describe('an unexpected error', () => {
  it('reveals nothing', () => {
    for (const error of [
      new Error('password is hunter2'),
      'text',
      { code: 'XX000' },
      new TypeError('x is undefined'),
    ]) {
      expect(describeError(error)).toEqual({ status: 500, message: 'Something went wrong on the server' });
    }
  });

  it.each([
    ['40001', 409],
    ['40P01', 409],
    ['23505', 409],
    ['57014', 503],
    ['57P01', 503],
    ['08006', 503],
    // PgBouncer, of a database that it can't reach.
    ['08P01', 503],
  ])('of the database with the code %s is answered with %d, in our words', (code, status) => {
    const described = describeError(Object.assign(new Error('duplicate key "secret_index"'), { code }));
    expect(described.status).toBe(status);
    expect(described.message).not.toContain('secret_index');
  });
});
