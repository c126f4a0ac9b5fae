import { describe, expect, it } from '@jest/globals';
import { mask } from '#masking';

const SHORT = 12_500;
const FACTOR = 8;
/** Eight times the length takes eight times as long, on a busy machine several times that; 64 times where it is squared. */
const MOST_RATIO = 4 * FACTOR;
/** Too short to compare. */
const NOISE_MS = 10;

const SHAPES = [
  ...['1', '1 ', '1-', '1.', '+', '+1', '(1', '01 ', '00', '１', '４１１１ ', '٤', '4111 1111 1111 1111 ', 'DE89 '],
  ...['@', 'a@', 'a@b.', 'a@b.cc ', '(at)', 'a (at) ', '( dot )', 'x1@y.co,', '中@', '中', 'Ä', 'a.', 'a-', '.@.'],
  ...[
    'eyJ',
    'eyJaaaaaa',
    'eyJ.',
    'AKIA',
    'SG.',
    'SG.aaaaaaaaaaaaaaaa',
    'Aa1',
    'aA1bB2+',
    'sk-',
    'sk-a',
    'xox',
    '=',
    '/',
  ],
  ...[
    '-----BEGIN PRIVATE KEY-----',
    '-----BEGIN PRIVATE KEY-----\nA<br>',
    'bearer ',
    'bearer a',
    '://',
    '://a',
    'a@a:',
  ],
  ...[
    'Authorization: ',
    'Authorization: a a="b", ',
    'Cookie: a=b; ',
    'Cookie: ',
    '"a',
    '"@',
    ' AT a DOT ',
    'a AT a',
    '@[',
  ],
  ...['curl -u a:', ' -u a:b', 'curl ', '--password ', '://a:b/@', '://a:#', '://:@', 'a://:a@', 'x_KEY=', '_key='],
  ...['4111_', '4111\n', '4111<td>', '4111 <td> ', '<td>4111</td>', '3782_822463_', '| 4111 ', '|', 'call 555-'],
  ...['password\n', 'password:\n', 'password:<br>', '<td>password</td>', '| password ', 'password | a | ', 'pw was '],
  ...['password a1b2c3 ', 'password a!', 'pass ', 'password: x and '],
  ...['password', 'password:', 'password=', 'password="', 'password: a ', 'secret ', 'tel: ', 'token is ', '[secret]'],
  ...[
    '&',
    '&#',
    '&#64;',
    '%40',
    '%',
    '\\',
    '<',
    '<b',
    '<b ',
    '<b>',
    '</b>a',
    '<!--',
    '**',
    'data:',
    'data:a/b;base64,',
  ],
];

const filled = (piece: string, length: number): string =>
  piece.repeat(Math.ceil(length / piece.length)).slice(0, length);

/** Milliseconds of the fastest of a few. */
function fastest(text: string): number {
  let best = Infinity;
  for (let turn = 0; turn < 3; turn++) {
    const start = performance.now();
    mask(text);
    best = Math.min(best, performance.now() - start);
  }
  return best;
}

describe('hostile texts', () => {
  it.each(SHAPES)('take time in proportion to their length: %j', (piece) => {
    const short = fastest(filled(piece, SHORT));
    const long = fastest(filled(piece, SHORT * FACTOR));
    expect(long).toBeLessThan(Math.max(NOISE_MS, short) * MOST_RATIO);
  });

  it('are masked as any other', () => {
    const text = `${'a@b.cc '.repeat(10_000)} jane@example.com ${filled('(', 100_000)}4111 1111 1111 1111`;
    const masked = mask(text);
    expect(/[@4]/.test(masked)).toBe(false);
    expect(masked.endsWith('([card]')).toBe(true);
  });
});
