import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { MIGRATIONS } from '../../src/app.module.js';
import { sourceFiles } from './source-files.js';

/** Every file that seals something, with the columns where it is stored. */
const SEALING: Record<string, string[]> = {
  'libs/kernel/infrastructure/requests/stored-requests.ts': ['kernel.idempotent_request.body'],
  'src/content/exchange/infrastructure/git-link.store.ts': ['content.git_link.run'],
  'src/content/exchange/infrastructure/git-sync.store.ts': ['content.git_sync.remote'],
  'src/integrations/installations/domain/installed.ts': [
    'integrations.installation.configuration_sealed',
    'integrations.installation.signing_secret_sealed',
    'integrations.target_installation.configuration_sealed',
    'integrations.target_installation.signing_secret_sealed',
  ],
  'src/integrations/integrations/infrastructure/integration.store.ts': [
    'integrations.integration_version.secrets_sealed',
  ],
  'src/publishing/site-sync/infrastructure/site-sync.store.ts': ['publishing.site_git_sync.remote'],
  'src/publishing/visitors/infrastructure/share-link/share-link.store.ts': ['publishing.share_link.key_sealed'],
  'src/publishing/visitors/infrastructure/authentication/visitor-auth.store.ts': ['publishing.visitor_auth.key_sealed'],
  'src/organization/single-sign-on/infrastructure/oidc/oidc-provider.store.ts': [
    'organization.oidc_client_secret.secret_sealed',
  ],
  'src/organization/single-sign-on/infrastructure/oidc/oidc-sign-in.store.ts': [
    'organization.oidc_session.id_token_sealed',
  ],
  // The port of the one above.
  'src/integrations/installations/infrastructure/box-seals.ts': [],
  // What callers carry with them, and mail that waits for some minutes.
  'src/publishing/search/infrastructure/sealed-conversations.ts': [],
  'src/organization/mail/infrastructure/queued-mail.ts': [],
};

interface Source {
  path: string;
  text: string;
}

const sealing = (sources: readonly Source[]): string[] =>
  sources
    .filter(({ text }) => /\.seal\(/.test(text))
    .map(({ path }) => path)
    .sort();

const columnsOf = (persistence: typeof MIGRATIONS): string[] =>
  persistence.flatMap(({ schema, sealed = [] }) => sealed.map((column) => `${schema}.${column}`)).sort();

describe('sealed values', () => {
  const sources = sourceFiles().map((path) => ({ path, text: readFileSync(path, 'utf8') }));

  it('are known to the start, which checks by them whether the secret key is the right one', () => {
    expect(sealing(sources)).toEqual(Object.keys(SEALING).sort());
    expect(columnsOf(MIGRATIONS)).toEqual(Object.values(SEALING).flat().sort());
  });

  it('are noticed in a file, and in a column, that is not known', () => {
    const planted = { path: 'src/content/links/infrastructure/planted.ts', text: 'this.box.seal(url)' };
    expect(sealing([...sources, planted])).toContain(planted.path);
    expect(columnsOf([{ schema: 'content', migrations: [], sealed: ['space.title'] }])).toEqual([
      'content.space.title',
    ]);
  });
});
