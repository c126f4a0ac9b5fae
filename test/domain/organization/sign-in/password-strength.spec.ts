import { beforeAll, describe, expect, it } from '@jest/globals';
import { openEstimate, type Estimate } from '../../../../src/organization/sign-in/infrastructure/password/estimate.js';

const LENGTH = 1_024;
const ROUNDS = 10;
/** Limit relative to an ordinary password. Before the bound, a password of signs took 70 times as long. */
const MOST_TIMES = 10;
/** An absolute minimum for the limit, because the clock measures in steps. */
const LEAST_MS = 15;

const WORDS = ['quire', 'Ada', 'Lovelace', 'ada@example.com'];
const ORDINARY = ['correct horse battery 47', 'Tr0ub4dour&3xyz', 'violet Kettle 93 umbrella'];

function random(alphabet: string): string {
  let state = 12_345;
  const next = () => (state = (state * 1_103_515_245 + 12_345) & 0x7fffffff) >> 8;
  return Array.from({ length: LENGTH }, () => alphabet[next() % alphabet.length]).join('');
}

const repeated = (text: string): string => text.repeat(Math.ceil(LENGTH / text.length)).slice(0, LENGTH);

const SHAPES: [string, string][] = [
  ['at random', random('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!$%&')],
  ['one letter', repeated('a')],
  ['one digit', repeated('1')],
  ['digits', random('0123456789')],
  ['common words', repeated('passwordletmeindragonmonkey')],
  ['signs for letters', repeated('p4$$w0rd!1@3|7{([<+%')],
  ['signs for letters at random', random('4@8({[<369#!|105$7+%2xX/')],
  ['signs of several letters', repeated('1!|1!|7')],
  ['several signs for a letter', repeated('|_|\\/\\/|\\|()')],
  ['dates', repeated('01/02/1999')],
  ['what may be many dates', repeated('1.1.11.1.11.1.11')],
  ['a walk on the keyboard', repeated('qwertyuiop[]asdfghjkl')],
  ['the alphabet', repeated('abcdefghijklmnopqrstuvwxyz')],
  ['repetitions of repetitions', repeated('abcabcabd')],
  ['separators', repeated('a.b-c d_e,f;')],
  ['letters of other scripts', repeated('é漢🙂')],
  ['the owner', repeated('ada@example.com')],
];

describe('the strength of a password', () => {
  let estimate: Estimate;
  beforeAll(async () => {
    estimate = await openEstimate();
  });

  /** Processor time of one estimate, the minimum of several, so that a busy machine does not matter. */
  function cost(password: string): number {
    const times = Array.from({ length: ROUNDS }, () => {
      const before = process.cpuUsage();
      estimate(password, WORDS);
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1_000;
    });
    return Math.min(...times);
  }

  it('takes about as long for a hostile one as for an ordinary one', () => {
    const ordinary = Math.max(...ORDINARY.map(cost));
    const costs = SHAPES.map(([shape, password]) => ({ shape, ms: cost(password) }));
    const limit = Math.max(LEAST_MS, ordinary * MOST_TIMES);
    expect(costs.filter(({ ms }) => ms > limit)).toEqual([]);
  });

  it.each(['password123', 'p4$$w0rd', 'P@ssw0rd!', 'qwertyuiop', '11111111', '01/02/1999', 'adalovelace', 'abcdefgh'])(
    'finds %s weak',
    (password) => {
      expect(estimate(password, WORDS)).toBeLessThan(1_000_000);
    },
  );

  it.each(ORDINARY)('finds %s strong', (password) => {
    expect(estimate(password, WORDS)).toBeGreaterThan(1_000_000);
  });
});
