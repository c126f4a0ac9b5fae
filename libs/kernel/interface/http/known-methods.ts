import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction, RouteOptions } from 'fastify';
import { sendError } from '../error.filter.js';
import type { RouteFlags } from '../route-flags.js';
import type { RateLimit } from './rate-limit.js';

interface Route {
  segments: readonly string[];
  methods: Set<string>;
}

/**
 * The methods of each address: a request with another one gets 405 and `Allow`, and `OPTIONS` gets 204 with the same.
 * Used only for requests that match no route, and for `OPTIONS` where its route does not answer that itself.
 */
export class KnownMethods {
  readonly #routes = new Map<string, Route>();

  constructor(private readonly rateLimit: RateLimit | undefined) {}

  /** Records a route. */
  note({ method, url }: RouteOptions): void {
    // The route for preflights of all addresses.
    if (url === '*') return;
    const path = withoutEnd(url);
    const route = this.#routes.get(path) ?? { segments: path.split('/'), methods: new Set() };
    this.#routes.set(path, route);
    for (const one of [method].flat()) route.methods.add(one);
  }

  answer(request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction): void {
    const asksForMethods = request.method === 'OPTIONS';
    const { raw } = request.routeOptions.config as RouteFlags;
    if (!request.is404 && (!asksForMethods || raw)) return done();
    const methods = this.#at(request.url);
    if (methods.length === 0 && !asksForMethods) return done();
    // Runs before authentication, so it counts for the address.
    if (this.rateLimit?.admits(request, reply, undefined) === false) return;
    if (methods.length === 0) return sendError(reply, 404, `Cannot OPTIONS ${request.url}`);
    const allow = methods.join(', ');
    reply.header('allow', allow);
    if (asksForMethods) reply.code(204).send();
    else sendError(reply, 405, `This address takes ${allow}`);
  }

  /** In alphabetical order; empty where no route has the address. */
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
