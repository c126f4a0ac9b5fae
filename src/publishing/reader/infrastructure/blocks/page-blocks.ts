import { Injectable } from '@nestjs/common';
import { drawEnded, drawNotShown, drawRendered, type BlockContext, type NotShown } from '#contentkit-html';
import type { Caller } from '#kernel/application/caller';
import { Dispatcher } from '#kernel/application/dispatcher';
import type { ShownPage } from '#content';
import type { OutsideBlock, PageContext } from '#page-html';

import type { IntegrationBlock } from '#rich-document';
import { iconShape, wordsFor, type ThemeMode } from '#site-html';
import { ReadShownBlocks, type ShownBlock } from '../../../contract/shown-blocks.js';
import { MediaAddresses } from '../../../media/infrastructure/media-addresses.js';
import { BlockSession } from '../../domain/blocks/block-session.js';
import { integrationBlocks } from '../../domain/blocks/integration-blocks.js';
import { hrefOfPage } from '../references.js';
import type { ServedSite } from '../served-site.js';
import { BlockSeals, type BlockPlace } from './block-seals.js';

/** Blocks of one page that are shown. */
export const MOST_BLOCKS = 20;
/** For how many milliseconds a page waits for its blocks: it is read without those that are late. */
const PAGE_PATIENCE_MS = 700;

/** A block in the place that a reader has in it. */
export interface FoundBlock {
  block: IntegrationBlock;
  session: BlockSession;
  shown: ShownBlock;
}

/** The page that blocks are on. */
export interface BlocksPage {
  site: ServedSite;
  page: ShownPage;
}

/** What integrations show in pages: their scripts are asked for all blocks of a page together. */
@Injectable()
export class PageBlocks {
  constructor(
    private readonly dispatcher: Dispatcher,
    private readonly seals: BlockSeals,
    private readonly addresses: MediaAddresses,
  ) {}

  /** The blocks of a page; none where it has none. `known` are in the place of those with the same index. */
  async of(
    caller: Caller,
    { site, page }: BlocksPage,
    theme: ThemeMode | undefined,
    known: ReadonlyMap<number, FoundBlock> = new Map(),
  ): Promise<FoundBlock[]> {
    const blocks = integrationBlocks(page.document).slice(0, MOST_BLOCKS);
    const asked = blocks.flatMap((block, index) =>
      known.has(index) ? [] : [{ block, session: BlockSession.of(block) }],
    );
    const answers = await this.ask(caller, site, theme, asked, PAGE_PATIENCE_MS);
    const found = asked.map((one, at): FoundBlock => ({ ...one, shown: answers[at] ?? { kind: 'unknown' } }));
    return blocks.flatMap((_, index) => known.get(index) ?? found.shift() ?? []);
  }

  async ask(
    caller: Caller,
    site: ServedSite,
    theme: ThemeMode | undefined,
    asked: readonly Pick<FoundBlock, 'block' | 'session'>[],
    patience: number,
  ): Promise<readonly ShownBlock[]> {
    if (asked.length === 0) return [];
    const wanted = asked.map(({ block, session }) => session.wanted(block.data.integration));
    const mode = (theme ?? site.look.themes.default) === 'dark' ? 'dark' : 'light';
    return this.dispatcher.ask(new ReadShownBlocks(caller, site.space.id, mode, wanted, patience));
  }

  /** Draws the blocks that were found. */
  drawing(page: BlocksPage, found: readonly FoundBlock[], context: PageContext): (block: OutsideBlock) => string {
    const html = new Map(found.map((one, index) => [one.block as OutsideBlock, this.draw(page, one, index, context)]));
    let others = found.length;
    return (block) => html.get(block) ?? noteOf(block as IntegrationBlock, page.site, others++);
  }

  draw(page: BlocksPage, { block, session, shown }: FoundBlock, index: number, context: PageContext): string {
    const own = this.#contextOf(page, { block, session, shown }, index, context);
    const html =
      shown.kind === 'shown' && shown.output.type === 'element' ? drawRendered(shown.output, own) : undefined;
    if (html !== undefined) return html;
    // A block that has ended has nothing to show.
    if (shown.kind === 'shown' && shown.output.type === 'complete') return drawEnded(own.id);
    return drawNotShown({ ...notShown(block), ...reasonOf(page, shown, index, own) }, own);
  }

  #contextOf(
    { site, page }: BlocksPage,
    { block, session, shown }: FoundBlock,
    index: number,
    context: PageContext,
  ): BlockContext {
    const { integration, block: component } = block.data;
    const id = idAt(index);
    const place = placeOf(site, page, index, block);
    const { icons } = site.look.styling;
    const fields = pageFields(site, page, index);
    const views = shown.kind === 'shown' ? (session.answered(shown.output)?.views ?? session.views) : session.views;
    return {
      id,
      title: 'title' in shown ? shown.title : `${integration} ${component}`,
      words: wordsFor(site.language).block,
      page: { ...context, words: { ...context.words, table: `${context.words.table} ${index + 1}` } },
      icon: (name) => iconShape(name, icons),
      frame: (url, data) => this.addresses.webFrame(url, data),
      ...(site.place.preview
        ? {}
        : {
            form: {
              action: actionAt(site),
              fields: (controls) => {
                const sealed = this.seals.fieldsOf(place, { views, controls });
                return sealed && { ...fields, ...sealed };
              },
            },
          }),
    };
  }
}

export const placeOf = (
  site: ServedSite,
  { node }: ShownPage,
  index: number,
  { data }: IntegrationBlock,
): BlockPlace => ({
  ...{ siteSpace: site.place.siteSpace, page: node.record.id, index },
  ...{ integration: data.integration, component: data.block },
});

export const idAt = (index: number): string => `_block-${index + 1}`;

/** At the beginning of what one host or one site has. */
const actionAt = ({ place }: ServedSite): string => `${/^\/s\/[^/]+/.exec(place.siteBasePath)?.[0] ?? ''}/~/block`;

/** What names a block: the path of its page, and its place there. */
const pageFields = (site: ServedSite, { tree, node }: ShownPage, index: number): Record<string, string> => ({
  page: hrefOfPage(site.place.basePath, tree, node),
  block: String(index + 1),
});

const notShown = ({ data: { integration, block, url } }: IntegrationBlock): NotShown => ({ integration, block, url });

/** Why a block is not shown, and where it will be. What is not installed is only named. */
function reasonOf(
  { site, page }: BlocksPage,
  { kind }: ShownBlock,
  index: number,
  { words }: BlockContext,
): Pick<NotShown, 'message' | 'href'> {
  if (kind === 'unknown') return {};
  if (kind !== 'late' || site.place.preview) return { message: words.unavailable };
  const query = new URLSearchParams(pageFields(site, page, index)).toString();
  return { href: `${actionAt(site)}?${query}#${idAt(index)}` };
}

/** One of more blocks than are shown. */
const noteOf = (block: IntegrationBlock, site: ServedSite, index: number): string =>
  drawNotShown(notShown(block), { id: idAt(index), words: wordsFor(site.language).block });
