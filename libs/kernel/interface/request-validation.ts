import type { ArgumentMetadata, INestApplication, PipeTransform, Type } from '@nestjs/common';
import { PARAMTYPES_METADATA, ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import { ModulesContainer } from '@nestjs/core';
import { Invalid } from '../domain/errors.js';
import { planOf } from './bodies/class-plan.js';
import { readByPlan } from './bodies/read-by-plan.js';

/** Queries and bodies kept with what they became: the same ones are sent again and again. */
const MOST_QUERIES = 1_000;
const LONGEST_QUERY = 200;
const MOST_BODIES = 10_000;
const LONGEST_BODY = 500;

/** What a client writes: these parameters are validated where a class says what they must be. */
const WRITTEN: readonly string[] = [RouteParamtypes.BODY, RouteParamtypes.QUERY, RouteParamtypes.PARAM].map(String);
/** Types that say nothing of the kind; what stands in a path is a string anyway. */
const PLAIN: readonly unknown[] = [undefined, String, Object];

/** How Nest notes a parameter of a handler, under `<type>:<index>`. */
interface RouteParameter {
  index: number;
  pipes: unknown[];
}

/**
 * Lets every body, query and set of path parameters that has a class be validated. A pipe for the whole application
 * would do the same, and cost every parameter of every request a handful of promises. Call it before `app.init()`.
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
    // What a class says is read now: a mistake in it is to end the start, not a request.
    planOf(types?.[parameter.index] as Type);
    if (!parameter.pipes.includes(validation)) parameter.pipes.push(validation);
  }
}

const repeated = new WeakSet<object>();

/** Marks the class of bodies that are mostly like others before them, as when it is read by POST: short ones are kept. */
export const Repeated = (): ClassDecorator => (body) => void repeated.add(body);

/**
 * Bodies and queries become instances of their classes; members nobody declared are dropped, never refused. What a query
 * became follows from its text alone, so it is kept (frozen): checking it costs more than all else about routing it.
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

/** A request without a body is one whose members are all left out. */
function read(type: Type, sent: unknown = {}): object {
  const { value, violations } = readByPlan(planOf(type), sent);
  if (violations) throw new Invalid(violations.map(({ message }) => message).join('; '), violations);
  return value;
}

/** What texts became, by the class that they were read as. When there are too many all are forgotten. */
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
