import type { Answer, Json } from '#testing/api-client';
import type { TestServer, TestUser } from '#testing/test-server';
import { commitAll, git, put, repository } from '../../../contexts/content/exchange/git-fixtures.js';

export const FILE = `# Everything for readers
site:
  title: 'Acme'
  structure:
    - type: section
      key: guide
      title: Guide   # as it is called
      path: guide
      default: true
      children:
        - type: space
          key: en
          title: English
          path: en
          content: { directory: ./guide/en }
        # Translated by hand.
        - type: space
          key: fr
          title: Français
          path: fr
          content:
            directory: guide/fr
            language: fr
    - type: section
      key: api
      title: API
      path: api
      children:
        - { type: space, key: ref, title: Reference, path: ref, content: { directory: /api } }
`;
export const FILES = {
  'docs.yaml': FILE,
  'guide/en/README.md': '# Welcome\n',
  'guide/fr/README.md': '# Bienvenue\n',
  'api/README.md': '# Calls\n',
};

export type Owner = TestUser & { organization: string };

/** A site and a repository on this machine that follow each other. */
export class SyncedSite {
  private constructor(
    readonly server: TestServer,
    readonly owner: Owner,
    readonly id: string,
    readonly work: string,
    readonly bare: string,
  ) {}

  /** A site without a sync yet, and a repository that begins with `files`. */
  static async of(server: TestServer, owner: Owner, files: Record<string, string>): Promise<SyncedSite> {
    const { work, bare } = await repository(files);
    const { body } = await owner.api.post(`/v1/orgs/${owner.organization}/sites`, { title: 'Site' });
    return new SyncedSite(server, owner, body.id, work, bare);
  }

  get path(): string {
    return `/v1/orgs/${this.owner.organization}/sites/${this.id}`;
  }

  get sync(): string {
    return `${this.path}/git/sync`;
  }

  /** Sets the sync, and has its first turns done. */
  async set(more: object = {}): Promise<Json> {
    const { status, text } = await this.put(more);
    if (status !== 200) throw new Error(`The sync was answered with ${status}: ${text}`);
    return this.settle();
  }

  put(more: object = {}): Promise<Answer> {
    return this.owner.api.put(this.sync, { url: `file://${this.bare}`, ref: 'main', direction: 'both', ...more });
  }

  /** Has everything done that waits, and what comes of it; answers the state of the sync. */
  async settle(): Promise<Json> {
    for (let round = 0; round < 3; round++) {
      await this.server.drain();
      await this.server.runJobs();
    }
    return this.state();
  }

  async state(): Promise<Json> {
    return (await this.owner.api.get(this.sync)).body;
  }

  /** Pushes files as another client would; null deletes one. */
  push(files: Record<string, string | null>): void {
    git(this.work, 'pull', '--quiet', '--rebase', 'origin', 'main');
    const gone = Object.entries(files).flatMap(([path, text]) => (text === null ? [path] : []));
    if (gone.length > 0) git(this.work, 'rm', '--quiet', ...gone);
    put(this.work, Object.fromEntries(Object.entries(files).filter(([, text]) => text !== null)) as never);
    commitAll(this.work, 'by hand');
    git(this.work, 'push', '--quiet', 'origin', 'main');
  }

  /** The same, and has it taken. */
  async pushed(files: Record<string, string | null>): Promise<Json> {
    this.push(files);
    return this.poll();
  }

  async poll(): Promise<Json> {
    await this.owner.api.post(this.sync, {});
    return this.settle();
  }

  file(path = 'docs.yaml'): string {
    return `${git(this.bare, 'show', `main:${path}`)}\n`;
  }

  get head(): string {
    return git(this.bare, 'rev-parse', 'main');
  }

  get commits(): number {
    return Number(git(this.bare, 'rev-list', '--count', 'main'));
  }

  /** The first lines of the latest commits, the latest first. */
  log(): string[] {
    return git(this.bare, 'log', '--format=%s', 'main').split('\n');
  }

  /** The lines that the latest commit has changed of a file, without those around them. */
  changedLines(path = 'docs.yaml'): string[] {
    return git(this.bare, 'diff', '-U0', 'main~1', 'main', '--', path)
      .split('\n')
      .filter((line) => /^[-+](?![-+])/.test(line))
      .map((line) => `${line.slice(0, 1)} ${line.slice(1).trim()}`);
  }

  async siteSpaces(): Promise<{ id: string; title: string; path: string; space: { id: string } }[]> {
    return (await this.owner.api.get(`${this.path}/site-spaces`)).body.items as never;
  }

  async sections(): Promise<{ id: string; title: string; path: string }[]> {
    return (await this.owner.api.get(`${this.path}/sections`)).body.items as never;
  }

  /** The id of the space with a title. */
  async space(title: string): Promise<string> {
    const found = (await this.siteSpaces()).find((one) => one.title === title);
    if (!found) throw new Error(`The site has no space ${title}`);
    return found.space.id;
  }

  async pagesOf(space: string): Promise<string[]> {
    const { body } = await this.owner.api.get(`/v1/spaces/${space}/content/pages`);
    return (body.pages as Json[]).map(({ title }) => title as string);
  }
}
