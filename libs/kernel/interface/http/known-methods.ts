import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction, RouteOptions } from 'fastify';
import { sendError } from '../error.filter.js';
import type { RateLimit } from './rate-limit.js';

interface Route {
  segments: readonly string[];
  methods: Set<string>;
}

/**
 * Which methods the addresses of the server take: a request by another is answered with 405 and `Allow`, and `OPTIONS`
 * with 204 and the same. Looked up only for requests that no route serves.
 */
export class KnownMethods {
  readonly #routes = new Map<string, Route>();

  constructor(private readonly rateLimit: RateLimit | undefined) {}

  /** Learns of a route. */
  note({ method, url }: RouteOptions): void {
    // By this one the answers to preflights of all addresses come.
    if (url === '*') return;
    const path = withoutEnd(url);
    const route = this.#routes.get(path) ?? { segments: path.split('/'), methods: new Set() };
    this.#routes.set(path, route);
    for (const one of [method].flat()) route.methods.add(one);
  }

  answer(request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction): void {
    const asksForMethods = request.method === 'OPTIONS';
    if (!asksForMethods && !request.is404) return done();
    const methods = this.#at(request.url);
    if (methods.length === 0 && !asksForMethods) return done();
    // Answered before a caller is verified, so it counts for the address.
    if (this.rateLimit?.admits(request, reply, undefined) === false) return;
    if (methods.length === 0) return sendError(reply, 404, `Cannot OPTIONS ${request.url}`);
    const allow = methods.join(', ');
    reply.header('allow', allow);
    if (asksForMethods) reply.code(204).send();
    else sendError(reply, 405, `This address takes ${allow}`);
  }

  /** In the order of the alphabet; none where no route has the address. */
  #at(url: string): string[] {
    const segments = withoutEnd(url.split('?')[0] ?? '')
      .split('/')
      .map(decoded);
    const found = [...this.#routes.values()].filter((route) => fits(route.segments, segments));
    const methods = new Set(found.flatMap((route) => [...route.methods]));
    return methods.size === 0 ? [] : [...methods.add('OPTIONS')].sort();
  }
}

function fits(pattern: readonly string[], segments: readonly string[]): boolean {
  const isOpen = pattern.at(-1) === '*';
  if (isOpen ? segments.length < pattern.length : segments.length !== pattern.length) return false;
  return pattern.every(
    (part, at) => part === '*' || (part.startsWith(':') && segments[at] !== '') || part === segments[at],
  );
}

const withoutEnd = (path: string): string => path.replace(/\/$/, '');

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
