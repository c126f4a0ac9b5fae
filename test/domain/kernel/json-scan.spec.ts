import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { faultOfJson, type JsonLimits } from '#kernel/interface/bodies/json-scan';

const PLENTY: JsonLimits = { members: 1e6, items: 1e6, shapes: 1e6 };
const fault = (text: string, limits: Partial<JsonLimits> = {}) =>
  faultOfJson(Buffer.from(text), { ...PLENTY, ...limits });

/** Counts members and items of a JSON value. */
function count(value: unknown): { members: number; items: number } {
  const counted = { members: 0, items: 0 };
  const visit = (one: unknown): void => {
    if (Array.isArray(one)) counted.items += Math.max(1, one.length);
    else if (typeof one === 'object' && one !== null) counted.members += Object.keys(one).length;
    if (typeof one === 'object' && one !== null) Object.values(one).forEach(visit);
  };
  visit(value);
  return counted;
}

/** JSON of a value in which most characters of strings are escaped, with digits of either case. */
function escaped(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(escaped).join()}]`;
  if (typeof value === 'object' && value !== null)
    return `{${Object.entries(value)
      .map(([name, member]) => `${escaped(name)}:${escaped(member)}`)
      .join()}}`;
  if (typeof value !== 'string') return JSON.stringify(value);
  const unitOf = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  const written = [...value].map((character, at) => {
    const units = character.split('').map(unitOf).join('');
    return [units, JSON.stringify(character).slice(1, -1), units.toUpperCase().replaceAll('U', 'u')][at % 3];
  });
  return `"${written.join('')}"`;
}

describe('the size of a JSON text', () => {
  it('is counted correctly, whatever its strings contain', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
        const text = JSON.stringify(value);
        if (/\\u(0000|d[89a-f])/.test(text)) return;
        const { members, items } = count(JSON.parse(text));
        for (const each of [text, escaped(value)]) {
          expect(count(JSON.parse(each))).toEqual({ members, items });
          expect(fault(each, { members, items })).toBeUndefined();
          if (members > 0) expect(fault(each, { members: members - 1 })).toContain('members');
          if (items > 0) expect(fault(each, { items: items - 1 })).toContain('items');
        }
      }),
      {
        seed: 7,
        numRuns: 250,
        examples: [
          [{ 'a":{"b': ['"', '\\', '\\"', ',:{}[]'] }],
          [{ a: '\\'.repeat(99), b: 1 }],
          [{ '\u{1f600}': ['\u{1f600}', 'x\u{1f600}'], b: [[]] }],
        ],
      },
    );
  });

  it('is bounded in depth', () => {
    expect(fault('['.repeat(200) + ']'.repeat(200))).toBeUndefined();
    expect(fault('{"a":'.repeat(201))).toBe('The body is nested more than 200 levels deep');
    expect(fault(']'.repeat(1000) + '{}'.repeat(1000))).toBeUndefined();
  });

  const objects = (amount: number, name: (index: number) => string) =>
    `[${Array.from({ length: amount }, (_, index) => `{"${name(index)}":1,"b":2}`).join()}]`;

  it('is bounded in members that no other object has, however the names are written', () => {
    expect(
      fault(
        objects(1000, () => 'same'),
        { shapes: 100 },
      ),
    ).toBeUndefined();
    expect(
      fault(
        objects(1000, (index) => `k${index}`),
        { shapes: 100 },
      ),
    ).toBe('The body has more than 100 different members');
    expect(
      fault(
        objects(1000, (index) => `a long name that ends with ${index}`),
        { shapes: 100 },
      ),
    ).toContain('different');
    expect(
      fault(
        objects(1000, (index) => `\\"${index}`),
        { shapes: 100 },
      ),
    ).toContain('different');
    expect(
      fault(
        objects(50, (index) => `k${index}`),
        { shapes: 100 },
      ),
    ).toBeUndefined();
  });

  it('counts the members of each text anew, however often one comes', () => {
    const texts = [
      objects(40, (index) => `k${index}`),
      objects(60, (index) => `k${index}`),
      objects(40, (index) => `other${index}`),
    ];
    for (let time = 0; time < 3; time++) {
      const faults = texts.map((text) => fault(text, { shapes: 100 }));
      expect(faults).toEqual([undefined, 'The body has more than 100 different members', undefined]);
    }
  });

  it('counts the order of members as well, for each order is another shape', () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f'];
    const orders = Array.from({ length: 200 }, (_, index) =>
      Object.fromEntries(names.map((name, at) => [names[(at * 5 + index * 7 + (index >> at)) % 6] ?? name, 1])),
    );
    expect(fault(JSON.stringify(orders), { shapes: 8 })).toContain('different');
  });
});

it('is looked through once, however quotes and escapes lie in it', () => {
  const long = 'x'.repeat(2000);
  for (const piece of [`${long}\n`, `${long}"`, '\\', `"${long}\\"`]) {
    const bytes = Buffer.from(JSON.stringify([piece.repeat(200), piece.repeat(200)]));
    let walked = 0;
    const indexOf = bytes.indexOf.bind(bytes);
    bytes.indexOf = (byte, at) => {
      const found = indexOf(byte as number, at as number);
      walked += (found === -1 ? bytes.length : found) - Number(at);
      return found;
    };
    expect(faultOfJson(bytes, PLENTY)).toBeUndefined();
    // Once for the quotes, once for the backslashes.
    expect(walked).toBeLessThan(3 * bytes.length);
  }
});

describe('text that can not be stored', () => {
  const NUL = 'The body contains the NUL character';
  const LONE = 'The body contains half of a surrogate pair, which is no character';

  it.each([
    ['{"a":"\\u0000"}', NUL],
    ['{"a\\u0000":1}', NUL],
    ['{"a":"\\\\u0000"}', undefined],
    ['{"a":"\\\\\\u0000"}', NUL],
    ['["\\ud800"]', LONE],
    ['["\\uD83d\\uDe00"]', undefined],
    ['["\\ud83d\\ud83d\\ude00"]', LONE],
    ['["\\ud83dx"]', LONE],
    ['["\\ude00"]', LONE],
    ['["\\ude00\\ud83d"]', LONE],
    ['{"\\udfff":1}', LONE],
    ['["\\\\ud800"]', undefined],
    [`["${'x'.repeat(100)}\\ud800"]`, LONE],
    [`["${'x'.repeat(100)}\\n${'y'.repeat(100)}\\ud83d\\ude00${'z'.repeat(100)}"]`, undefined],
    ['["\\ud8', undefined],
    ['["\\', undefined],
    ['"', undefined],
  ])('%s: %s', (text, expected) => {
    expect(fault(text)).toBe(expected);
  });

  it('is found wherever it is', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary', maxLength: 80 }), { maxLength: 5 }), (texts) => {
        // In JSON, only unpaired surrogates are escaped as single code units.
        const isFit = texts.every((text) => !/[\0]|\p{Surrogate}/u.test(text));
        expect(fault(JSON.stringify(texts)) === undefined).toBe(isFit);
      }),
      { seed: 7, numRuns: 500 },
    );
  });
});
