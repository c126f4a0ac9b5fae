import { finished } from 'node:stream';
import type { FastifyInstance, FastifyReply, HookHandlerDoneFunction, RouteOptions } from 'fastify';
import { stateOf, statesIn, type Condition, type Conditions } from '../../application/entity-tag.js';
import { Invalid } from '../../domain/errors.js';
import type { CalledRequest } from '../request.js';
import type { RouteFlags } from '../route-flags.js';

const CHANGED = 'It was changed since you read it: If-Match names another version';
const THERE = 'It is there already, and If-None-Match asks that it is not';
const NO_RECORD = 'This operation takes no If-Match: what it does has no record of its own that is read with an ETag';
const NOT_MAKING = 'A request that changes something takes If-None-Match as * only, where PUT may create';
/** The methods that change the record at their own address, when one is read there. */
const CHANGING = new Set(['PUT', 'PATCH', 'DELETE']);
/** The headers that authenticate the caller. */
const CREDENTIALS = ['authorization', 'cookie'] as const;

/** The parts of a response that say where the record it shows is read. */
interface Answered {
  statusCode: number;
  location: unknown;
}

/**
 * `If-Match`, and `If-None-Match: *`, at every operation that changes a record which is read with an entity tag: one
 * that changes, replaces or deletes what is read at the same address, and one that declares (`@ActsOnRecord`) that it
 * acts on the record one step above. Anywhere else such a header is refused, because ignoring it would be misleading.
 */
export class ConditionalWrites {
  readonly #records = new Set<string>();
  readonly #acting = new Set<string>();
  /** By route that was used, the route of a record in it. */
  readonly #members = new Map<string, string | undefined>();

  constructor(
    private readonly server: FastifyInstance,
    private readonly conditions: Conditions,
  ) {}

  /** Records a route. */
  note({ method, url, config }: RouteOptions): void {
    const flags = (config ?? {}) as RouteFlags;
    if (flags.raw) return;
    if (method === 'GET' && flags.list !== true) this.#records.add(url);
    if (typeof method === 'string' && CHANGING.has(method)) this.#acting.add(url);
    if (flags.actsOn === 'parent') this.#acting.add(above(url));
    if (flags.actsOn === 'same') this.#acting.add(url);
  }

  /** Whether what is read here is a record that some operation changes. */
  changes(request: CalledRequest): boolean {
    const { url } = request.routeOptions;
    return url !== undefined && this.isChanged(url);
  }

  /** Whether some operation changes the record that is read at a route. */
  isChanged(route: string): boolean {
    return this.#acting.has(route) && this.#records.has(route);
  }

  /**
   * The address of the record that a write changed or created and returns: its own, the one above where it acts on
   * that, the one in `Location`, or one below the list that it was added to. Undefined for any other response.
   */
  answeredRecord(request: CalledRequest, { statusCode, location }: Answered): string | undefined {
    const { config, url = '' } = request.routeOptions;
    const { actsOn, answersOther } = config as RouteFlags;
    if (answersOther === true || statusCode < 200 || statusCode > 201) return undefined;
    if (actsOn === 'parent') return this.#known(above(url));
    if (statusCode === 201 && typeof location === 'string') return this.#recordAt(new URL(location).pathname);
    if (actsOn === 'same' || CHANGING.has(request.method)) return this.#known(url);
    return this.#below(url);
  }

  /** The record of a collection, whose route is the collection's and an id. Cached: it searches all routes. */
  #below(url: string): string | undefined {
    if (!this.#members.has(url)) {
      const isMember = (route: string): boolean => above(route) === url && route.startsWith(':', url.length + 1);
      this.#members.set(url, [...this.#records].find(isMember));
    }
    return this.#members.get(url);
  }

  #known(route: string): string | undefined {
    return this.#records.has(route) ? route : undefined;
  }

  check(request: CalledRequest, reply: FastifyReply, done: HookHandlerDoneFunction): void {
    const { 'if-match': ifMatch, 'if-none-match': ifNoneMatch } = request.headers;
    if ((ifMatch ?? ifNoneMatch) === undefined || request.method === 'GET' || request.method === 'HEAD') return done();
    const { actsOn, raw } = request.routeOptions.config as RouteFlags;
    if (raw) return done();
    if (actsOn === 'content') return done(ifNoneMatch === undefined ? undefined : new Invalid(NOT_MAKING));
    let condition: Condition;
    try {
      condition = this.#conditionOf(request, ifMatch, ifNoneMatch);
    } catch (error) {
      return done(error as Error);
    }
    void this.conditions.during(
      condition,
      () =>
        new Promise<void>((ended) => {
          finished(reply.raw, () => ended());
          done();
        }),
    );
  }

  #recordAt(path: string): string | undefined {
    const parts = path.split('/');
    return [...this.#records].find((route) => {
      const named = route.split('/');
      return named.length === parts.length && named.every((part, at) => part.startsWith(':') || part === parts[at]);
    });
  }

  #conditionOf(request: CalledRequest, ifMatch: string | undefined, ifNoneMatch: string | undefined): Condition {
    const address = this.#addressOf(request);
    const { actsOn } = request.routeOptions.config as RouteFlags;
    const route = request.routeOptions.url ?? '';
    if (
      ifNoneMatch !== undefined &&
      (ifNoneMatch.trim() !== '*' || request.method !== 'PUT' || address === undefined)
    ) {
      throw new Invalid(NOT_MAKING);
    }
    if (address === undefined) throw new Invalid(NO_RECORD);
    const states = ifMatch === undefined ? undefined : statesIn(ifMatch);
    const holds = async (): Promise<boolean> => {
      const state = await this.#stateAt(address, request);
      if (states === undefined) return state === undefined;
      return state !== undefined && (states === '*' || states.includes(state));
    };
    return {
      // By then the number of a change request in the address was replaced by its id.
      get record() {
        return JSON.stringify([actsOn === 'parent' ? above(route) : route, request.params]);
      },
      holds,
      refusal: states === undefined ? THERE : CHANGED,
    };
  }

  /** The address of the record that a request changes. */
  #addressOf({ method, url, routeOptions }: CalledRequest): string | undefined {
    const { actsOn } = routeOptions.config as RouteFlags;
    const route = routeOptions.url ?? '';
    const address = (url.split('?')[0] ?? url).replace(/\/$/, '');
    if (actsOn === 'parent') return this.#records.has(above(route)) ? above(address) : undefined;
    return (actsOn === 'same' || CHANGING.has(method)) && this.#records.has(route) ? address : undefined;
  }

  /** The state of the record as this caller reads it; undefined when the read returns none. */
  async #stateAt(url: string, { headers }: CalledRequest): Promise<string | undefined> {
    const sent = CREDENTIALS.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]] as const]));
    const answer = await this.server.inject({ method: 'GET', url, headers: Object.fromEntries(sent) });
    if (answer.statusCode >= 500) throw new Error(`The record of a condition was not read: ${answer.statusCode}`);
    const { etag } = answer.headers;
    return answer.statusCode === 200 && typeof etag === 'string' ? stateOf(etag) : undefined;
  }
}

const above = (url: string): string => url.slice(0, url.lastIndexOf('/'));
