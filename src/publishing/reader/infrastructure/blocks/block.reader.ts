import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { BLOCK_FIELDS, chosenAction, enteredState } from '#contentkit-html';
import { Dispatcher } from '#kernel/application/dispatcher';
import { NotFound, TooManyRequests } from '#kernel/domain/errors';
import { Quotas, type Quota } from '#kernel/domain/quotas';
import { ReadShownPage, type ShownPage } from '#content';
import type { IntegrationBlock } from '#rich-document';
import type { ShownBlock } from '../../../contract/shown-blocks.js';
import { DrawBlock } from '../../application/blocks/block.queries.js';
import type { ReaderRequest } from '../../application/reader.queries.js';
import { BlockSession } from '../../domain/blocks/block-session.js';
import { integrationBlocks } from '../../domain/blocks/integration-blocks.js';
import { PublishedVisits, type Visit } from '../published-visits.js';
import { SiteDrawer } from '../site-drawer.js';
import { decodedPath } from '../site-page.reader.js';
import { BlockSeals } from './block-seals.js';
import { MOST_BLOCKS, PageBlocks, placeOf, type FoundBlock } from './page-blocks.js';

const WINDOW_MS = 60_000;
/** Blocks a minute: of one network at one site, and of all visitors of a site. */
const FROM_NETWORK = 60;
const FROM_SITE = 1_200;
/** For how many milliseconds a block is waited for that was asked for. Scripts have ten seconds. */
const PATIENCE_MS = 11_000;

/** A page of a visit, with one of its blocks. */
interface Named {
  visit: Visit;
  page: ShownPage;
  block: IntegrationBlock;
  index: number;
}

/** Blocks that readers ask for, and what they do in them: so many a minute. */
@QueryHandler(DrawBlock)
export class DrawBlockHandler implements IQueryHandler<DrawBlock> {
  readonly #fromNetwork: Quota;
  readonly #fromSite: Quota;

  constructor(
    private readonly dispatcher: Dispatcher,
    private readonly visits: PublishedVisits,
    private readonly drawer: SiteDrawer,
    private readonly blocks: PageBlocks,
    private readonly seals: BlockSeals,
    private readonly quotas: Quotas,
  ) {
    this.#fromNetwork = quotas.of('shown-blocks', FROM_NETWORK, WINDOW_MS);
    this.#fromSite = quotas.of('shown-blocks-of-site', FROM_SITE, WINDOW_MS);
  }

  async execute({ asked, address, named, form }: DrawBlock): Promise<string | undefined> {
    const visit = await this.visits.begin(asked.url, asked.visitor);
    if (visit?.kind !== 'visit' || visit.site.place.preview) return undefined;
    this.#take(visit.site.place.site, address);
    const { index, isAlone } = named;
    const page = await this.#page(visit);
    const block = page && integrationBlocks(page.document).slice(0, MOST_BLOCKS)[index];
    if (!block) return undefined;
    const session = form ? this.#done({ visit, page, block, index }, form) : BlockSession.of(block);
    if (!session) return undefined;
    const found = await this.#found({ visit, page, block, index }, session, asked);
    if (isAlone) return alone(await this.drawer.block(visit.caller, visit.site, page, index, found));
    return (await this.drawer.page(visit.caller, visit.site, page, asked.theme, new Map([[index, found]]))).html;
  }

  /** Throws TooManyRequests. */
  #take(siteId: string, address: string): void {
    const own = this.#fromNetwork.take(`${siteId} ${this.quotas.networkOf(address)}`);
    const taken = own.granted ? this.#fromSite.take(siteId) : own;
    if (taken.granted) return;
    throw new TooManyRequests(`Too many blocks were asked for: try again in ${Math.ceil(taken.resetsInMs / 1_000)} s`);
  }

  async #page(visit: Visit): Promise<ShownPage | undefined> {
    try {
      const content = this.visits.contentOf(visit);
      return await this.dispatcher.ask(
        new ReadShownPage(visit.caller, content, decodedPath(visit.site.place.pathname)),
      );
    } catch (error) {
      if (error instanceof NotFound) return undefined;
      throw error;
    }
  }

  /** Where what was done leads; undefined for a form that is not of this block as it was shown. */
  #done({ visit, page, block, index }: Named, form: URLSearchParams): BlockSession | undefined {
    const place = placeOf(visit.site, page, index, block);
    const sealed = this.seals.read(place, { state: form.get('state') ?? '', key: form.get('key') ?? '' });
    if (!sealed) return undefined;
    const session = BlockSession.at(sealed.views);
    const entered = session.entered(enteredState(session.shown.state ?? {}, sealed.controls, form));
    if (form.has(BLOCK_FIELDS.close)) return entered.closed();
    const action = chosenAction(sealed.controls, form);
    return action ? entered.done(action) : entered;
  }

  /** What the script answers. What has ended is closed, and what opened it is asked what it shows now. */
  async #found({ visit, block }: Named, session: BlockSession, { theme }: ReaderRequest): Promise<FoundBlock> {
    const ask = async (at: BlockSession): Promise<ShownBlock> => {
      const asked = [{ block, session: at }];
      const [shown] = await this.blocks.ask(visit.caller, visit.site, theme, asked, PATIENCE_MS);
      return shown ?? { kind: 'unknown' };
    };
    const shown = await ask(session);
    if (shown.kind !== 'shown' || shown.output.type !== 'complete') return { block, session, shown };
    const below = session.answered(shown.output);
    return below ? { block, session: below, shown: await ask(below) } : { block, session, shown };
  }
}

/** For the script of pages, which puts it into the page that it is of. */
const alone = (html: string): string => `<!doctype html><meta charset="utf-8"><title>.</title>${html}`;
