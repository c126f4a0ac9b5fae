import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { TestClock } from '#testing/test-clock';
import { readSettings } from '#kernel/infrastructure/settings';
import { GuardedOutbound } from '#outbound';
import { Uploads } from '../../../../src/content/exchange/infrastructure/uploads.js';
import { removeScratch, scratch } from '../scratch.js';

describe('the folder of what comes in', () => {
  afterAll(removeScratch);

  it('is cleared at the start of what a killed server left, and of nothing that others are at work on', async () => {
    const dataDir = await scratch();
    const incoming = join(dataDir, 'incoming');
    const before = new Date(Date.now() - 3 * 60 * 60 * 1000);
    for (const age of ['old', 'new']) {
      mkdirSync(join(incoming, `git-${age}`), { recursive: true });
      writeFileSync(join(incoming, `git-${age}`, 'key'), 'secret');
      for (const name of [`received-${age}`, `print-${age}.pdf`]) writeFileSync(join(incoming, name), 'bytes');
    }
    for (const name of ['git-old', 'received-old', 'print-old.pdf']) utimesSync(join(incoming, name), before, before);
    const uploads = new Uploads(
      readSettings({ QUIRE_DATA_DIR: dataDir }),
      new GuardedOutbound({ allow: [] }),
      new TestClock(),
    );
    await uploads.onModuleInit();
    expect(readdirSync(incoming).sort()).toEqual(['git-new', 'print-new.pdf', 'received-new']);
  });

  it('need not be there yet', async () => {
    const settings = readSettings({ QUIRE_DATA_DIR: join(await scratch(), 'nothing') });
    await expect(
      new Uploads(settings, new GuardedOutbound({ allow: [] }), new TestClock()).onModuleInit(),
    ).resolves.toBeUndefined();
  });
});
