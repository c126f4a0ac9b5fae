import { describe, expect, it } from '@jest/globals';
import { Invalid } from '#kernel/domain/errors';
import { readVariables, requireFew } from '../../../../src/content/revisions/domain/content/variables.js';

const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`v${at}`, at]));

describe('variables', () => {
  it.each([
    [{ A_1: 'text', b: 1.5, c: false, d: null }],
    [{ ['a'.repeat(100)]: '😀'.repeat(256) }],
    [{ constructor: 'c', hasOwnProperty: 'own' }],
    [many(500)],
    [{}],
  ])('are names with their values: %j', (given) => {
    expect(readVariables(given)).toEqual(given);
  });

  it.each<[string, unknown, RegExp]>([
    ['nothing', null, /give names/],
    ['a text', 'a', /give names/],
    ['a list', [], /give names/],
    ['too many at a time', many(501), /at most 500 at a time/],
    ['an empty name', { '': 1 }, /a name has/],
    ['a name that begins with a digit', { '1a': 1 }, /a name has/],
    ['a name with a hyphen', { 'a-b': 1 }, /a name has/],
    ['too long a name', { ['a'.repeat(101)]: 1 }, /a name has/],
    ['too long a text', { a: 'x'.repeat(257) }, /a takes a text/],
    ['a text with the NUL character', { a: 'x\0' }, /a takes a text/],
    ['a number that is none', { a: Number.NaN }, /a takes a text/],
    ['a number without end', { a: Infinity }, /a takes a text/],
    ['an object', { a: {} }, /a takes a text/],
    ['a list as a value', { a: ['b'] }, /a takes a text/],
    ['what is left out', { a: undefined }, /a takes a text/],
  ])('refuse %s', (_, given, message) => {
    expect(() => readVariables(given)).toThrow(Invalid);
    expect(() => readVariables(given)).toThrow(message);
  });

  it('are at most 500 in all', () => {
    expect(() => requireFew(many(500))).not.toThrow();
    expect(() => requireFew(many(501))).toThrow('at most 500 in all');
  });
});
