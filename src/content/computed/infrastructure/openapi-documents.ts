import { Injectable } from '@nestjs/common';
import type { Caller } from '#kernel/application/caller';
import { Dispatcher } from '#kernel/application/dispatcher';
import { Invalid } from '#kernel/domain/errors';
import type { RichDocument } from '#rich-document';
import { ComputeOpenAPIDocument, type OpenAPIDocumentProps } from '../../contract/openapi.js';
import { GetSpace } from '../../contract/queries.js';
import type { ContentComputer, ContentSource } from '../../revisions/domain/computed/content-sources.js';
import { ShownSpecs } from './shown-specs.js';

const PAGED: readonly unknown[] = ['info', 'operations', 'tag'];

/**
 * Computes documents of OpenAPI specifications. Members may have any that their organization keeps; visitors of a site
 * those of specifications that the current content of the space shows them something of.
 */
@Injectable()
export class OpenAPIDocuments implements ContentComputer {
  constructor(
    private readonly dispatcher: Dispatcher,
    private readonly shown: ShownSpecs,
  ) {}

  async document(caller: Caller, spaceId: string, source: ContentSource): Promise<RichDocument | undefined> {
    const spec = source.dependencies['spec'];
    if (spec?.kind !== 'openapi') throw new Invalid('source.dependencies.spec: must lead to an OpenAPI specification');
    const props = readProps(source.props);
    const { organization } = await this.dispatcher.ask(new GetSpace(caller, spaceId));
    const shown = { organizationId: organization, spaceIds: [spaceId], claims: caller.visitor?.claims };
    if ((caller.visitor || caller.script) && !(await this.shown.have(shown, spec.id))) return undefined;
    return this.dispatcher.ask(new ComputeOpenAPIDocument(organization, spec.id, props));
  }
}

function readProps({ doc, page, method, deprecated }: ContentSource['props']): OpenAPIDocumentProps {
  if (doc === 'models') return { doc };
  if (typeof page !== 'string' || page === '') throw new Invalid('source.props.page: must be a text');
  if (PAGED.includes(doc)) return { doc: doc as 'info', page };
  if (doc !== 'operation') {
    throw new Invalid('source.props.doc: must be info, models, operations, tag or operation');
  }
  if (typeof method !== 'string' || method === '') throw new Invalid('source.props.method: must be a text');
  return { doc, page, method, ...(deprecated === true ? { deprecated } : {}) };
}
