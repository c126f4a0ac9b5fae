import { Aggregate } from '#kernel/domain/aggregate';
import { newId } from '#kernel/domain/id';
import { InstallationDeleted, InstallationUpdated } from '../../contract/events.js';
import type { Configuration } from '../../integrations/domain/configuration-schema.js';
import type { Integration } from '../../integrations/domain/integration.js';
import { configurationOf, configure, installed, type InstalledChanges, type InstalledState } from './installed.js';
import type { Seals } from './seals.js';

/** Whether an installation covers all spaces or sites of its organization, or only those that it was enabled on. */
export type Selection = 'all' | 'selected';

export interface InstallationState extends InstalledState {
  /** On which it is installed. */
  organizationId: string;
  id: string;
  version: number;
  integrationId: string;
  spaceSelection: Selection;
  siteSelection: Selection;
  installedBy: string;
  createdAt: Date;
}

/** What a caller may change; a member left out stays. */
export interface InstallationChanges extends InstalledChanges {
  spaceSelection?: Selection | undefined;
  siteSelection?: Selection | undefined;
}

/** An integration that an organization uses, with what it has set for it. */
export class Installation extends Aggregate<InstallationState> {
  /** One for spaces or sites only begins without any of them, others with all. */
  static install(organizationId: string, integration: Integration, by: string, seals: Seals, now: Date): Installation {
    const id = newId(now.getTime());
    const { target, configurations } = integration.manifest;
    const selection = target === 'space' || target === 'site' ? 'selected' : 'all';
    const installation = new Installation({
      organizationId,
      id,
      version: 0,
      integrationId: integration.id,
      ...installed(configurations.account, seals, placeOf(id), now),
      spaceSelection: selection,
      siteSelection: selection,
      installedBy: by,
      createdAt: now,
    });
    installation.#updated(null);
    return installation;
  }

  static from(state: InstallationState): Installation {
    return new Installation(state);
  }

  get organizationId(): string {
    return this.state.organizationId;
  }

  get integrationId(): string {
    return this.state.integrationId;
  }

  configuration(seals: Seals): Configuration {
    return configurationOf(this.state, seals, placeOf(this.id));
  }

  signingSecret(seals: Seals): string {
    return seals.open(this.state.signingSecretSealed, placeOf(this.id));
  }

  /** Returns whether anything differs. */
  update(
    { spaceSelection, siteSelection, ...changes }: InstallationChanges,
    integration: Integration,
    seals: Seals,
    now: Date,
  ): boolean {
    const { state } = this;
    const [spaces, sites] = [spaceSelection ?? state.spaceSelection, siteSelection ?? state.siteSelection];
    const selected = spaces !== state.spaceSelection || sites !== state.siteSelection;
    const unchanged = { status: state.status, configuration: state.configurationSealed };
    const { account } = integration.manifest.configurations;
    const before = configure(state, changes, account, seals, placeOf(this.id));
    if (!before && !selected) return false;
    Object.assign(state, { spaceSelection: spaces, siteSelection: sites, updatedAt: now });
    this.#updated(before ?? unchanged);
    return true;
  }

  uninstall(): void {
    const { organizationId, id, integrationId, status, configurationSealed } = this.state;
    const previous = { status, configuration: configurationSealed };
    this.record(new InstallationDeleted(organizationId, id, integrationId, previous));
  }

  #updated(previous: InstallationUpdated['previous']): void {
    const { organizationId, id, integrationId, status } = this.state;
    this.record(new InstallationUpdated(organizationId, id, integrationId, status, previous));
  }
}

/** Where the encrypted values of an installation are stored. */
export const placeOf = (installationId: string): string => `integrations.installation:${installationId}`;
