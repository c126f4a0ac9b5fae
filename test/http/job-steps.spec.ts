import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { REACTS_TO, RUNS_JOB, type JobMark, type ReactionMark } from '#kernel/application/reactions';
import { MarkedProviders } from '#kernel/infrastructure/marked-providers';
import { TestServer } from '#testing/test-server';

/** Jobs of one step: a transaction, a message, a request. A long one is cut off, and done again as a whole. */
const SHORT = [
  'content.compute-pages',
  'content.index-spaces',
  'content.poll-git',
  'content.settle-search-index',
  'content.translate-all',
  'organization.mail-password-link',
  'organization.purge-invites',
  'organization.purge-sessions',
  'organization.purge-sign-ins',
  'organization.send-mail',
  'publishing.poll-sites',
  'publishing.purge-renderers',
  'publishing.refetch-openapi-specs',
];

describe('every job of the server', () => {
  let server: TestServer;
  let jobs: { name: string; takes: number }[];
  let reactions: { name: string; takes: number; slow: boolean }[];

  beforeAll(async () => {
    server = await TestServer.shared();
    const providers = server.app.get(MarkedProviders);
    jobs = providers
      .with<JobMark>(RUNS_JOB)
      .map(([{ name }, job]) => ({ name, takes: (job as { run: (...args: unknown[]) => unknown }).run.length }));
    reactions = providers.with<ReactionMark>(REACTS_TO).map(([{ name, slow = false }, reaction]) => {
      const { handle } = reaction as { handle: (...args: unknown[]) => unknown };
      return { name, takes: handle.length, slow };
    });
  });
  afterAll(() => server.stop());

  it('stops at a step when the process ends, or is known to be short', () => {
    expect(jobs.length).toBeGreaterThan(30);
    const endless = jobs.filter(({ takes }) => takes < 2).map(({ name }) => name);
    expect(endless.sort()).toEqual([...SHORT].sort());
  });

  it('and so does each reaction that may take long', () => {
    const endless = reactions.filter(({ takes, slow }) => slow && takes < 2).map(({ name }) => name);
    // Computes the pages of one space in one transaction.
    expect(endless).toEqual(['content.compute-changed-space']);
  });

  it('is described to operators, with its steps', () => {
    const page = readFileSync('docs/operate/stopping.md', 'utf8');
    expect(jobs.map(({ name }) => name).filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  });
});
