import { hash } from 'node:crypto';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { LRUCache } from 'lru-cache';
import { conditionHolds } from '#adaptive';
import { Dispatcher } from '#kernel/application/dispatcher';
import { JsonText } from '#kernel/application/json-text';
import { NotFound } from '#kernel/domain/errors';
import { CacheBudget } from '#kernel/infrastructure/memory/cache-budget';
import { Settings } from '#kernel/infrastructure/settings';
import { StampedSpacesByIds, StampOfSpaces } from '#content';
import { AllowsAI } from '#organization';
import type { Role } from '#permissions';
import { visibleStructure } from '../../sites/domain/site/addresses.js';
import { requireSiteReader } from '../../sites/domain/site/site.policy.js';
import { inputsOf, NO_CLAIMS } from '../../sites/domain/structure/shown-structure.js';
import type { SiteStructure } from '../../sites/domain/structure/structure.js';
import { toSiteView } from '../../sites/infrastructure/site/site-views.js';
import { StructureViews } from '../../sites/infrastructure/structure/structure-views.js';
import { GetPublishedSite } from '../application/published-site.queries.js';
import type { PublishedSiteView, SiteCustomizationsView } from '../application/published-site.view.js';
import { shownCustomization, type Viewer } from '../domain/shown-customization.js';
import { SiteProfiles, type SiteProfile } from './site-profiles.js';
import { VisitorAddresses } from './visitor-addresses.js';

/** What a caller sees of a site. */
interface Shown {
  profile: SiteProfile;
  structure: SiteStructure;
  spaceIds: readonly string[];
  viewer: Viewer;
}

const BYTES_A_CHARACTER = 3;
/** Transaction ids have 32 bits and wrap around eventually: this is much less. */
const MOST_AGE_MS = 60_000;
const MOST_ORGANIZATIONS = 10_000;

/**
 * The data of a site for renderers. The answer is cached under the versions of everything it was computed from, which
 * two statements read; if one has changed, it is computed again with up to five more, whatever the number of sections
 * and spaces. Where visitors sign in and out may be a minute old.
 */
@QueryHandler(GetPublishedSite)
export class GetPublishedSiteHandler implements IQueryHandler<GetPublishedSite> {
  readonly #answers: LRUCache<string, JsonText>;

  /** Whether organizations allow AI; may be outdated for a minute, as requests to AI are checked themselves. */
  readonly #ai = new LRUCache<string, boolean>({ max: MOST_ORGANIZATIONS, ttl: MOST_AGE_MS });

  constructor(
    private readonly profiles: SiteProfiles,
    private readonly dispatcher: Dispatcher,
    private readonly settings: Settings,
    private readonly addresses: VisitorAddresses,
    caches: CacheBudget,
  ) {
    this.#answers = caches.lru('sites for renderers', {
      sizeCalculation: ({ text }, key) => (text.length + key.length) * BYTES_A_CHARACTER,
      ttl: MOST_AGE_MS,
    });
  }

  async execute(query: GetPublishedSite): Promise<JsonText> {
    const { caller, organizationId, siteId } = query;
    const ai = await this.#allowsAI(organizationId);
    const role = requireSiteReader(caller, organizationId, siteId);
    const known = this.profiles.known(organizationId, siteId);
    if (known) {
      const shown = shownTo(query, known, ai);
      const [mark, stamp] = await Promise.all([
        this.profiles.mark(organizationId, siteId),
        this.dispatcher.ask(new StampOfSpaces(caller, organizationId, shown.spaceIds)),
      ]);
      if (mark === known.mark) return this.#answers.get(keyOf(query, shown, stamp)) ?? this.#make(query, shown, role);
    }
    return this.#make(query, shownTo(query, await this.profiles.read(organizationId, siteId), ai), role);
  }

  async #allowsAI(organizationId: string): Promise<boolean> {
    const known = this.#ai.get(organizationId);
    if (known !== undefined) return known;
    const allowed = await this.dispatcher.ask(new AllowsAI(organizationId));
    this.#ai.set(organizationId, allowed);
    return allowed;
  }

  async #make(query: GetPublishedSite, shown: Shown, role: Role | undefined): Promise<JsonText> {
    const { caller, organizationId, shareKey, preview } = query;
    const published = shown.profile.site.published || (preview && !caller.visitor);
    if (!published) throw new NotFound('Site not found');
    const { spaces, stamp } = await this.dispatcher.ask(new StampedSpacesByIds(caller, organizationId, shown.spaceIds));
    const site = { ...shown.profile.site, published, structure: shown.structure };
    const views = new StructureViews(site, spaces, this.settings, shareKey);
    const siteView = toSiteView(site, role, this.settings, shareKey);
    Object.assign(siteView.urls, await this.addresses.of(site));
    const view: PublishedSiteView = {
      object: 'published-content-site',
      site: siteView,
      structure: views.structure(),
      customizations: customizationsOf(shown),
      scripts: site.scripts,
    };
    const text = JSON.stringify(view);
    const answer = new JsonText(text, `"${hash('sha1', text, 'base64url')}"`, undefined, {});
    this.#answers.set(keyOf(query, shown, stamp), answer);
    return answer;
  }
}

function shownTo({ caller }: GetPublishedSite, profile: SiteProfile, ai: boolean): Shown {
  const { site, conditions } = profile;
  const inputs = inputsOf(site, caller.visitor?.claims ?? NO_CLAIMS);
  const held = new Set(conditions.filter((condition) => conditionHolds(condition, inputs)));
  const structure = visibleStructure(site.structure, (condition) => held.has(condition));
  return {
    profile,
    structure,
    spaceIds: spacesOf(structure),
    viewer: { visitor: caller.visitor !== undefined, held, ai },
  };
}

const spaces = new WeakMap<SiteStructure, readonly string[]>();

/** Returns the same list for the same structure. */
function spacesOf(structure: SiteStructure): readonly string[] {
  const known = spaces.get(structure) ?? structure.siteSpaces.map(({ space }) => space);
  spaces.set(structure, known);
  return known;
}

/** Everything that an answer depends on. The stamp covers the spaces and the permissions of members in them. */
function keyOf(
  { caller, organizationId, siteId, shareKey, preview }: GetPublishedSite,
  shown: Shown,
  stamp: string,
): string {
  const { mark, conditions } = shown.profile;
  const held = conditions.map((condition) => (shown.viewer.held.has(condition) ? '1' : '0')).join('');
  const { visitor, script } = caller;
  const who = visitor
    ? 'visitor'
    : script
      ? `script ${caller.userId} ${script.scopes.join()}`
      : caller.roles.get(organizationId);
  return [
    `${siteId} ${who} ${held} ${shown.viewer.ai ? 'ai' : ''} ${preview ? 'preview' : ''}`,
    mark,
    stamp,
    shareKey === undefined ? '' : `=${shareKey}`,
  ].join('\n');
}

function customizationsOf({ profile, structure, viewer }: Shown): SiteCustomizationsView {
  const { look, overrides } = profile;
  const site = shownCustomization(look, viewer);
  const siteSpaces = structure.siteSpaces.map(({ id }) => {
    const override = overrides.get(id);
    return [id, override ? shownCustomization(override, viewer) : site] as const;
  });
  return { site, siteSpaces: Object.fromEntries(siteSpaces) };
}
