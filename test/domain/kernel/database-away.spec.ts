import { describe, expect, it } from '@jest/globals';
import { isDatabaseAway } from '#kernel/application/database-away';

const failed = (message: string, code?: string): Error => Object.assign(new Error(message), { code });

describe('an error of the database', () => {
  it.each([
    failed('connect ECONNREFUSED 127.0.0.1:5432', 'ECONNREFUSED'),
    failed('the database system is starting up', '57P03'),
    failed('connection to the remote node quire@10.0.0.2:5432 failed', '08006'),
    failed('server conn crashed?', '08P01'),
    failed('Connection terminated unexpectedly'),
    // As the coordinator of a distributed database passes it on from a node.
    failed('terminating connection due to unexpected postmaster exit', 'XX000'),
  ])('says that it is away: %s', (error) => {
    expect(isDatabaseAway(error)).toBe(true);
  });

  it.each([
    failed('duplicate key value violates unique constraint', '23505'),
    failed('deadlock detected', '40P01'),
    failed('could not create distributed plan', '0A000'),
  ])('does not say so: %s', (error) => {
    expect(isDatabaseAway(error)).toBe(false);
    expect(isDatabaseAway(undefined)).toBe(false);
  });
});
