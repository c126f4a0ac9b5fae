import type { Json } from '#testing/api-client';
import type { TestServer, TestUser } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';
import { commitAll, git, put, repository } from './git-fixtures.js';

/** A space and a repository on this machine that follow each other. */
export class SyncedPair {
  private constructor(
    private readonly server: TestServer,
    readonly space: TestSpace,
    private readonly work: string,
    private readonly bare: string,
  ) {}

  /** The repository begins with `files`; `more` are further settings of the sync. */
  static async of(
    server: TestServer,
    user: TestUser & { organization: string },
    files: Record<string, string>,
    more: object = {},
  ): Promise<SyncedPair> {
    const { work, bare } = await repository(files);
    const pair = new SyncedPair(server, await TestSpace.create(user), work, bare);
    const wanted = { url: `file://${bare}`, ref: 'main', direction: 'both', ...more };
    const { status, text } = await pair.space.api.put(`${pair.space.path}/git/sync`, wanted);
    if (status !== 200) throw new Error(`The sync was answered with ${status}: ${text}`);
    await pair.settle();
    return pair;
  }

  /** Has everything done that waits; answers the state of the sync. */
  async settle(): Promise<Json> {
    await this.server.drain();
    await this.server.runJobs();
    const { body } = await this.space.api.get(`${this.space.path}/git/sync`);
    if (body.state !== 'success') throw new Error(`The sync ended so: ${JSON.stringify(body)}`);
    return body;
  }

  /** Pushes a commit by another client, without these files, and has it taken. */
  async push(files: Record<string, string>, without: readonly string[] = []): Promise<Json> {
    git(this.work, 'pull', '--quiet', '--rebase', 'origin', 'main');
    put(this.work, files);
    if (without.length > 0) git(this.work, 'rm', '--quiet', ...without);
    commitAll(this.work, 'by hand');
    git(this.work, 'push', '--quiet', 'origin', 'main');
    await this.space.api.post(`${this.space.path}/git/sync`, {});
    return this.settle();
  }

  /** The text of a file of the repository. */
  file(path: string): string {
    return git(this.bare, 'show', `main:${path}`);
  }

  /** The latest commit of the repository, in a format of `git log`. */
  latest(format: string): string {
    return git(this.bare, 'log', '-1', `--format=${format}`, 'main');
  }

  /** The files that the latest commit changed. */
  changed(): string[] {
    return git(this.bare, 'diff', '--name-only', 'main~1', 'main').split('\n');
  }
}
