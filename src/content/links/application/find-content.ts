import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Dispatcher } from '#kernel/application/dispatcher';
import { ApiAddress } from '#kernel/application/api-address';
import type { Caller } from '#kernel/application/caller';
import { JsonText, NotModified } from '#kernel/application/json-text';
import { NotFound } from '#kernel/domain/errors';
import { Query } from '#kernel/domain/messages';
import { GetSpace } from '../../contract/queries.js';
import { FindChangeRequestId } from '../../revisions/application/find-change-request-id.js';
import { GetChangeRequest } from '../../change-requests/application/change-request.queries.js';
import { GetCollection } from '../../spaces/application/collection/collection.queries.js';
import { GetPageByPath, ListFiles, type ContentTarget } from '../../revisions/application/content.queries.js';

/**
 * What an address of the application shows (ContentOfUrlView): a collection, or a space with the change request and the
 * page that the address names. NotFound for other addresses, and for what the caller may not know of.
 */
export class FindContentByUrl extends Query<JsonText> {
  constructor(
    readonly caller: Caller,
    readonly url: string,
  ) {
    super();
  }
}

@QueryHandler(FindContentByUrl)
export class FindContentByUrlHandler implements IQueryHandler<FindContentByUrl> {
  constructor(
    private readonly dispatcher: Dispatcher,
    private readonly address: ApiAddress,
  ) {}

  async execute({ caller, url }: FindContentByUrl): Promise<JsonText> {
    const [kind, id, ...rest] = this.#segmentsOf(url);
    if (kind === 'c' && id !== undefined && rest.length === 0) {
      return new JsonText(JSON.stringify({ collection: await this.dispatcher.ask(new GetCollection(caller, id)) }));
    }
    if (kind !== 's' || id === undefined) throw new NotFound('No content is at this address');
    return this.#inSpace(caller, id, rest);
  }

  async #inSpace(caller: Caller, spaceId: string, segments: readonly string[]): Promise<JsonText> {
    const [start, kind, id] = segments;
    const previewed = start === '~';
    const path = segments.slice(previewed ? 3 : 0).join('/');
    const target: ContentTarget = { spaceId };
    if (previewed && id === undefined) throw new NotFound('No content is at this address');
    if (previewed && kind === 'changes')
      target.changeRequestId = await this.dispatcher.ask(new FindChangeRequestId(caller, spaceId, id ?? ''));
    else if (previewed && kind === 'revisions') target.revisionId = id;
    else if (previewed) throw new NotFound('No content is at this address');
    const members = [`"space":${JSON.stringify(await this.dispatcher.ask(new GetSpace(caller, spaceId)))}`];
    if (target.changeRequestId !== undefined) {
      const key = { spaceId, changeRequestId: target.changeRequestId };
      const { view } = await this.dispatcher.ask(new GetChangeRequest(caller, key));
      members.push(`"changeRequest":${JSON.stringify(view)}`);
    }
    // Without a page nothing else tells whether there is such a revision.
    if (path === '' && target.revisionId !== undefined)
      await this.dispatcher.ask(new ListFiles(caller, target, { limit: 0 }, false));
    if (path !== '') {
      const reading = { format: 'document', refs: 'relative', metadata: true, computed: true } as const;
      const page = await this.dispatcher.ask(new GetPageByPath(caller, target, path, reading));
      if (!(page instanceof NotModified)) members.push(`"page":${page.text}`);
    }
    return new JsonText(`{${members.join(',')}}`);
  }

  /** The segments below the address of the application; none for an address elsewhere. */
  #segmentsOf(url: string): string[] {
    const [wanted, own] = [new URL(url), new URL(`${this.address.url}/`)];
    if (wanted.host !== own.host || !wanted.pathname.startsWith(own.pathname)) return [];
    return wanted.pathname.slice(own.pathname.length).split('/').flatMap(decoded);
  }
}

function decoded(segment: string): string[] {
  if (segment === '') return [];
  try {
    return [decodeURIComponent(segment)];
  } catch {
    return [segment];
  }
}
