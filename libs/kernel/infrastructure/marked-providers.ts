import { Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';

/** Finds the providers of all modules whose class bears a mark: metadata under a symbol. */
@Injectable()
export class MarkedProviders {
  constructor(private readonly discovery: DiscoveryService) {}

  /** The value of the mark, and the provider's instance. */
  with<M>(mark: symbol): [M, unknown][] {
    return this.discovery.getProviders().flatMap(({ metatype, instance }) => {
      const value =
        typeof metatype === 'function' ? (Reflect.getOwnMetadata(mark, metatype) as M | undefined) : undefined;
      return value !== undefined && instance ? [[value, instance] as [M, unknown]] : [];
    });
  }
}
