import { describe, expect, it } from '@jest/globals';
import { TooManyRequests } from '#kernel/domain/errors';
import { CarriedOrigin } from '#kernel/infrastructure/requests/carried-origin';
import { Argon2Hashing } from '../../../../src/organization/sign-in/infrastructure/password/argon2-hashing.js';

describe('hashes of passwords', () => {
  const origin = new CarriedOrigin();
  const hashing = new Argon2Hashing(origin);
  const from = (address: string) =>
    origin.during({ address, requestId: address, source: 'ui' }, () => hashing.hash('x'));

  const outcomes = async (all: Promise<string>[]) =>
    (await Promise.allSettled(all)).map((each) => (each.status === 'fulfilled' ? 'hashed' : (each.reason as unknown)));

  const refusals = (found: unknown[]) => found.filter((each) => each instanceof TooManyRequests).length;

  it('are computed a few at a time, and an address with many does not block others', async () => {
    const flood = Array.from({ length: 80 }, () => from('192.0.2.1'));
    const other = from('192.0.2.2');
    expect(await other).toMatch(/^\$argon2id\$/);
    const found = await outcomes(flood);
    expect(refusals(found)).toBe(18);
    expect(found.filter((each) => each === 'hashed')).toHaveLength(62);
    expect(await from('192.0.2.1')).toMatch(/^\$argon2id\$/);
  }, 240_000);
});
