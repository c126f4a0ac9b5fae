import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { fieldsOf, hexIn, messagesIn, numberIn, textIn, type Fields } from './protobuf.js';

type Values = Record<string, string | number | boolean>;

export interface TakenSpan {
  traceId: string;
  spanId: string;
  /** Empty for the first of a trace. */
  parentId: string;
  name: string;
  /** 1 internal, 2 server, 3 client, 4 producer, 5 consumer. */
  kind: number;
  /** Nanoseconds. */
  duration: number;
  attributes: Values;
  links: string[];
  /** Of its status. */
  message: string;
  failed: boolean;
  events: number;
}

export interface TakenLine {
  traceId: string;
  spanId: string;
  severity: string;
  body: string;
  attributes: Values;
}

/** What a collector was sent, whole: for what must not be in it. */
export interface Sent {
  path: string;
  headers: IncomingMessage['headers'];
  body: Buffer;
}

/** A collector of OpenTelemetry that takes OTLP as protobuf over HTTP, and keeps what it took. */
export class TestCollector {
  readonly spans: TakenSpan[] = [];
  readonly lines: TakenLine[] = [];
  readonly metrics = new Set<string>();
  readonly resources: Values[] = [];
  readonly sent: Sent[] = [];
  /** What it answers with. */
  status = 200;
  /** Whether it never answers. */
  silent = false;
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => {
      void buffer(request).then((body) => {
        this.sent.push({ path: request.url ?? '', headers: request.headers, body });
        if (this.silent) return;
        if (this.status === 200) this.#take(request.url ?? '', fieldsOf(body));
        response.writeHead(this.status, { 'content-type': 'application/x-protobuf' }).end();
      });
    });
  }

  static async listen(port = 0): Promise<TestCollector> {
    const collector = new TestCollector();
    collector.#server.listen(port, '127.0.0.1');
    await once(collector.#server, 'listening');
    return collector;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get endpoint(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Ends its connections as well. */
  async close(): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
  }

  #take(path: string, request: Fields): void {
    for (const ofResource of messagesIn(request, 1)) {
      for (const resource of messagesIn(ofResource, 1)) this.resources.push(valuesIn(resource, 1));
      const items = messagesIn(ofResource, 2).flatMap((scope) => messagesIn(scope, 2));
      if (path === '/v1/traces') this.spans.push(...items.map(spanOf));
      else if (path === '/v1/logs') this.lines.push(...items.map(lineOf));
      else if (path === '/v1/metrics') for (const metric of items) this.metrics.add(textIn(metric, 1));
    }
  }
}

function spanOf(fields: Fields): TakenSpan {
  const [status] = messagesIn(fields, 15);
  return {
    traceId: hexIn(fields, 1),
    spanId: hexIn(fields, 2),
    parentId: hexIn(fields, 4),
    name: textIn(fields, 5),
    kind: numberIn(fields, 6),
    duration: Number((fields.get(8)?.[0] as bigint) - (fields.get(7)?.[0] as bigint)),
    attributes: valuesIn(fields, 9),
    links: messagesIn(fields, 13).map((link) => `${hexIn(link, 1)} ${hexIn(link, 2)}`),
    message: status ? textIn(status, 2) : '',
    failed: status !== undefined && numberIn(status, 3) === 2,
    events: fields.get(11)?.length ?? 0,
  };
}

function lineOf(fields: Fields): TakenLine {
  const [body] = messagesIn(fields, 5);
  return {
    traceId: hexIn(fields, 9),
    spanId: hexIn(fields, 10),
    severity: textIn(fields, 3),
    body: body ? textIn(body, 1) : '',
    attributes: valuesIn(fields, 6),
  };
}

function valuesIn(fields: Fields, number: number): Values {
  return Object.fromEntries(
    messagesIn(fields, number).map((pair) => [textIn(pair, 1), valueOf(messagesIn(pair, 2)[0] ?? new Map())]),
  );
}

/** Of the kinds that Quire sends. */
function valueOf(value: Fields): string | number | boolean {
  if (value.has(1)) return textIn(value, 1);
  if (value.has(2)) return numberIn(value, 2) === 1;
  if (value.has(3)) return numberIn(value, 3);
  if (value.has(4)) return Number(value.get(4)?.[0]);
  return '';
}
