import type { Answer, Json } from '#testing/api-client';
import type { TestServer, TestUser } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';

type Owner = TestUser & { organization: string };

/** A published site, and the calls a renderer makes for its visitors. */
export class TestSite {
  private constructor(
    readonly server: TestServer,
    readonly owner: Owner,
    readonly id: string,
  ) {}

  /** Publishes a site with these spaces, each with one page; `body` replaces members of the request. */
  static async publish(
    server: TestServer,
    owner: Owner,
    titles: readonly string[],
    body: object = {},
  ): Promise<TestSite> {
    const spaces: string[] = [];
    for (const title of titles) {
      const space = await TestSpace.create(owner, { title, empty: true });
      await space.insert(`${title} home`, `Welcome to ${title}.`);
      spaces.push(space.id);
    }
    const { id } = taken(
      await owner.api.post(`/v1/orgs/${owner.organization}/sites`, { title: 'Docs', spaces, ...body }),
    );
    const site = new TestSite(server, owner, id);
    taken(await owner.api.post(`${site.path}/publish`));
    return site;
  }

  /** A site that is there already. */
  static at(server: TestServer, owner: Owner, id: string): TestSite {
    return new TestSite(server, owner, id);
  }

  get path(): string {
    return `/v1/orgs/${this.owner.organization}/sites/${this.id}`;
  }

  async patch(body: object): Promise<Json> {
    return taken(await this.owner.api.patch(this.path, body));
  }

  /** The address that is shown. */
  async root(): Promise<string> {
    return (await this.owner.api.get(this.path)).body.urls.published ?? '';
  }

  async siteSpaces(): Promise<Json[]> {
    return (await this.owner.api.get(`${this.path}/site-spaces`)).body.items;
  }

  resolve(url: string, more: object = {}): Promise<Answer> {
    return this.server.anonymous.post('/v1/urls/published', { url, ...more });
  }

  /** Resolves a URL of the site (a path behind its root) and reads on with the token that came back. */
  async visit(path = '', more: object = {}) {
    const answer = await this.resolve((await this.root()) + path, more);
    return { ...answer, api: this.server.as(String(answer.body['apiToken'])) };
  }
}

export function taken({ status, text, body }: Answer): Json {
  if (status >= 300) throw new Error(`It was refused: ${status} ${text}`);
  return body;
}
