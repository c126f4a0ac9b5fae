import { Aggregate, type AggregateState } from '#kernel/domain/aggregate';
import { canonicalJson } from '#kernel/domain/canonical-json';
import { Conflict, Invalid } from '#kernel/domain/errors';
import { newId } from '#kernel/domain/id';
import { SiteDeleted, SitePublished, SiteUnpublished, SiteUpdated } from '../../../contract/events.js';
import type { SiteScriptView } from '../../../contract/site.view.js';
import {
  EMPTY_STRUCTURE,
  sectionsOf,
  shownOtherwise,
  type SiteSpaceEntry,
  type SiteStructure,
} from '../structure/structure.js';
import {
  letsInOthers,
  SITE_TITLE,
  segmentOf,
  validHostname,
  validProxy,
  validSegment,
  validText,
  type SiteType,
  type Visibility,
} from './site-fields.js';
import { validScripts } from './site-scripts.js';

export interface SiteState extends AggregateState {
  organizationId: string;
  type: SiteType;
  title: string;
  visibility: Visibility;
  /** Its segment among the sites of its organization. */
  basename: string;
  /** Its own host name. */
  hostname: string | null;
  /** A host and a path elsewhere, from which requests are forwarded to it. */
  proxy: string | null;
  published: boolean;
  publishedAt: Date | null;
  /** Whether the claims of visitors are evaluated. */
  adaptiveContent: boolean;
  agentsContext: 'included' | 'excluded';
  structure: SiteStructure;
  /** The ids of the spaces in it. */
  spaces: string[];
  /** The scripts that integrations put on its pages. */
  scripts: SiteScriptView[];
  /** A counter that ends all current visits when it grows. */
  access: number;
  createdBy: string;
  createdAt: Date;
  updatedAt: Date;
}

export interface NewSite {
  type?: SiteType | undefined;
  title?: string | undefined;
  visibility?: Visibility | undefined;
}

/** What a caller may change of a site itself; a member left out stays. */
export interface SiteChanges {
  title?: string | undefined;
  visibility?: Visibility | undefined;
  basename?: string | undefined;
  hostname?: string | null | undefined;
  proxy?: string | null | undefined;
  adaptiveContent?: boolean | undefined;
  agentsContext?: 'included' | 'excluded' | undefined;
  defaultSiteSpace?: string | undefined;
  defaultSiteSection?: string | undefined;
}

const UNTITLED = 'Untitled site';

/**
 * A site publishes spaces to the readers that its visibility lets in. It is created unpublished, and can be published
 * and taken offline repeatedly; tokens of visitors end when it goes offline. Changes of the structure are in
 * `structure-draft.ts`.
 */
export class Site extends Aggregate<SiteState> {
  #published = publicationOf(this.state);

  static create(
    organizationId: string,
    { type = 'basic', title = UNTITLED, visibility = 'public' }: NewSite,
    basenames: ReadonlySet<string>,
    createdBy: string,
    now: Date,
  ): Site {
    return new Site({
      id: newId(now.getTime()),
      organizationId,
      version: 0,
      type,
      title: validText('title', title, SITE_TITLE),
      visibility,
      basename: segmentOf(title, basenames, 'site'),
      hostname: null,
      proxy: null,
      published: false,
      publishedAt: null,
      adaptiveContent: false,
      agentsContext: 'included',
      structure: structuredClone(EMPTY_STRUCTURE),
      spaces: [],
      scripts: [],
      access: 0,
      createdBy,
      createdAt: now,
      updatedAt: now,
    });
  }

  static from(state: SiteState): Site {
    return new Site(state);
  }

  get organizationId(): string {
    return this.state.organizationId;
  }

  get title(): string {
    return this.state.title;
  }

  get visibility(): Visibility {
    return this.state.visibility;
  }

  get published(): boolean {
    return this.state.published;
  }

  get structure(): Readonly<SiteStructure> {
    return this.state.structure;
  }

  /** Whether these changes show the content of the site to other readers than before; false for an unpublished site. */
  showsToOthers({ visibility, adaptiveContent, agentsContext }: SiteChanges): boolean {
    const { state } = this;
    return (
      state.published &&
      ((visibility !== undefined && letsInOthers(state.visibility, visibility)) ||
        (adaptiveContent !== undefined && adaptiveContent !== state.adaptiveContent) ||
        (agentsContext === 'included' && state.agentsContext === 'excluded'))
    );
  }

  /** Whether a new share link lets in readers at once. */
  get openToShareLinks(): boolean {
    return this.state.published && this.state.visibility === 'share-link';
  }

  /** Whether the claims of visitors decide what they see. */
  get heedsClaims(): boolean {
    return this.state.published && this.state.adaptiveContent;
  }

  update(changes: SiteChanges, now: Date): void {
    const { state } = this;
    const { title, visibility, basename, hostname, proxy, adaptiveContent, agentsContext } = changes;
    if (title !== undefined) state.title = validText('title', title, SITE_TITLE);
    if (basename !== undefined) state.basename = validSegment('basename', basename);
    if (hostname !== undefined) state.hostname = hostname === null ? null : validHostname(hostname);
    if (proxy !== undefined) state.proxy = proxy === null ? null : validProxy(proxy);
    if (adaptiveContent !== undefined && adaptiveContent !== state.adaptiveContent) {
      state.adaptiveContent = adaptiveContent;
      beginShowing(state.structure.siteSpaces, now);
    }
    if (agentsContext !== undefined) state.agentsContext = agentsContext;
    if (visibility !== undefined && visibility !== state.visibility) {
      state.visibility = visibility;
      state.access++;
      beginShowing(state.structure.siteSpaces, now);
    }
    this.#setDefaults(changes);
    this.touch(now);
  }

