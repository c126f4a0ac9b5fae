import {
  ValidationPipe,
  type ArgumentMetadata,
  type INestApplication,
  type PipeTransform,
  type Type,
} from '@nestjs/common';
import { PARAMTYPES_METADATA, ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import { ModulesContainer } from '@nestjs/core';
import { Invalid } from '../domain/errors.js';
import { rememberMetadata } from './bodies/remembered-metadata.js';

/** Queries kept with what they became: the same few are asked again and again. */
const MOST_QUERIES = 1_000;
const LONGEST_QUERY = 200;

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
  rememberMetadata();
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
    if (written && !parameter.pipes.includes(validation)) parameter.pipes.push(validation);
  }
}

/**
 * Bodies and queries become instances of their classes; members nobody declared are dropped, never refused. What a query
 * became follows from its text alone, so it is kept (frozen): checking it costs more than all else about routing it.
 */
class RequestValidation implements PipeTransform {
  readonly #queries = new Map<unknown, Map<string, unknown>>();
  #kept = 0;
  readonly #validation = new ValidationPipe({
    transform: true,
    whitelist: true,
    exceptionFactory: (errors) => new Invalid(errors.map((error) => sentences(error)).join('; ')),
  });

  transform(value: unknown, metadata: ArgumentMetadata): unknown {
    if (metadata.type !== 'query') return this.#validation.transform(value, metadata);
    const text = JSON.stringify(value);
    return this.#queries.get(metadata.metatype)?.get(text) ?? this.#readQuery(value, text, metadata);
  }

  async #readQuery(value: unknown, text: string, metadata: ArgumentMetadata): Promise<unknown> {
    const read: unknown = Object.freeze(await this.#validation.transform(value, metadata));
    if (text.length > LONGEST_QUERY) return read;
    if (this.#kept >= MOST_QUERIES) this.#queries.clear();
    this.#kept = this.#kept >= MOST_QUERIES ? 1 : this.#kept + 1;
    const known = this.#queries.get(metadata.metatype) ?? new Map<string, unknown>();
    this.#queries.set(metadata.metatype, known.set(text, read));
    return read;
  }
}

const validation = new RequestValidation();

interface Violation {
  property: string;
  constraints?: Record<string, string>;
  children?: Violation[];
}

/**
 * "changes.0.title must be a string": what is wrong, with the path to it. Of several faults of one member the one of its
 * topmost decorator is told, which says what kind of value it takes.
 */
function sentences(error: Violation, path = ''): string {
  const own = Object.values(error.constraints ?? {})
    .slice(-1)
    .map((text) => `${path}${text}`);
  const nested = (error.children ?? []).map((child) => sentences(child, `${path}${error.property}.`));
  return [...own, ...nested].join('; ');
}
