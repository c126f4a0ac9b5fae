import { IsBoolean, IsIn, IsString, Matches, MaxLength } from 'class-validator';
import { SCRIPT_SCOPES, type ScriptScope } from '#kernel/application/scopes';
import { Optional, ReadBoolean } from '#kernel/interface/optional';
import { PageParams } from '#kernel/interface/page.params';
import { CATEGORIES, TARGETS, type InstallationTarget } from '../application/integration.commands.js';

/** Which integrations are wanted. */
export class IntegrationParams extends PageParams {
  /** Only those with this in their name, title or description, whatever the case. */
  @Optional()
  @IsString()
  @MaxLength(512)
  search?: string;

  @Optional()
  @IsIn(CATEGORIES)
  category?: 'analytics' | 'collaboration' | 'content' | 'gitsync' | 'marketing' | 'visitor-auth' | 'other';

  /**
   * Only those with a block that unfurls links to this host.
   * @example diagrams.example.com
   */
  @Optional()
  @IsString()
  @Matches(/^[a-zA-Z0-9-_.]+$/)
  @MaxLength(100)
  blockDomain?: string;

  /** Only those that have blocks, or with `false` only those that have none. */
  @Optional()
  @ReadBoolean()
  @IsBoolean()
  blocks?: boolean;

  /** Only those that have content sources, or with `false` only those that have none. */
  @Optional()
  @ReadBoolean()
  @IsBoolean()
  contentSources?: boolean;

  /** Only those of the organization with this id. */
  @Optional()
  @IsString()
  @MaxLength(100)
  owner?: string;

  /** Only those that ask for this scope. */
  @Optional()
  @IsIn(SCRIPT_SCOPES)
  scope?: ScriptScope;

  /** Only those with this target. */
  @Optional()
  @IsIn(TARGETS)
  target?: InstallationTarget;
}
