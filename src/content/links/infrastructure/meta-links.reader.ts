import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { NotFound } from '#kernel/domain/errors';
import type { ContentRef } from '#rich-document';
import { GetMetaLinks } from '../application/link.queries.js';
import type { MetaLinksView, MetaPageView, MetaUrlView } from '../application/meta-links.view.js';
import { RevisionReader } from '../../revisions/infrastructure/revision/open-revision.js';
import { RevisionPages } from '../../revisions/infrastructure/revision/revision-pages.js';

@QueryHandler(GetMetaLinks)
export class GetMetaLinksHandler implements IQueryHandler<GetMetaLinks> {
  constructor(
    private readonly revisions: RevisionReader,
    private readonly pages: RevisionPages,
  ) {}

  async execute({ caller, target, pageId }: GetMetaLinks): Promise<MetaLinksView> {
    const revision = await this.revisions.open(caller, target);
    const record = await this.pages.record(revision, pageId);
    if (!record) throw new NotFound('Page not found');
    const { canonical, alternates } = record.metaLinks ?? {};
    const view: MetaLinksView = {};
    const first = canonical && metaLink(canonical, revision.spaceId);
    if (first) view.canonical = first;
    if (alternates) view.alternates = alternates.flatMap((ref) => metaLink(ref, revision.spaceId) ?? []);
    return view;
  }
}

/** A page or a URL; nothing else can be a canonical page or an alternate. */
function metaLink(ref: ContentRef, spaceId: string): MetaPageView | MetaUrlView | undefined {
  if (ref.kind === 'url') return { kind: 'url', url: ref.url };
  if ((ref.kind !== 'page' && ref.kind !== 'anchor') || ref.page === undefined) return undefined;
  return { kind: 'page', page: ref.page, space: ref.space ?? spaceId };
}
