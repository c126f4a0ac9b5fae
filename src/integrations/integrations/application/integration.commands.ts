import { Audits } from '#kernel/application/audits';
import type { Caller } from '#kernel/application/caller';
import { Command } from '#kernel/domain/messages';
import type { DevelopmentMode } from '../domain/integration.js';
import type { IntegrationVisibility, Manifest } from '../domain/manifest.js';

export {
  CATEGORIES,
  TARGETS,
  VISIBILITIES,
  type InstallationTarget,
  type IntegrationCategory,
} from '../domain/manifest.js';

/** What an author publishes. Members that were left out have their defaults. */
export interface SentIntegration {
  /** Id or subdomain of the organization that publishes. */
  organization: string;
  visibility: IntegrationVisibility;
  manifest: Omit<Manifest, 'icon' | 'previewImages' | 'contentSecurityPolicy' | 'configurations'>;
  /** What is to be set where it is installed, not checked yet. */
  configurations: object;
  /** A policy, or its directives by name. */
  contentSecurityPolicy: unknown;
  script: string;
  /** Texts by name, not checked yet. */
  secrets: object;
  /** Pictures in base64. */
  icon?: string | undefined;
  previewImages: string[];
}

/** Publishes an integration, or a new version of it. Nothing changes where all is as it was. */
@Audits('integration.published')
export class PublishIntegration extends Command<void> {
  constructor(
    readonly caller: Caller,
    readonly name: string,
    readonly sent: SentIntegration,
  ) {
    super();
  }
}

/** Un-publishes an integration; does nothing where the caller knows of none. */
@Audits('integration.unpublished')
export class UnpublishIntegration extends Command<void> {
  constructor(
    readonly caller: Caller,
    readonly name: string,
  ) {
    super();
  }
}

/** Turns development mode on, or without `mode` off, which does nothing where the caller knows of no such integration. */
@Audits('integration.development-mode-changed')
export class SetDevelopmentMode extends Command<void> {
  constructor(
    readonly caller: Caller,
    readonly name: string,
    readonly mode?: DevelopmentMode,
  ) {
    super();
  }
}
