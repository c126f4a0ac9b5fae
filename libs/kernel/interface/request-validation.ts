import type { ArgumentMetadata, INestApplication, PipeTransform, Type } from '@nestjs/common';
import { pipeParameters, usesInternal } from '#library-internals';
import { Invalid } from '../domain/errors.js';
import { limitsOf } from './bodies/body-limits.js';
import { planOf } from './bodies/class-plan.js';
import { faultOfJson } from './bodies/json-scan.js';
import { readByLibraries } from './bodies/read-by-libraries.js';
import { readByPlan, type Read } from './bodies/read-by-plan.js';

/** Most validated queries and bodies in the cache: the same ones are sent again and again. */
const MOST_QUERIES = 1_000;
const LONGEST_QUERY = 200;
const MOST_BODIES = 10_000;
const LONGEST_BODY = 500;

/** Validates every body, query and set of path parameters that has a class. Call it before `app.init()`. */
export function validateRequests(app: INestApplication): void {
  const isPlanned = usesInternal('validation-metadata');
  const validation = new RequestValidation(isPlanned ? readPlanned : readByLibraries);
  // Read now, so that a mistake in a class fails at the start rather than in a request.
  pipeParameters(app, validation, (type) => void (isPlanned && planOf(type)));
}

/**
 * Reads a body that came in another way than as the body: its JSON is checked and validated the same. Throws Invalid
 * for one of more bytes, too.
 */
export function readBody<T extends object>(type: Type<T>, json: string, bytes: number): T {
  const sent = Buffer.from(json);
  if (sent.length > bytes) throw new Invalid(`The request is longer than ${bytes} bytes`);
  const fault = faultOfJson(sent, limitsOf({ bytes }, bytes));
  if (fault !== undefined) throw new Invalid(fault);
  return readSent(type, parsed(json));
}

/** Validates what was sent and is not the body itself: it was an item in place of a list, for example. */
export function readSent<T extends object>(type: Type<T>, sent: unknown): T {
  return new RequestValidation(usesInternal('validation-metadata') ? readPlanned : readByLibraries).read(
    type,
    sent,
  ) as T;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json, (name, value: unknown) => (name === '__proto__' ? undefined : value));
  } catch {
    throw new Invalid('The request is not valid JSON');
  }
}

type ReadAs = (type: Type, sent: unknown) => Read;

const readPlanned: ReadAs = (type, sent) => readByPlan(planOf(type), sent);

const repeated = new WeakSet<object>();

/** Marks the class of bodies that repeat often, as for reads by POST: short ones are cached. */
export const Repeated = (): ClassDecorator => (body) => void repeated.add(body);

/**
 * Converts bodies and queries to instances of their classes; undeclared members are dropped, never refused. The result
 * for a query follows from its text alone, so it is cached (frozen): validation costs more than the rest of routing.
 */
class RequestValidation implements PipeTransform {
  readonly #queries = new Kept(MOST_QUERIES, LONGEST_QUERY);
  readonly #bodies = new Kept(MOST_BODIES, LONGEST_BODY);

  constructor(private readonly readAs: ReadAs) {}

  transform(sent: unknown, { type, metatype }: ArgumentMetadata): unknown {
    if (metatype === undefined) return sent;
    if (type !== 'query' && !repeated.has(metatype)) return this.read(metatype, sent);
    const kept = type === 'query' ? this.#queries : this.#bodies;
    const text = JSON.stringify(sent);
    const known = kept.get(metatype, text);
    if (known !== undefined) return known;
    const value = this.read(metatype, sent);
    frozen(value);
    kept.keep(metatype, text, value);
    return value;
  }

  /** A request without a body is one without members. */
  read(type: Type, sent: unknown = {}): object {
    const { value, violations } = this.readAs(type, sent);
    if (violations) throw new Invalid(violations.map(({ message }) => message).join('; '), violations);
    return value;
  }
}

/** A cache of results by class and text; when it is full it is emptied. */
class Kept {
  readonly #values = new Map<unknown, Map<string, unknown>>();
  #count = 0;

  constructor(
    private readonly most: number,
    private readonly longest: number,
  ) {}

  get(metatype: unknown, text: string): unknown {
    return this.#values.get(metatype)?.get(text);
  }

  keep(metatype: unknown, text: string | undefined, value: unknown): void {
    if (text === undefined || text.length > this.longest) return;
    if (this.#count >= this.most) this.#values.clear();
    this.#count = this.#count >= this.most ? 1 : this.#count + 1;
    const known = this.#values.get(metatype) ?? new Map<string, unknown>();
    this.#values.set(metatype, known.set(text, value));
  }
}

function frozen(value: unknown): unknown {
  if (typeof value === 'object' && value !== null)
    for (const member of Object.values(Object.freeze(value))) frozen(member);
  return value;
}
