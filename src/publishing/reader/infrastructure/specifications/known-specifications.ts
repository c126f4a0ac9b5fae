import { buffer } from 'node:stream/consumers';
import { Injectable } from '@nestjs/common';
import type { LRUCache } from 'lru-cache';
import { CacheBudget } from '#kernel/infrastructure/memory/cache-budget';
import type { Caller } from '#kernel/application/caller';
import { Dispatcher } from '#kernel/application/dispatcher';
import { NotFound } from '#kernel/domain/errors';
import { ReadOpenAPISpecContent } from '../../../openapi/application/openapi-spec.queries.js';
import type * as tasks from './specification-tasks.js';
import { SpecificationProcess } from './specification-process.js';

/** A specification at one of its versions. */
export class KnownSpecification {
  constructor(
    private readonly process: SpecificationProcess,
    private readonly name: string,
    readonly etag: string,
    private readonly text: Uint8Array,
  ) {}

  /** Identifies the specification and its version. */
  get key(): string {
    return `${this.name} ${this.etag}`;
  }

  /** Runs a task with it, in the process: with its text only where the process does not know it yet. */
  async run<N extends keyof typeof tasks>(
    name: N,
    ...more: Parameters<(typeof tasks)[N]> extends [string, Uint8Array | undefined, ...infer M] ? M : never
  ): Promise<ReturnType<(typeof tasks)[N]> | undefined> {
    type Args = Parameters<(typeof tasks)[N]>;
    const known = await this.process.run(this.name, name, ...([this.key, undefined, ...more] as unknown as Args));
    return known ?? this.process.run(this.name, name, ...([this.key, this.text, ...more] as unknown as Args));
  }
}

/** The specifications that pages show. Their versions are asked for each time; their texts are read when they change. */
@Injectable()
export class KnownSpecifications {
  /** Their texts are kept for the process, which may have to read one again. */
  readonly #known: LRUCache<string, KnownSpecification>;

  constructor(
    private readonly dispatcher: Dispatcher,
    private readonly process: SpecificationProcess,
    caches: CacheBudget,
  ) {
    this.#known = caches.lru('texts of specifications');
  }

  /** Undefined for one that the caller is not shown. */
  async read(caller: Caller, organizationId: string, specSlug: string): Promise<KnownSpecification | undefined> {
    const name = `${organizationId}/${specSlug}`;
    const known = this.#known.get(name);
    // It starts while the text is read.
    if (!known) this.process.start(name);
    const conditions = { ifNoneMatch: known?.etag, headOnly: false };
    try {
      const query = new ReadOpenAPISpecContent(caller, { organizationId, specSlug }, 'content', conditions);
      const { etag, body } = await this.dispatcher.ask(query);
      if (!body) return known;
      const text = await buffer(body);
      const specification = new KnownSpecification(this.process, name, etag, text);
      this.#known.set(name, specification, { size: text.length });
      return specification;
    } catch (error) {
      if (error instanceof NotFound) return undefined;
      throw error;
    }
  }
}
