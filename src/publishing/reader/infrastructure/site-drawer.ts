import { Injectable } from '@nestjs/common';
import type { Caller } from '#kernel/application/caller';
import { Dispatcher } from '#kernel/application/dispatcher';
import { Settings } from '#kernel/infrastructure/settings';
import type { ShownPage } from '#content';
import { UsersByIds } from '#organization';
import type { OutsideBlock, Person } from '#page-html';
import { collectReferences, type ContentRef } from '#rich-document';
import {
  directionOf,
  drawSitePage,
  type ConnectPage,
  type FaultPage,
  type PagesPage,
  type SearchPage,
  type SiteFrame,
  type ThemeMode,
} from '#site-html';
import { PageBlocks, type FoundBlock } from './blocks/page-blocks.js';
import type { ServedSite } from './served-site.js';
import { contextOf } from './page-context.js';
import { documentPage, isHidden, metadataOf } from './document-page.js';
import { frameOf, frameReferences } from './frame.js';
import { hrefOfPage, References } from './references.js';
import { samePages, type SamePages } from './same-pages.js';
import { ShownMedia } from './shown-media.js';
import { ShownSpecs } from './shown-specs.js';
import { SiteFiles } from './site-files.js';
import { shownLinks } from './tree-entries.js';

/** People whom one page may name. */
const MOST_PEOPLE = 200;

export interface DrawnPage {
  html: string;
  /** Whether search engines are asked not to list it. */
  hidden: boolean;
  /** Whether it changes without the space: it names people, shows specifications or integrations, or lacks diagrams yet. */
  mayChange: boolean;
}

/** Draws the pages of sites. */
@Injectable()
export class SiteDrawer {
  constructor(
    private readonly dispatcher: Dispatcher,
    private readonly settings: Settings,
    private readonly files: SiteFiles,
    private readonly specs: ShownSpecs,
    private readonly media: ShownMedia,
    private readonly blocks: PageBlocks,
  ) {}

  /** `known`: blocks of integrations in which the reader did something, by their places. */
  async page(
    caller: Caller,
    site: ServedSite,
    page: ShownPage,
    theme: ThemeMode | undefined,
    known?: ReadonlyMap<number, FoundBlock>,
  ): Promise<DrawnPage> {
    const { node, tree, document } = page;
    const named = collectReferences(document).map(({ ref }) => ref);
    const links = shownLinks(tree, node);
    const { canonical, alternates = [] } = node.record.metaLinks ?? {};
    const wanted = [...named, ...links, ...alternates, ...(canonical ? [canonical] : []), ...frameReferences(site)];
    const own = { tree, page: node };
    const reading = { dispatcher: this.dispatcher, caller };
    const [references, same, people, block, { diagram, isWhole }, found] = await Promise.all([
      References.read(reading, site, own, wanted),
      samePages(reading, site, page),
      this.#people(page.organizationId, named),
      this.specs.of(caller, {
        organizationId: page.organizationId,
        document,
        language: site.language,
        trying: tryingAt(site, hrefOfPage(site.place.basePath, tree, node)),
      }),
      this.media.diagramsOf(document, site.place.site),
      this.blocks.of(caller, { site, page }, theme, known),
    ]);
    const drawnWith = { references, people, ...this.media.parts };
    const shown = this.blocks.drawing({ site, page }, found, contextOf(site, page, drawnWith));
    const outside = (one: OutsideBlock) => (one.type === 'integration' ? shown(one) : block?.(one));
    const context = contextOf(site, page, { ...drawnWith, diagram, block: outside });
    const shared = this.#frame(site, references, theme, hrefOfPage(site.place.basePath, tree, node), same);
    const frame = { ...shared, files: { ...shared.files, ...this.#sheetsOf(block !== undefined, found.length > 0) } };
    const content = documentPage(site, page, references, context, frame.search?.ask === true);
    const metadata = metadataOf(site, page, references, same.at);
    return {
      html: drawSitePage({ frame, metadata, content }),
      hidden: isHidden(site, page),
      mayChange: block !== undefined || people.size > 0 || !isWhole || found.length > 0,
    };
  }

  /** One block of a page by itself, as the page shows it. */
  async block(caller: Caller, site: ServedSite, page: ShownPage, index: number, found: FoundBlock): Promise<string> {
    const references = await References.read(
      { dispatcher: this.dispatcher, caller },
      site,
      { tree: page.tree, page: page.node },
      [],
    );
    const context = contextOf(site, page, { references, people: new Map(), ...this.media.parts });
    return this.blocks.draw({ site, page }, found, index, context);
  }

  /** The style sheets of what only some pages show. */
  #sheetsOf(api: boolean, kit: boolean): Partial<SiteFrame['files']> {
    return { ...(api ? { api: this.files.api } : {}), ...(kit ? { kit: this.files.kit } : {}) };
  }

  /** The page for what is not there, in the look of the site. */
  fault(caller: Caller, site: ServedSite, status: 404, theme: ThemeMode | undefined): Promise<string> {
    return this.other(caller, site, { kind: 'fault', status, message: '' }, theme);
  }

  /** A page that is no document. */
  async other(
    caller: Caller,
    site: ServedSite,
    content: SearchPage | PagesPage | ConnectPage | FaultPage,
    theme: ThemeMode | undefined,
  ): Promise<string> {
    const reading = { dispatcher: this.dispatcher, caller };
    const references = await References.read(reading, site, undefined, frameReferences(site));
    const frame = this.#frame(site, references, theme, site.place.siteBasePath);
    const metadata = { title: frame.title, canonical: site.canonical(frame.root), alternates: [], hidden: true };
    return drawSitePage({ frame, metadata, content });
  }

  #frame(
    site: ServedSite,
    references: References,
    theme: ThemeMode | undefined,
    here: string,
    same?: SamePages,
  ): SiteFrame {
    const { files, topColors } = this.files.of(site);
    return frameOf(site, {
      references,
      here,
      files: this.media.icon(site, files),
      topColors,
      direction: directionOf(site.language),
      ask: this.settings.model !== undefined,
      theme: site.look.themes.toggeable ? theme : undefined,
      picture: this.media.parts.picture,
      preview: site.preview,
      same,
      signOut: signOutOf(site),
    });
  }

  async #people(organizationId: string, refs: readonly ContentRef[]): Promise<Map<string, Person>> {
    const ids = [...new Set(refs.flatMap((ref) => (ref.kind === 'user' ? [ref.user] : [])))].slice(0, MOST_PEOPLE);
    if (ids.length === 0) return new Map();
    const users = await this.dispatcher.ask(new UsersByIds(ids, organizationId));
    return new Map([...users].map(([id, { displayName }]) => [id, { name: displayName }]));
  }
}

/** Where a visitor who signed in forgets that, if there is a place where they sign out. */
function signOutOf({ place, view }: ServedSite): string | undefined {
  const isKnown = view.site.visibility === 'visitor-auth' || place.contextId !== undefined;
  return isKnown && view.site.urls.logout !== undefined ? `${place.siteBasePath}~/sign-out` : undefined;
}

/** Where requests of a page are tried: at the beginning of what one host or one site has, and not in previews. */
function tryingAt({ place }: ServedSite, page: string): { action: string; page: string } | undefined {
  if (place.preview) return undefined;
  const action = `${/^\/s\/[^/]+/.exec(place.siteBasePath)?.[0] ?? ''}/~/try`;
  return { action, page };
}
