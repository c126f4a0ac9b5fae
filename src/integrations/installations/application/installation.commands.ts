import { Audits, NotAudited } from '#kernel/application/audits';
import type { Caller } from '#kernel/application/caller';
import { Command } from '#kernel/domain/messages';
import type { InstallationChanges } from '../domain/installation.js';
import type { InstalledChanges } from '../domain/installed.js';
import type { TargetKind } from '../domain/target-installation.js';

/** Installs an integration on an organization, if it is not yet. Answers the id of the installation. */
@Audits('installation.created')
export class InstallIntegration extends Command<string> {
  constructor(
    readonly caller: Caller,
    readonly name: string,
    readonly organizationId: string,
  ) {
    super();
  }
}

/** Changes what is set for an installation, or what it covers. */
@Audits('installation.updated')
export class UpdateInstallation extends Command<void> {
  constructor(
    readonly caller: Caller,
    readonly name: string,
    readonly installationId: string,
    readonly changes: InstallationChanges,
  ) {
    super();
  }
}

/** Removes an installation with its target installations; does nothing where the caller knows of none. */
@Audits('installation.deleted')
export class UninstallIntegration extends Command<void> {
  constructor(
    readonly caller: Caller,
    readonly name: string,
    readonly installationId: string,
  ) {
    super();
  }
}

/** A space or a site. */
export interface Target {
  kind: TargetKind;
  id: string;
}

/** Enables an installation on a space or a site of its organization, if it is not yet. */
@Audits('space-installation.created', 'site-installation.created')
export class EnableInstallation extends Command<void> {
  constructor(
    readonly caller: Caller,
    readonly name: string,
    readonly installationId: string,
    readonly target: Target,
  ) {
    super();
  }
}

/** Changes what is set for an installation on a space or a site. */
@Audits('space-installation.updated', 'site-installation.updated')
export class UpdateTargetInstallation extends Command<void> {
  constructor(
    readonly caller: Caller,
    readonly name: string,
    readonly installationId: string,
    readonly target: Target,
    readonly changes: InstalledChanges,
  ) {
    super();
  }
}

/** Disables an installation on a space or a site; does nothing where the caller knows of none. */
@Audits('space-installation.deleted', 'site-installation.deleted')
export class DisableInstallation extends Command<void> {
  constructor(
    readonly caller: Caller,
    readonly name: string,
    readonly installationId: string,
    readonly target: Target,
  ) {
    super();
  }
}

/** Disables all installations on a space or site that the organization has no more. */
@NotAudited('follows from the deletion or the transfer of the target, which is in the trail itself')
export class DisableOnGoneTarget extends Command<void> {
  constructor(
    readonly organizationId: string,
    readonly target: Target,
  ) {
    super();
  }
}
