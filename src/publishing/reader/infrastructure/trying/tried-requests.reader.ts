import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { API_ENGLISH, type PlannedRequest } from '#api-html';
import type { Caller } from '#kernel/application/caller';
import { Dispatcher } from '#kernel/application/dispatcher';
import { Invalid, NotFound } from '#kernel/domain/errors';
import { ReadShownPage, type ShownPage } from '#content';
import { wordsFor } from '#site-html';
import { SendTriedRequest, type TriedAnswer, type TriedForm } from '../../application/trying/tried-requests.queries.js';
import { specificationBlocks } from '../../domain/specification-blocks.js';
import { PublishedVisits, type Visit } from '../published-visits.js';
import { decodedPath } from '../site-page.reader.js';
import { KnownSpecifications } from '../specifications/known-specifications.js';
import { TriedCalls } from './tried-calls.js';

/** What a request is planned with: nothing is drawn of it. */
const CONTEXT = { prefix: 'try', locale: 'en', words: API_ENGLISH, pageWords: wordsFor('en').page };

/** Sends requests from pages: of operations that the page shows to its visitor, as their specifications say. */
@QueryHandler(SendTriedRequest)
export class SendTriedRequestHandler implements IQueryHandler<SendTriedRequest> {
  constructor(
    private readonly dispatcher: Dispatcher,
    private readonly visits: PublishedVisits,
    private readonly specifications: KnownSpecifications,
    private readonly calls: TriedCalls,
  ) {}

  async execute({ asked, address, form }: SendTriedRequest): Promise<TriedAnswer | undefined> {
    const visit = await this.visits.begin(asked.url, asked.visitor);
    if (visit?.kind !== 'visit') return undefined;
    this.calls.take(visit.site.place.site, address);
    const page = await this.#page(visit);
    if (!page || !shows(page, form)) return undefined;
    const planned = await this.#plan(visit.caller, page.organizationId, form);
    if (planned === undefined) return undefined;
    if ('problem' in planned) throw new Invalid(planned.problem);
    return this.calls.send(address, planned, form.files);
  }

  async #page(visit: Visit): Promise<ShownPage | undefined> {
    try {
      const content = this.visits.contentOf(visit);
      const path = decodedPath(visit.site.place.pathname);
      return await this.dispatcher.ask(new ReadShownPage(visit.caller, content, path));
    } catch (error) {
      if (error instanceof NotFound) return undefined;
      throw error;
    }
  }

  async #plan(
    caller: Caller,
    organizationId: string,
    { spec, path, method, fields, files }: TriedForm,
  ): Promise<PlannedRequest | { problem: string } | undefined> {
    const specification = await this.specifications.read(caller, organizationId, spec);
    const planned = await specification?.run(
      'planTriedRequest',
      { path, method: method.toLowerCase() },
      fields,
      // The bytes stay in this process.
      Object.fromEntries(
        Object.entries(files).map(([name, all]) => [name, all.map(({ name, type }) => ({ name, type }))]),
      ),
      CONTEXT,
    );
    return planned ?? undefined;
  }
}

/** Whether a page has a block of this very operation. */
function shows({ document }: ShownPage, { spec, path, method }: TriedForm): boolean {
  return specificationBlocks(document).some(
    ({ type, data }) =>
      type === 'openapi-operation' &&
      data.ref.kind === 'openapi' &&
      data.ref.spec === spec &&
      data.path === path &&
      data.method.toLowerCase() === method.toLowerCase(),
  );
}
