import { describe, expect, it } from '@jest/globals';
import { extractIssues } from '#issue-extraction';

const SHORT = 12_500;
const FACTOR = 8;
/** Eight times the length takes eight times as long at most, on a busy machine several times that; 64 times where it is squared. */
const MOST_RATIO = 4 * FACTOR;
/** Too short to compare. */
const NOISE_MS = 10;

const SHAPES = [
  ...[
    'a',
    'a ',
    'How do I? ',
    'How do I export? ',
    '? ',
    '。',
    '如何',
    '吗？',
    'ne a ',
    'kann a ',
    'Hi Aa ',
    'mean',
    'an',
  ],
  ...['<b>', '<div>', '<blockquote>', '<p>How? ', '</p>', '<', '<a ', '<!--', '<script>', '<li>', '&', '&amp;'],
  ...['> ', '>', '\n', '- ', '[', '![', '](', '[a](', '**', '_', '_a ', '*a', '~~a', '`', '```\n', '|', '\\', '1. '],
  ...[
    'On a wrote:\n',
    'From: a\nSent: b\nTo: c\n',
    '--\n',
    'Best regards\n',
    'confidential\n',
    'Also, how do I do x?\n\n',
  ],
];

const filled = (piece: string, length: number): string =>
  piece.repeat(Math.ceil(length / piece.length)).slice(0, length);

/** Milliseconds of the fastest of a few. */
function fastest(body: string): number {
  let best = Infinity;
  for (let turn = 0; turn < 3; turn++) {
    const start = performance.now();
    extractIssues({ subject: body.slice(0, 512), parts: [{ type: 'message', role: 'user', body }] });
    best = Math.min(best, performance.now() - start);
  }
  return best;
}

describe('hostile conversations', () => {
  it.each(SHAPES)('take time in proportion to their length at most: %j', (piece) => {
    const short = fastest(filled(piece, SHORT));
    expect(fastest(filled(piece, SHORT * FACTOR))).toBeLessThan(Math.max(NOISE_MS, short) * MOST_RATIO);
  });

  it('are read behind a hundred thousand open elements', () => {
    const body = `${'<div><b>'.repeat(50_000)}How do I export a space?`;
    const issues = extractIssues({ parts: [{ type: 'message', role: 'user', body }] });
    expect(issues.map(({ title }) => title)).toEqual(['How do I export a space?']);
  });

  it('may say one sentence ten thousand times: it is one issue', () => {
    const body = 'How do I export a space to PDF?\n'.repeat(10_000);
    const issues = extractIssues({ parts: [{ type: 'message', role: 'user', body }] });
    expect(issues).toEqual([
      { title: 'How do I export a space to PDF?', summary: 'How do I export a space to PDF?', language: 'en' },
    ]);
  });

  it('may have ten thousand messages', () => {
    const parts = Array.from({ length: 10_000 }, (_, at) => ({
      type: 'message' as const,
      role: 'user' as const,
      body: `Why does export ${at} fail?`,
    }));
    expect(extractIssues({ parts }).length).toBeGreaterThan(0);
  });
});
