import { afterAll, beforeAll, expect } from '@jest/globals';
import type { Json } from '#testing/api-client';
import { TestServer, type TestUser } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';
import { commitAll, git, put, repository, stopHttp } from './git-fixtures.js';
import { removeScratch } from '../scratch.js';
import { idAt } from './transfer-fixture.js';

export const SYNCED_SUMMARY = '# Table of contents\n\n* [Home](README.md)\n* [Guide](guide.md)\n* [Notes](notes.md)\n';
export const SYNCED_FILES = {
  'SUMMARY.md': SYNCED_SUMMARY,
  'README.md': '# Home\n\nWelcome.\n',
  'guide.md': '# Guide\n\nOne.\n\nTwo.\n\nThree.\n',
  'notes.md': '# Notes\n\nHand-made   spacing.\n',
};

/** A space, and the repository that it follows, bare and as a work tree. */
export interface Pair {
  space: TestSpace;
  work: string;
  bare: string;
  root: string;
}

/** A server for the tests of a file, and what they do with spaces that follow repositories. */
export class GitSyncs {
  server!: TestServer;
  user!: TestUser & { organization: string };

  constructor() {
    beforeAll(async () => {
      this.server = await TestServer.start({
        env: { QUIRE_GIT_FILE_REMOTES: 'on', QUIRE_OUTBOUND_ALLOW: '127.0.0.0/8' },
      });
      this.user = await this.server.administrator();
    });
    afterAll(async () => {
      await stopHttp();
      await this.server.stop();
      await removeScratch();
    });
  }
  /** Has everything done that waits. */
  readonly settle = async (): Promise<void> => {
    await this.server.drain();
    await this.server.runJobs();
  };

  readonly syncOf = async (space: TestSpace): Promise<Json> => (await space.api.get(`${space.path}/git/sync`)).body;

  readonly set = async (space: TestSpace, url: string, more: object = {}): Promise<Json> => {
    const answer = await space.api.put(`${space.path}/git/sync`, { url, ref: 'main', direction: 'both', ...more });
    expect([answer.status, answer.body.state]).toEqual([200, 'waiting']);
    await this.settle();
    return this.syncOf(space);
  };

  readonly synced = async (files: Record<string, string> = SYNCED_FILES, more: object = {}): Promise<Pair> => {
    const { work, bare, root } = await repository(files);
    const space = await TestSpace.create(this.user);
    expect(await this.set(space, `file://${bare}`, more)).toMatchObject({
      state: 'success',
      commit: this.head({ bare }),
    });
    return { space, work, bare, root };
  };

  readonly head = ({ bare }: Pick<Pair, 'bare'>): string => git(bare, 'rev-parse', 'main');
  readonly commits = ({ bare }: Pick<Pair, 'bare'>): number => Number(git(bare, 'rev-list', '--count', 'main'));
  readonly file = ({ bare }: Pick<Pair, 'bare'>, path: string): string => git(bare, 'show', `main:${path}`);

  /** Pushes a commit to the repository, as another client would. */
  readonly push = ({ work }: Pick<Pair, 'work'>, files: Record<string, string>, message = 'by hand'): void => {
    git(work, 'pull', '--quiet', '--rebase', 'origin', 'main');
    put(work, files);
    commitAll(work, message);
    git(work, 'push', '--quiet', 'origin', 'main');
  };

  readonly poll = async ({ space }: Pick<Pair, 'space'>): Promise<Json> => {
    expect((await space.api.post(`${space.path}/git/sync`, {})).status).toBe(204);
    await this.settle();
    return this.syncOf(space);
  };

  readonly revisions = async ({ space }: Pick<Pair, 'space'>): Promise<number> => {
    const [row] = await this.server.rows<{ generation: number }>(
      `select r.generation from content.space_head h join content.revision r
         on r.organization_id = h.organization_id and r.id = h.revision_id where h.space_id = $1`,
      [space.id],
    );
    return row?.generation ?? -1;
  };

  readonly write = async (space: TestSpace, path: string, markdown: string): Promise<string> =>
    space.update(await idAt(space, path), { document: { markdown } });
}
