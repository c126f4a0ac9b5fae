import { ValidationPipe, type ArgumentMetadata, type PipeTransform } from '@nestjs/common';
import { Invalid } from '../domain/errors.js';

/** Queries kept with what they became: the same few are asked again and again. */
const MOST_QUERIES = 1_000;
const LONGEST_QUERY = 200;

/** Types whose values come as they are: what stands in a path or a header is a string. */
const PLAIN: readonly unknown[] = [undefined, String, Object];

/**
 * Bodies and queries become instances of their classes; members nobody declared are dropped, never refused. What a query
 * became follows from its text alone, so it is kept (frozen): checking it costs more than all else about routing it.
 */
export class RequestValidation implements PipeTransform {
  readonly #queries = new Map<unknown, Map<string, unknown>>();
  #kept = 0;
  readonly #validation = new ValidationPipe({
    transform: true,
    whitelist: true,
    exceptionFactory: (errors) => new Invalid(errors.map((error) => sentences(error)).join('; ')),
  });

  transform(value: unknown, metadata: ArgumentMetadata): unknown {
    if (metadata.type === 'custom' || PLAIN.includes(metadata.metatype)) return value;
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
