import { describe, expect, it } from '@jest/globals';
import { matches } from '#kernel/application/entity-tag';
import { roleAtLeast, ROLES } from '#kernel/application/caller';
import { canonicalJson } from '#kernel/domain/canonical-json';
import { PreconditionFailed } from '#kernel/domain/errors';
import { requireVersion, versionTag } from '#kernel/domain/version-tag';
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
  it('lets through the version that is stored, whatever else its tag says', () => {
    for (const header of [undefined, '*', versionTag(3), versionTag(3, 'rev', 7), `"x", ${versionTag(3, 'a')}`]) {
      expect(() => requireVersion(header, 3)).not.toThrow();
    }
  });

  it.each([versionTag(2), versionTag(33), 'v3', '', '"3"'])('refuses %s for version 3', (header) => {
    expect(() => requireVersion(header, 3)).toThrow(PreconditionFailed);
  });
});

describe('roles', () => {
  it('reach those below them and no other; a guest reaches none', () => {
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
  });
});

describe('an error nobody foresaw', () => {
  it('tells nothing of itself', () => {
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
  ])('of the database with the code %s is answered with %d, in our words', (code, status) => {
    const described = describeError(Object.assign(new Error('duplicate key "secret_index"'), { code }));
    expect(described.status).toBe(status);
    expect(described.message).not.toContain('secret_index');
  });
});
