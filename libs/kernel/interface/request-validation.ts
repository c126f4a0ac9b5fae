import type { ArgumentMetadata, INestApplication, PipeTransform, Type } from '@nestjs/common';
import { PARAMTYPES_METADATA, ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import { ModulesContainer } from '@nestjs/core';
import { Invalid } from '../domain/errors.js';
import { planOf } from './bodies/class-plan.js';
import { readByPlan } from './bodies/read-by-plan.js';

/** Most validated queries and bodies in the cache: the same ones are sent again and again. */
const MOST_QUERIES = 1_000;
const LONGEST_QUERY = 200;
const MOST_BODIES = 10_000;
const LONGEST_BODY = 500;

/** The parameters that a client sends: they are validated where they have a class. */
const WRITTEN: readonly string[] = [RouteParamtypes.BODY, RouteParamtypes.QUERY, RouteParamtypes.PARAM].map(String);
/** Types without rules; values of a path are strings anyway. */
const PLAIN: readonly unknown[] = [undefined, String, Object];

/** The metadata of a handler's parameter in Nest, by `<type>:<index>`. */
interface RouteParameter {
  index: number;
  pipes: unknown[];
}

/**
 * Validates every body, query and set of path parameters that has a class. A pipe for the whole application would do
 * the same, at the cost of several promises for every parameter of every request. Call it before `app.init()`.
 */
export function validateRequests(app: INestApplication): void {
  const modules = [...app.get(ModulesContainer).values()];
  for (const { metatype } of modules.flatMap(({ controllers }) => [...controllers.values()])) {
    for (
      let type: unknown = metatype;
      typeof type === 'function' && type.prototype;
      type = Object.getPrototypeOf(type)
    ) {
      for (const name of Object.getOwnPropertyNames(type.prototype)) validateHandler(type as Type, name);
    }
  }
}

function validateHandler(controller: Type, name: string): void {
  const noted = Reflect.getOwnMetadata(ROUTE_ARGS_METADATA, controller, name) as
    Record<string, RouteParameter> | undefined;
  const types = Reflect.getMetadata(PARAMTYPES_METADATA, controller.prototype as object, name) as unknown[] | undefined;
  for (const [key, parameter] of Object.entries(noted ?? {})) {
    const written = WRITTEN.includes(key.split(':')[0] ?? '') && !PLAIN.includes(types?.[parameter.index]);
    if (!written) continue;
    // Read now, so that a mistake in a class fails at the start rather than in a request.
    planOf(types?.[parameter.index] as Type);
    if (!parameter.pipes.includes(validation)) parameter.pipes.push(validation);
  }
}

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

  transform(sent: unknown, { type, metatype }: ArgumentMetadata): unknown {
    if (metatype === undefined) return sent;
    if (type !== 'query' && !repeated.has(metatype)) return read(metatype, sent);
    const kept = type === 'query' ? this.#queries : this.#bodies;
    const text = JSON.stringify(sent);
    const known = kept.get(metatype, text);
    if (known !== undefined) return known;
    const value = read(metatype, sent);
    frozen(value);
    kept.keep(metatype, text, value);
    return value;
  }
}

/** A request without a body is one without members. */
function read(type: Type, sent: unknown = {}): object {
  const { value, violations } = readByPlan(planOf(type), sent);
  if (violations) throw new Invalid(violations.map(({ message }) => message).join('; '), violations);
  return value;
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

const validation = new RequestValidation();
