import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Dispatcher } from '#kernel/application/dispatcher';
import { ReadPrint } from '#content';
import { orNothing } from '../application/or-nothing.js';
import { DrawConnectPage, ReadSitePrint } from '../application/page-actions.queries.js';
import type { KeptText } from '../application/reader.queries.js';
import { KeptTexts } from './kept-texts.js';
import { isForAgents } from './page-actions.js';
import { pathOf } from './page-context.js';
import { PublishedVisits } from './published-visits.js';
import { SiteDrawer } from './site-drawer.js';
import { isShared } from './site-page.reader.js';

const USUAL_NAME = 'docs';
const LONGEST_NAME = 40;

@QueryHandler(DrawConnectPage)
export class DrawConnectPageHandler implements IQueryHandler<DrawConnectPage> {
  constructor(
    private readonly visits: PublishedVisits,
    private readonly drawer: SiteDrawer,
    private readonly kept: KeptTexts,
  ) {}

  async execute({ request }: DrawConnectPage): Promise<KeptText | undefined> {
    const visit = await this.visits.begin(request.url, request.visitor);
    if (visit?.kind !== 'visit' || !visit.site.look.pageActions.items.includes('mcp')) return undefined;
    const { caller, site, stamp } = visit;
    if (!isForAgents(site)) return undefined;
    const key = JSON.stringify([stamp, 'connect', request.theme ?? '']);
    const known = this.kept.get(key);
    if (known) return known;
    const address = site.canonical(`${site.place.siteBasePath}~/mcp`);
    const content = { kind: 'connect', address, name: nameOf(site.title) } as const;
    const text = await this.drawer.other(caller, site, content, request.theme);
    return this.kept.keep(key, { text, type: 'text/html; charset=utf-8', shared: isShared(site), hidden: true });
  }
}

/** A title as settings of assistants name a server: letters, digits and hyphens. */
function nameOf(title: string): string {
  const name = title.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  return name.slice(0, LONGEST_NAME).replace(/^-+|-+$/g, '') || USUAL_NAME;
}

@QueryHandler(ReadSitePrint)
export class ReadSitePrintHandler implements IQueryHandler<ReadSitePrint> {
  constructor(private readonly dispatcher: Dispatcher) {}

  async execute({ print }: ReadSitePrint): Promise<string | 'late' | undefined> {
    const url = await orNothing(this.dispatcher.ask(new ReadPrint(print)).then((found) => found ?? 'late'));
    return url === undefined || url === 'late' ? url : pathOf(url);
  }
}
