import { afterAll, beforeAll, beforeEach, expect } from '@jest/globals';
import type { Answer, Json } from '#testing/api-client';
import { TestServer, type TestUser } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';

export const NEWS = { kind: 'external', url: 'https://example.com/news' };

/** For the tests of a file two spaces, and for each test a site that publishes them; and its redirects. */
export class RedirectedSite {
  server!: TestServer;
  ada!: TestUser & { organization: string };
  space!: TestSpace;
  other!: TestSpace;
  /** The path of the site in the API. */
  site!: string;
  /** Its published address. */
  root!: string;

  constructor() {
    beforeAll(async () => {
      this.server = await TestServer.shared();
      this.ada = await this.server.administrator();
      [this.space, this.other] = [await TestSpace.create(this.ada), await TestSpace.create(this.ada)];
    });
    afterAll(() => this.server.stop());
    beforeEach(async () => {
      const { status, body } = await this.ada.api.post(`/v1/orgs/${this.ada.organization}/sites`, {
        title: 'Handbook',
        spaces: [this.space.id, this.other.id],
      });
      expect(status).toBe(201);
      this.site = `/v1/orgs/${this.ada.organization}/sites/${body.id}`;
      this.root = (await this.ada.api.post(`${this.site}/publish`)).body.urls['published'] ?? '';
    });
  }

  readonly create = (source: string, destination: object = NEWS, more: object = {}): Promise<Answer> =>
    this.ada.api.post(`${this.site}/redirects`, { source, destination, ...more });
  readonly made = async (source: string, destination: object = NEWS, more: object = {}): Promise<Json> => {
    const { status, body, text } = await this.create(source, destination, more);
    expect([status, text]).toEqual([201, text]);
    return body;
  };
  readonly list = async (query: Record<string, string | number | boolean> = {}): Promise<Json> =>
    (await this.ada.api.get(`${this.site}/redirects`, { query })).body;
  readonly sourcesOf = ({ items }: Json): unknown[] => items.map(({ source }) => source);
  readonly find = (source: string, query: Record<string, string> = {}, api = this.ada.api): Promise<Answer> =>
    api.get(`${this.site}/redirect`, { query: { source, ...query } });
  readonly targetOf = async (source: string): Promise<unknown> => {
    const { status, body } = await this.find(source);
    return status === 200 ? body['target'] : status;
  };
  readonly siteSpaces = async (): Promise<Json[]> => (await this.ada.api.get(`${this.site}/site-spaces`)).body.items;
}
