import { Aggregate } from '#kernel/domain/aggregate';
import { newId } from '#kernel/domain/id';
import { TargetInstallationDeleted, TargetInstallationUpdated } from '../../contract/events.js';
import type { Configuration } from '../../integrations/domain/configuration-schema.js';
import type { Integration } from '../../integrations/domain/integration.js';
import type { Installation } from './installation.js';
import { configurationOf, configure, installed, type InstalledChanges, type InstalledState } from './installed.js';
import type { Seals } from './seals.js';

/** What an installation is enabled on. */
export type TargetKind = 'space' | 'site';

export interface TargetInstallationState extends InstalledState {
  organizationId: string;
  id: string;
  version: number;
  installationId: string;
  integrationId: string;
  kind: TargetKind;
  /** Id of the space or site. */
  targetId: string;
  installedBy: string;
  createdAt: Date;
}

/** A space installation or a site installation: an installation that is enabled on one of them, with what is set there. */
export class TargetInstallation extends Aggregate<TargetInstallationState> {
  /** Throws Conflict where the integration is not for this kind. */
  static enable(
    installation: Installation,
    integration: Integration,
    [kind, targetId]: readonly [TargetKind, string],
    { by, seals, now }: { by: string; seals: Seals; now: Date },
  ): TargetInstallation {
    integration.requireTarget(kind);
    const id = newId(now.getTime());
    const enabled = new TargetInstallation({
      organizationId: installation.organizationId,
      id,
      version: 0,
      installationId: installation.id,
      integrationId: installation.integrationId,
      kind,
      targetId,
      ...installed(integration.manifest.configurations[kind], seals, targetPlaceOf(id), now),
      installedBy: by,
      createdAt: now,
    });
    enabled.#updated(null);
    return enabled;
  }

  static from(state: TargetInstallationState): TargetInstallation {
    return new TargetInstallation(state);
  }

  get organizationId(): string {
    return this.state.organizationId;
  }

  get installationId(): string {
    return this.state.installationId;
  }

  get kind(): TargetKind {
    return this.state.kind;
  }

  get targetId(): string {
    return this.state.targetId;
  }

  configuration(seals: Seals): Configuration {
    return configurationOf(this.state, seals, targetPlaceOf(this.id));
  }

  signingSecret(seals: Seals): string {
    return seals.open(this.state.signingSecretSealed, targetPlaceOf(this.id));
  }

  /** Returns whether anything differs. */
  update(changes: InstalledChanges, integration: Integration, seals: Seals, now: Date): boolean {
    const schema = integration.manifest.configurations[this.state.kind];
    const before = configure(this.state, changes, schema, seals, targetPlaceOf(this.id));
    if (!before) return false;
    this.state.updatedAt = now;
    this.#updated(before);
    return true;
  }

  disable(): void {
    const { organizationId, installationId, integrationId, kind, targetId, status, configurationSealed } = this.state;
    const previous = { status, configuration: configurationSealed };
    this.record(
      new TargetInstallationDeleted(organizationId, installationId, integrationId, kind, targetId, this.id, previous),
    );
  }

  #updated(previous: TargetInstallationUpdated['previous']): void {
    const { organizationId, installationId, integrationId, kind, targetId, status } = this.state;
    this.record(
      new TargetInstallationUpdated(
        ...([organizationId, installationId, integrationId, kind, targetId, this.id, status, previous] as const),
      ),
    );
  }
}

/** Where the encrypted values of a target installation are stored. */
export const targetPlaceOf = (id: string): string => `integrations.target_installation:${id}`;
