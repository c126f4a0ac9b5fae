import type { ApiClient, Json } from '#testing/api-client';
import type { TestServer } from '#testing/test-server';

/** An OpenAPI description as tests write it. */
export interface Specification {
  openapi: string;
  info: object;
  servers: object[];
  tags: { name: string; description?: string }[];
  paths: Record<string, Record<string, { description?: string; [member: string]: unknown }>>;
  components: { schemas: Record<string, { enum?: string[]; [member: string]: unknown }> };
}

/** A small API: two tags, an operation without any, and two models of which one refers to the other. */
export const petstore = (changes: Partial<Specification> = {}): Specification => ({
  openapi: '3.1.0',
  info: { title: 'Petstore', version: '1.0.0', description: 'Everything about pets.' },
  servers: [{ url: 'https://pets.example.com' }],
  tags: [
    { name: 'Pets', description: 'What is for sale.' },
    { name: 'Owners', description: 'Who buys.' },
  ],
  paths: {
    '/pets': {
      get: { tags: ['Pets'], summary: 'List pets', responses: { 200: answer('Pet') } },
      post: { tags: ['Pets'], summary: 'Add a pet', responses: { 201: answer('Pet') } },
    },
    '/owners': { get: { tags: ['Owners'], summary: 'List owners', responses: { 200: answer('Owner') } } },
    '/health': { get: { summary: 'Health', responses: { 204: { description: 'Well' } } } },
  },
  components: {
    schemas: {
      Pet: { type: 'object', properties: { name: { type: 'string' }, kind: { $ref: '#/components/schemas/Kind' } } },
      Kind: { type: 'string', enum: ['cat', 'dog'] },
      Owner: { type: 'object', properties: { name: { type: 'string' } } },
    },
  },
  ...changes,
});

function answer(schema: string): object {
  const content = { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` } } };
  return { description: 'Well', content };
}

/** What pages are made of, as a computed page says it. */
export const sourceOf = (spec: string, props: object = { models: true }): object => ({
  type: 'builtin:openapi',
  props,
  dependencies: { spec: { ref: { kind: 'openapi', spec } } },
});

/** OpenAPI specifications of an organization as a test publishes them: as the command-line clients do. */
export class TestSpecifications {
  constructor(
    readonly server: TestServer,
    readonly api: ApiClient,
    readonly organization: string,
  ) {}

  get path(): string {
    return `/v1/orgs/${this.organization}/openapi`;
  }

  /** Publishes a text under a slug, and waits until it is processed and followed. */
  async publish(slug: string, specification: unknown): Promise<Json> {
    const text = typeof specification === 'string' ? specification : JSON.stringify(specification);
    const { status, text: said } = await this.api.put(`${this.path}/${slug}`, { source: { text } });
    if (status !== 200) throw new Error(`The specification was answered with ${status}: ${said}`);
    await this.settle();
    return this.read(slug);
  }

  async read(slug: string): Promise<Json> {
    return (await this.api.get(`${this.path}/${slug}`)).body;
  }

  /** Runs all jobs, also those that jobs enqueue. */
  async settle(): Promise<void> {
    for (let ran = ['']; ran.length > 0;) {
      await this.server.drain();
      ran = await this.server.runJobs();
    }
  }
}
