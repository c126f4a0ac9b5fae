import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestServer, TestUser } from '#testing/test-server';
import { taken } from '../visits/visits.js';

/** Puts a specification and has it processed; answers its slug and the id of its latest version. */
export async function makeSpec(
  server: TestServer,
  { api, organization }: TestUser & { organization: string },
  slug: string,
  title = slug,
): Promise<{ specSlug: string; versionId: string }> {
  const path = `/v1/orgs/${organization}/openapi/${slug}`;
  const { id } = taken(await api.put(path, { source: { text: specification(title) } }));
  await server.runJob('publishing.process-openapi-spec', { organizationId: organization, specId: id });
  return { specSlug: slug, versionId: String(taken(await api.get(path))['lastVersion']) };
}

type Answering = (request: IncomingMessage, response: ServerResponse) => void;

/** A small specification; what is named differs from the others. */
export function specification(title: string, more: object = {}): string {
  const paths = { '/pets': { get: { summary: 'List pets', responses: { 200: { description: 'Pets' } } } } };
  return JSON.stringify({ openapi: '3.1.0', info: { title, version: '1.0.0' }, paths, ...more });
}

/** A server that specifications are fetched from; it answers as the test says, and keeps what it was asked. */
export class TestSource {
  readonly asked: { url: string; headers: IncomingMessage['headers'] }[] = [];
  #answer: Answering = (_request, response) => response.end();

  private constructor(private readonly server: Server) {}

  static async start(): Promise<TestSource> {
    const server = createServer((request, response) => {
      source.asked.push({ url: request.url ?? '', headers: request.headers });
      source.#answer(request, response);
    });
    const source = new TestSource(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return source;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Answers so from now on, and forgets what it was asked. */
  answers(answer: Answering | string): void {
    this.asked.length = 0;
    this.#answer = typeof answer === 'string' ? (_request, response) => response.end(answer) : answer;
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}
