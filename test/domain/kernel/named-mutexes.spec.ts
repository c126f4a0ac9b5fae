import { describe, expect, it } from '@jest/globals';
import { NamedMutexes } from '#kernel/infrastructure/database/named-mutexes';

describe('a mutex of a name', () => {
  it('is not waited for for ever', async () => {
    const turns = new NamedMutexes(20);
    const [hanging, next] = [turns.take('one'), turns.take('one')];
    await next.begun;
    const last = turns.take('one');
    const first = await Promise.race([last.begun.then(() => 'last'), turns.take('two').begun.then(() => 'two')]);
    expect(first).toBe('two');
    for (const turn of [next, hanging]) turn.end();
    await last.begun;
  });
});
