import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';

/**
 * Finds the providers of all modules whose class bears a mark: metadata under a symbol. Once all modules are there, those
 * of a mark are looked for once: there are more than a thousand providers.
 */
@Injectable()
export class MarkedProviders implements OnApplicationBootstrap {
  readonly #found = new Map<symbol, [unknown, unknown][]>();
  #isComplete = false;

  constructor(private readonly discovery: DiscoveryService) {}

  onApplicationBootstrap(): void {
    this.#isComplete = true;
  }

  /** The value of the mark, and the provider's instance. */
  with<M>(mark: symbol): readonly [M, unknown][] {
    const known = this.#found.get(mark);
    if (known) return known as [M, unknown][];
    const found = this.discovery.getProviders().flatMap(({ metatype, instance }) => {
      const value =
        typeof metatype === 'function' ? (Reflect.getOwnMetadata(mark, metatype) as M | undefined) : undefined;
      return value !== undefined && instance ? [[value, instance] as [M, unknown]] : [];
    });
    if (this.#isComplete) this.#found.set(mark, found);
    return found;
  }
}
