import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Dispatcher } from '#kernel/application/dispatcher';
import { ReadShownPages } from '#content';
import { DrawAllPages } from '../application/all-pages.queries.js';
import type { KeptText } from '../application/reader.queries.js';
import { KeptTexts } from './kept-texts.js';
import { listedPages, partOf } from './listed-tree.js';
import { PublishedVisits } from './published-visits.js';
import { References } from './references.js';
import { SiteDrawer } from './site-drawer.js';
import { isShared } from './site-page.reader.js';

/** The list of all pages: what a page does not show of a large tree is found there, without script. */
@QueryHandler(DrawAllPages)
export class DrawAllPagesHandler implements IQueryHandler<DrawAllPages> {
  constructor(
    private readonly dispatcher: Dispatcher,
    private readonly visits: PublishedVisits,
    private readonly drawer: SiteDrawer,
    private readonly kept: KeptTexts,
  ) {}

  async execute({ request, part }: DrawAllPages): Promise<KeptText | undefined> {
    const visit = await this.visits.begin(request.url, request.visitor);
    if (visit?.kind !== 'visit') return undefined;
    const { caller, site, stamp } = visit;
    const key = JSON.stringify([stamp, 'all pages', part, request.theme ?? '']);
    const known = this.kept.get(key);
    if (known) return known;
    const tree = await this.dispatcher.ask(new ReadShownPages(caller, this.visits.contentOf(visit)));
    const base = site.place.basePath;
    const listed = await partOf(tree, part);
    if (!listed) return undefined;
    const links = listed.groups
      .flatMap(({ path, nodes }) => [...path, ...nodes])
      .flatMap(({ record }) => (record.type === 'link' && record.target ? [record.target] : []));
    const references = await References.read({ dispatcher: this.dispatcher, caller }, site, { tree }, links);
    const content = listedPages(tree, part, listed, { base, address: `${base}~/pages`, references });
    const text = await this.drawer.other(caller, site, content, request.theme);
    return this.kept.keep(key, { text, type: 'text/html; charset=utf-8', shared: isShared(site), hidden: true });
  }
}
