import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Caller } from '#kernel/application/caller';
import { Dispatcher } from '#kernel/application/dispatcher';
import { NotFound } from '#kernel/domain/errors';
import { Query } from '#kernel/domain/messages';
import type { RichDocument } from '#rich-document';
import { ContentComputers, type ContentSource } from '../../revisions/domain/computed/content-sources.js';
import { GetSpace } from '../../contract/queries.js';

export type { ContentSource } from '../../revisions/domain/computed/content-sources.js';

/** What a source says, for a page or a reusable content of a space. */
export class ComputeDocument extends Query<RichDocument> {
  constructor(
    readonly caller: Caller,
    readonly spaceId: string,
    readonly source: ContentSource,
    readonly seed: string,
  ) {
    super();
  }
}

@QueryHandler(ComputeDocument)
export class ComputeDocumentHandler implements IQueryHandler<ComputeDocument> {
  constructor(
    private readonly computers: ContentComputers,
    private readonly dispatcher: Dispatcher,
  ) {}

  async execute({ caller, spaceId, source, seed }: ComputeDocument): Promise<RichDocument> {
    await this.dispatcher.ask(new GetSpace(caller, spaceId));
    // Visitors read translated documents as they are stored.
    const isFor = !caller.visitor || source.type === 'builtin:openapi';
    const document = isFor && (await this.computers.of(source)?.document(caller, spaceId, source, seed));
    if (!document) throw new NotFound('Source of content not found');
    return document;
  }
}
