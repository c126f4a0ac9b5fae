import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mapWords } from '#segments';

/** What the server was asked. */
export interface Asked {
  messages: { role: string; content: string }[];
  stream: boolean;
  /** The texts that vectors are wanted for. */
  input?: string[];
  path: string;
  authorization: string | undefined;
}
type Reply = (asked: Asked, response: ServerResponse) => unknown;

/** A server that speaks the protocol of a language model. What it answers is up to the test. */
export class ModelServer {
  readonly asked: Asked[] = [];
  /** Answers the next requests, one each, before `reply` does. */
  readonly next: Reply[] = [];
  reply: Reply = shout;
  /** Requests whose client left before they were answered. */
  left = 0;

  private constructor(private readonly server: Server) {}

  static async start(): Promise<ModelServer> {
    const server = createServer();
    const model = new ModelServer(server);
    server.on('request', (request: IncomingMessage, response: ServerResponse) => void model.#answer(request, response));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return model;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/v1`;
  }

  /** The segments it was asked for so far. */
  get segments(): string[] {
    return this.asked.flatMap(({ messages }) => Object.values(numbered(messages)));
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((done) => this.server.close(done));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.on('close', () => {
      if (!response.writableFinished) this.left++;
    });
    let text = '';
    for await (const chunk of request) text += String(chunk);
    const body = JSON.parse(text) as Omit<Asked, 'authorization' | 'path'>;
    const asked = { ...body, path: request.url ?? '', authorization: request.headers.authorization };
    this.asked.push(asked);
    (this.next.shift() ?? this.reply)(asked, response);
  }
}

function numbered(messages: Asked['messages']): Record<string, string> {
  return JSON.parse(messages.at(-1)?.content ?? '{}') as Record<string, string>;
}

/** Answers with a text. */
export function say(response: ServerResponse, content: string): void {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ choices: [{ message: { role: 'assistant', content } }] }));
}

/** "Translates" each segment by a change of its text. */
export const translating =
  (change: (segment: string) => string): Reply =>
  ({ messages }, response) => {
    const translated = Object.entries(numbered(messages)).map(([number, segment]) => [number, change(segment)]);
    say(response, JSON.stringify(Object.fromEntries(translated)));
  };

export const shout = translating((segment) => mapWords(segment, (words) => words.toUpperCase()));

/** Answers with a status, such as that of an overloaded server. */
export const failing =
  (status: number, headers: Record<string, string> = {}): Reply =>
  (_, response) =>
    response.writeHead(status, headers).end('{}');

/** Answers with a text that comes in these pieces. */
export const pieces =
  (...texts: string[]): Reply =>
  (_, response) => {
    const events = texts.map((content) => `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`);
    response.end(`${events.join('')}data: [DONE]\n\n`);
  };

/** Answers with vectors. */
export function vectors(response: ServerResponse, data: { index: number; embedding: number[] }[]): void {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ object: 'list', data }));
}

/** Answers with the vector of each text. */
export const embedding =
  (vectorOf: (text: string) => number[]): Reply =>
  ({ input = [] }, response) =>
    vectors(
      response,
      input.map((text, index) => ({ index, embedding: vectorOf(text) })),
    );
