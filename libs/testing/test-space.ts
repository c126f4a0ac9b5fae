import type { Answer, ApiClient, Json, Request } from './api-client.js';

/** A space for tests: every step is an HTTP request. */
export class TestSpace {
  private constructor(
    readonly api: ApiClient,
    readonly id: string,
  ) {}

  /** Creates a space, empty by default. */
  static async create(
    user: { api: ApiClient; organization: string },
    body: object = { empty: true },
  ): Promise<TestSpace> {
    const answer = await user.api.post(`/v1/orgs/${user.organization}/spaces`, body);
    if (answer.status !== 201) throw new Error(`The space was not created: ${answer.text}`);
    return new TestSpace(user.api, answer.body.id);
  }

  /** An existing space. */
  static at(api: ApiClient, id: string): TestSpace {
    return new TestSpace(api, id);
  }

  get path(): string {
    return `/v1/spaces/${this.id}`;
  }

  /** The same space as another caller sees it. */
  as(api: ApiClient): TestSpace {
    return new TestSpace(api, this.id);
  }

  send(changes: object[], request?: Request): Promise<Answer> {
    return this.api.post(`${this.path}/content`, { changes }, request);
  }

  /** Makes changes that must succeed; returns the response. */
  async change(...changes: object[]): Promise<Json> {
    const { status, body, text } = await this.send(changes);
    if (status !== 200) throw new Error(`The changes were answered with ${status}: ${text}`);
    return body;
  }

  /** Inserts a page; returns its id. */
  async insert(title: string, markdown?: string, more: object = {}): Promise<string> {
    const document = markdown === undefined ? {} : { document: { markdown } };
    const outcome = await this.change({ operation: 'insert_page', title, ...document, ...more });
    return (outcome.changes as Json[])[0]?.page.id ?? '';
  }

  async update(page: string, fields: object): Promise<string> {
    return (await this.change({ operation: 'update_page', page, ...fields })).revision;
  }

  async page(id: string): Promise<Json> {
    return (await this.api.get(`${this.path}/content/page/${id}`)).body;
  }

  async markdown(id: string): Promise<string> {
    return (await this.api.get(`${this.path}/content/page/${id}`, { query: { format: 'markdown' } })).body.markdown;
  }

  async pages(): Promise<Json[]> {
    return (await this.api.get(`${this.path}/content/pages`)).body.pages;
  }

  /** The paths of all pages, in the order of the tree. */
  async paths(): Promise<string[]> {
    const walk = (pages: Json[]): string[] =>
      pages.flatMap((page) => [page.path ?? `(${page.title})`, ...walk(page.pages)]);
    return walk(await this.pages());
  }

  /** The id of the current revision. */
  async revision(): Promise<string> {
    return (await this.api.get(this.path)).body.revision;
  }

  /** Inserts a file with these bytes; returns its record. */
  async file(name: string, bytes: string | Buffer, contentType = 'text/plain'): Promise<Json> {
    const base64 = Buffer.from(bytes).toString('base64');
    const outcome = await this.change({ operation: 'insert_files', files: [{ name, base64, contentType }] });
    const id = (outcome.insertedFiles as Json[])[0]?.id ?? '';
    return (await this.api.get(`${this.path}/content/files/${id}`)).body;
  }

  /** Begins a translation of it, and a glossary; returns the ids of both, by the names of path parameters. */
  async translate(organization: string): Promise<{ translationId: string; glossaryEntryId: string }> {
    const org = `/v1/orgs/${organization}`;
    const body = { source: { space: this.id, language: 'en' }, language: 'de' };
    const { status, text, body: translation } = await this.api.post(`${org}/translations`, body);
    if (status !== 201) throw new Error(`The translation was not created: ${text}`);
    await this.api.put(`${org}/translations-glossary`, { add: [{ terms: { en: 'Confidential', de: 'Vertraulich' } }] });
    const entry = (await this.api.get(`${org}/translations-glossary`)).body.items.at(-1);
    return { translationId: translation.id, glossaryEntryId: entry?.id ?? '' };
  }
}
