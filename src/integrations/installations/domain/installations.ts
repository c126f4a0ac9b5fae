import type { Installation } from './installation.js';
import type { TargetInstallation, TargetKind } from './target-installation.js';

/** An installation, on an organization or on what is its, by its id. */
export interface InstalledPlace {
  organizationId: string;
  id: string;
}

/** Where integrations are installed. */
export abstract class Installations {
  /** The installation of an integration on an organization. */
  abstract on(organizationId: string, integrationId: string): Promise<Installation | undefined>;
  abstract find(integrationId: string, installationId: string): Promise<Installation | undefined>;
  /** The same, locked for a change. */
  abstract held(integrationId: string, installationId: string): Promise<Installation | undefined>;
  /** The next installations of an integration by their ids; those that are paused are left out. */
  abstract next(integrationId: string, after: string, limit: number): Promise<InstalledPlace[]>;
  /** Those of these installations of an organization that are not paused, locked for a change. */
  abstract heldUnpaused(organizationId: string, ids: readonly string[]): Promise<Installation[]>;
  /** Stores the status of installations that were read with `heldUnpaused`. */
  abstract saveStatus(installations: readonly Installation[]): Promise<void>;
  /** Throws Conflict where another request installed the integration meanwhile. */
  abstract save(installation: Installation): Promise<void>;
  /** Removes it with all its target installations. */
  abstract remove(installation: Installation): Promise<void>;
}

/** What installations are enabled on. */
export abstract class TargetInstallations {
  abstract held(
    installation: Installation,
    kind: TargetKind,
    targetId: string,
  ): Promise<TargetInstallation | undefined>;
  abstract of(installation: Installation): Promise<TargetInstallation[]>;
  /** The next of all installations of an integration by their ids; paused ones are left out. */
  abstract next(integrationId: string, after: string, limit: number): Promise<InstalledPlace[]>;
  /** Those of these installations of an organization that are not paused, locked for a change. */
  abstract heldUnpaused(organizationId: string, ids: readonly string[]): Promise<TargetInstallation[]>;
  /** Stores the status of those that were read with `heldUnpaused`. */
  abstract saveStatus(installations: readonly TargetInstallation[]): Promise<void>;
  /** Those of all installations on a space or a site. */
  abstract onTarget(organizationId: string, kind: TargetKind, targetId: string): Promise<TargetInstallation[]>;
  abstract save(installation: TargetInstallation): Promise<void>;
  abstract remove(installations: readonly TargetInstallation[]): Promise<void>;
}
