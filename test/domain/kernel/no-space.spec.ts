import { describe, expect, it } from '@jest/globals';
import { isNoSpace } from '#kernel/application/no-space';

const failed = (code: string, cause?: unknown): Error => Object.assign(new Error(code, { cause }), { code });

describe('an error', () => {
  it.each([failed('53100'), failed('ENOSPC'), failed('EDQUOT'), new Error('x', { cause: failed('ENOSPC') })])(
    'says that there is no space left: %s',
    (error) => {
      expect(isNoSpace(error)).toBe(true);
    },
  );

  it('does not say so when it is another, none, or its own cause', () => {
    const circular = failed('XX000');
    circular.cause = circular;
    for (const error of [
      failed('53300'),
      failed('EACCES'),
      new Error('no space left'),
      circular,
      undefined,
      null,
      'ENOSPC',
    ])
      expect(isNoSpace(error)).toBe(false);
  });
});