  #setDefaults({ defaultSiteSection, defaultSiteSpace }: SiteChanges): void {
    const { structure } = this.state;
    if (defaultSiteSection !== undefined) {
      if (!sectionsOf(structure).some(({ id }) => id === defaultSiteSection))
        throw new Invalid('defaultSiteSection must be a section of the site');
      structure.defaultSection = defaultSiteSection;
    }
    if (defaultSiteSpace === undefined) return;
    const section = sectionsOf(structure).find(({ id }) => id === structure.defaultSection);
    const found = structure.siteSpaces.find(({ id }) => id === defaultSiteSpace);
    if (!found || found.section !== (section?.id ?? null))
      throw new Invalid('defaultSiteSpace must be a site space of the default section, or of a site without sections');
    if (section) section.defaultSiteSpace = defaultSiteSpace;
    else structure.defaultSiteSpace = defaultSiteSpace;
  }

  /** Replaces the structure with the one that `structure-draft.ts` computed. */
  restructure(structure: SiteStructure, now: Date): void {
    beginShowing(shownOtherwise(this.state.structure, structure), now);
    this.state.structure = structure;
    this.state.spaces = [...new Set(structure.siteSpaces.map(({ space }) => space))];
    this.touch(now);
  }

  /** Returns whether these are other scripts than before. */
  replaceScripts(scripts: readonly SiteScriptView[], now: Date): boolean {
    const valid = validScripts(scripts);
    if (canonicalJson(valid) === canonicalJson(this.state.scripts)) return false;
    this.state.scripts = valid;
    this.touch(now);
    return true;
  }

  /** Marks a space of the structure as deleted (`away`) or restored. */
  setAway(space: string, away: boolean, now: Date): void {
    const found = this.state.structure.siteSpaces.find((siteSpace) => siteSpace.space === space);
    if (!found || found.away === away) return;
    found.away = away;
    beginShowing([found], now);
    this.touch(now);
  }

  publish(now: Date): void {
    if (this.state.published) return;
    if (this.state.structure.siteSpaces.length === 0) throw new Conflict('A site without a space can not be published');
    Object.assign(this.state, { published: true, publishedAt: now });
    beginShowing(this.state.structure.siteSpaces, now);
    this.record(new SitePublished(this.organizationId, this.id));
    this.touch(now);
  }

  /** Takes the site offline and ends all visits. Its structure and settings stay. */
  unpublish(now: Date): void {
    if (!this.state.published) return;
    Object.assign(this.state, { published: false, publishedAt: null });
    this.record(new SiteUnpublished(this.organizationId, this.id));
    this.endVisits(now);
  }

  /** Deletes the site, which ends its publication. */
  delete(): void {
    Object.assign(this.state, { published: false, publishedAt: null });
    this.record(new SiteDeleted(this.organizationId, this.id));
  }

  /** Ends all visits: tokens of visitors become invalid, and visitors must be admitted again by the current rules. */
  endVisits(now: Date): void {
    this.state.access++;
    this.touch(now);
  }

  /** Notes a change of data that belongs to the site, so that cached copies of it are invalidated. */
  touch(now: Date): void {
    this.state.updatedAt = now;
    this.record(new SiteUpdated(this.organizationId, this.id));
  }

  /**
   * Returns the spaces whose published address or audience may have changed since the site was loaded or since the last
   * call. Called when the site is saved: Content stores where its spaces are published.
   */
  takeMovedSpaces(): string[] {
    const before = this.#published;
    this.#published = publicationOf(this.state);
    return before.mark === this.#published.mark ? [] : [...new Set([...this.#published.spaces, ...before.spaces])];
  }

  override stored(version: number): void {
    super.stored(version);
    if (publicationOf(this.state).mark !== this.#published.mark)
      throw new Error('A site whose spaces moved was saved, and it was not asked which: it is to be saved by saveSite');
  }

  override takeEvents() {
    // Several changes at once result in one SiteUpdated.
    const events = super.takeEvents();
    const last = events.findLastIndex((event) => event instanceof SiteUpdated);
    return events.filter((event, index) => !(event instanceof SiteUpdated) || index === last);
  }
}

/** The spaces that a site publishes, and a fingerprint of everything that decides where and for whom. */
function publicationOf({ published, basename, hostname, proxy, visibility, structure, spaces }: SiteState) {
  const { siteSpaces, items, defaultSection, defaultSiteSpace } = structure;
  const decisive = [basename, hostname, proxy, visibility, siteSpaces, items, defaultSection, defaultSiteSpace];
  return { mark: published ? canonicalJson(decisive) : '', spaces };
}

/** Records since when spaces are shown to new readers, who must not see what was in them before. */
function beginShowing(siteSpaces: readonly SiteSpaceEntry[], now: Date): void {
  for (const siteSpace of siteSpaces) siteSpace.since = now.toISOString();
}
