import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from '@jest/globals';
import { QuireProcess } from './support/quire-process.js';

const PATIENCE_MS = 180_000;

describe('a second start', () => {
  const cache = mkdtempSync(join(tmpdir(), 'quire-compiled-'));
  const quire = new QuireProcess({ NODE_COMPILE_CACHE: cache });

  afterAll(async () => {
    await quire.dispose();
    rmSync(cache, { recursive: true, force: true });
  });

  const stored = (): string[] =>
    (existsSync(cache) ? readdirSync(cache) : []).filter((name) =>
      /^server\.cjs-[0-9a-f]{16}-[0-9a-f]+\.v8$/.test(name),
    );

  it(
    'reads the code that the first one compiled, which it stores by itself, and which a kill does not take away',
    async () => {
      await quire.start();
      for (const giveUp = Date.now() + PATIENCE_MS; stored().length === 0 && Date.now() < giveUp;) await sleep(100);
      const [name = ''] = stored();
      expect(stored()).toHaveLength(1);
      const { ino, size } = statSync(join(cache, name));
      expect(size).toBeGreaterThan(3_000_000);
      await quire.kill();
      await quire.start();
      expect((await fetch(`${quire.url}/v1/user`)).status).toBe(401);
      // One that could not use it would write its own.
      await sleep(3_000);
      expect(stored()).toEqual([name]);
      expect(statSync(join(cache, name)).ino).toBe(ino);
    },
    2 * PATIENCE_MS,
  );
});
