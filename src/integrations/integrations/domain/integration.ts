import { Aggregate } from '#kernel/domain/aggregate';
import { canonicalJson } from '#kernel/domain/canonical-json';
import { Conflict, Invalid } from '#kernel/domain/errors';
import { newId } from '#kernel/domain/id';
import { SERVER_ORGANIZATION } from '#organization';
import { IntegrationPublished, IntegrationUnpublished } from '../../contract/events.js';
import { blockDomainsOf, type IntegrationVisibility, type Manifest } from './manifest.js';

export interface IntegrationState {
  organizationId: string;
  id: string;
  version: number;
  name: string;
  published: boolean;
  visibility: IntegrationVisibility;
  /** The number of its newest version, from 1. */
  release: number;
  manifest: Manifest;
  blockDomains: string[];
  verified: boolean;
  tunnelUrl: string | null;
  tunnelAll: boolean;
  createdBy: string;
  createdAt: Date;
  updatedAt: Date;
}

/** What is published besides the manifest. */
export interface ScriptWithSecrets {
  script: string;
  /** By name. */
  secrets: Readonly<Record<string, string>>;
}

/** What is published at once. */
export interface Publication extends ScriptWithSecrets {
  manifest: Manifest;
  visibility: IntegrationVisibility;
}

/** Development mode: events go to a tunnel to the author's machine instead of the script. */
export interface DevelopmentMode {
  tunnelUrl: string;
  /** Those of all organizations, not only of the owner. */
  all: boolean;
}

/**
 * A script that extends Quire, with what its author declares of it. It is published again and again: each time something
 * differs, there is a version more. Once un-published it answers nothing, but its record, versions and installations
 * stay, and the next publish continues them.
 */
export class Integration extends Aggregate<IntegrationState> {
  #reachChanged = false;

  /** A record that nothing was published of yet. */
  static reserve(organizationId: string, name: string, by: string, now: Date): Integration {
    return new Integration({
      organizationId,
      id: newId(now.getTime()),
      version: 0,
      name,
      published: false,
      visibility: 'private',
      release: 0,
      manifest: NOTHING,
      blockDomains: [],
      verified: organizationId === SERVER_ORGANIZATION,
      tunnelUrl: null,
      tunnelAll: false,
      createdBy: by,
      createdAt: now,
      updatedAt: now,
    });
  }

  static from(state: IntegrationState): Integration {
    return new Integration(state);
  }

  get organizationId(): string {
    return this.state.organizationId;
  }

  get name(): string {
    return this.state.name;
  }

  get isPrivate(): boolean {
    return this.state.visibility === 'private';
  }

  get published(): boolean {
    return this.state.published;
  }

  get release(): number {
    return this.state.release;
  }

  /** Whether its scripts may do something else than when it was read, or nothing any more. */
  get reachChanged(): boolean {
    return this.#reachChanged;
  }

  get manifest(): Manifest {
    return this.state.manifest;
  }

  /**
   * Publishes it. `current` is what its newest version has; where nothing differs from that there is no new version.
   * Returns whether anything changed, and whether a version is new.
   */
  publish(
    { manifest, visibility, script, secrets }: Publication,
    current: ScriptWithSecrets | undefined,
    now: Date,
  ): { changed: boolean; isNewVersion: boolean } {
    const { state } = this;
    const isNewVersion =
      !current ||
      current.script !== script ||
      canonicalJson(current.secrets) !== canonicalJson(secrets) ||
      canonicalJson(state.manifest) !== canonicalJson(manifest);
    const changed = isNewVersion || !state.published || state.visibility !== visibility;
    if (!changed) return { changed, isNewVersion };
    const again = !state.published && state.release > 0;
    if (isNewVersion) {
      this.#reachChanged = canonicalJson(state.manifest.scopes) !== canonicalJson(manifest.scopes);
      state.manifest = manifest;
      state.blockDomains = blockDomainsOf(manifest.blocks);
      state.release += 1;
    }
    Object.assign(state, { published: true, visibility, updatedAt: now });
    this.record(new IntegrationPublished(state.organizationId, state.id, state.release, again));
    return { changed, isNewVersion };
  }

  unpublish(now: Date): void {
    const { state } = this;
    this.#reachChanged = true;
    Object.assign(state, { published: false, tunnelUrl: null, tunnelAll: false, updatedAt: now });
    this.record(new IntegrationUnpublished(state.organizationId, state.id));
  }

  develop(mode: DevelopmentMode | undefined, now: Date): void {
    if (mode && !isTunnel(mode.tunnelUrl)) throw new Invalid('tunnelUrl must be an http or https URL');
    Object.assign(this.state, { tunnelUrl: mode?.tunnelUrl ?? null, tunnelAll: mode?.all ?? false, updatedAt: now });
  }

  /** Throws Conflict where the integration may not be installed on this kind of target. */
  requireTarget(kind: 'space' | 'site'): void {
    const { target } = this.state.manifest;
    if (target !== 'all' && target !== kind)
      throw new Conflict(
        `The integration is installed on ${target === 'organization' ? 'organizations' : `${target}s`} only`,
      );
  }
}

const NOTHING: Manifest = {
  runtime: 'v1',
  title: '',
  description: '',
  summary: '',
  target: 'all',
  scopes: [],
  categories: [],
  blocks: [],
  contentSources: [],
  externalLinks: [],
  configurations: {},
  previewImages: [],
};

function isTunnel(url: string): boolean {
  return URL.canParse(url) && ['http:', 'https:'].includes(new URL(url).protocol);
}
