import type { Answer, Json } from '#testing/api-client';
import type { TestServer, TestUser } from '#testing/test-server';

export type Owner = TestUser & { organization: string };

/** A conversation as a help desk sends it, of one message of a user. */
export const ticket = (id: string, body: string, more: object = {}) => ({
  id,
  parts: [{ type: 'message', role: 'user', body }],
  ...more,
});

/** What an organization was asked, by its owner. */
export class TestSupport {
  readonly org: string;

  constructor(
    private readonly server: TestServer,
    readonly owner: Owner,
  ) {
    this.org = `/v1/orgs/${owner.organization}`;
  }

  static async create(server: TestServer): Promise<TestSupport> {
    return new TestSupport(server, await server.administrator());
  }

  ingest(...conversations: object[]): Promise<Answer> {
    return this.owner.api.post(
      `${this.org}/conversations`,
      conversations.length === 1 ? conversations[0] : conversations,
    );
  }

  /** Sends each text as the only message of a conversation of its own, and lets the server read them. */
  async ask(...texts: string[]): Promise<void> {
    for (let at = 0; at < texts.length; at += 100) {
      const some = texts.slice(at, at + 100).map((text, place) => ticket(`q-${++asked}-${place}`, text));
      const { status } = await this.ingest(...some);
      if (status !== 204) throw new Error(`The conversations were answered with ${status}`);
    }
    await this.read();
  }

  /** Runs reactions and jobs until there are none. */
  async read(): Promise<void> {
    for (let work = 1; work > 0;) work = (await this.server.drain()) + (await this.server.runJobs()).length;
  }

  /** Groups all issues anew, as every night. */
  async group(): Promise<void> {
    await this.server.runJob('conversations.group-issues', { organizationId: this.owner.organization });
    await this.read();
  }

  async get(path: string, query: Record<string, string | number> = {}): Promise<Json> {
    return (await this.owner.api.get(`${this.org}/${path}`, { query })).body;
  }

  async conversations(query: Record<string, string | number> = {}): Promise<Json[]> {
    return (await this.get('conversations', query)).items;
  }

  async issues(query: Record<string, string | number> = {}): Promise<{ issue: Json; conversation: Json }[]> {
    return (await this.get('conversations-issues', { limit: 1000, ...query })).items as never;
  }

  async clusters(query: Record<string, string | number> = {}): Promise<Json[]> {
    return (await this.get('conversations-clusters', { limit: 1000, ...query })).items;
  }
}

let asked = 0;
