import { Injectable } from '@nestjs/common';
import { Dispatcher } from '#kernel/application/dispatcher';
import { ComputeOpenAPIPages, type OpenAPIPages } from '../../../contract/openapi.js';
import { specOf, type PagesSource } from '../../domain/computed/pages-source.js';
import type { SourcePages } from '../../domain/computed/computed-page-generator.js';

/** Requests the pages from the context that stores the specifications. */
@Injectable()
export class AskedPages implements SourcePages {
  constructor(private readonly dispatcher: Dispatcher) {}

  of(organizationId: string, sources: readonly PagesSource[]): Promise<(OpenAPIPages | undefined)[]> {
    const wanted = sources.map((source) => ({ spec: specOf(source), props: source.props }));
    return this.dispatcher.ask(new ComputeOpenAPIPages(organizationId, wanted));
  }
}
