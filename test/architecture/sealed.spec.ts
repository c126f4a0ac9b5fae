import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { MIGRATIONS } from '../../src/app.module.js';
import { sourceFiles } from './source-files.js';

/** Every file that seals something, with the columns where it is stored. */
const SEALING: Record<string, string[]> = {
  'libs/kernel/infrastructure/requests/stored-requests.ts': ['kernel.idempotent_request.body'],
  'src/content/exchange/infrastructure/git-link.store.ts': ['content.git_link.run'],
  'src/content/exchange/infrastructure/git-sync.store.ts': ['content.git_sync.remote'],
  'src/publishing/visitors/infrastructure/share-link/share-link.store.ts': ['publishing.share_link.key_sealed'],
  'src/publishing/visitors/infrastructure/authentication/visitor-auth.store.ts': ['publishing.visitor_auth.key_sealed'],
  // What callers carry with them, and mail that waits for some minutes.
  'src/publishing/search/infrastructure/sealed-conversations.ts': [],
  'src/organization/mail/infrastructure/queued-mail.ts': [],
};

describe('sealed values', () => {
  it('are known to the start, which tells by them whether the secret key is the right one', () => {
    const sealing = sourceFiles().filter((path) => /\.seal\(/.test(readFileSync(path, 'utf8')));
    expect(sealing.sort()).toEqual(Object.keys(SEALING).sort());
    const told = MIGRATIONS.flatMap(({ schema, sealed = [] }) => sealed.map((column) => `${schema}.${column}`));
    expect(told.sort()).toEqual(Object.values(SEALING).flat().sort());
  });
});
