import { ArrayMaxSize, IsArray, IsBoolean, IsIn, IsObject, IsString, MaxLength } from 'class-validator';
import { Optional, ReadBoolean } from '#kernel/interface/optional';
import { PageParams } from '#kernel/interface/page.params';

const SELECTIONS = ['all', 'selected'] as const;
const STATUSES = ['active', 'paused'] as const;

/** On what an integration is to be installed. */
export class InstallIntegrationBody {
  /**
   * Id or subdomain of the organization.
   * @example 0VbbU3z1Hn6PwDs8RtKe
   */
  @IsString()
  @MaxLength(100)
  organization!: string;
}

/** What is to change of an installation; members left out stay as they are. */
export class UpdateInstallationBody {
  /**
   * Ids of other services by which its script finds it: at most 5.
   * @example ["T024BE7LD"]
   */
  @Optional()
  @IsArray()
  @ArrayMaxSize(5)
  @IsString({ each: true })
  @MaxLength(1024, { each: true })
  externalIds?: string[];

  /**
   * What is set for it, in the place of what was: at most 65,536 characters of JSON. Members that the integration declares
   * must have the type that it declares; its script may keep others.
   * @example {"region": "eu"}
   */
  @Optional()
  @IsObject()
  configuration?: Record<string, unknown>;

  /** `paused` switches it off, `active` on again. */
  @Optional()
  @IsIn(STATUSES)
  status?: 'active' | 'paused';

  /** Whether it covers all spaces of the organization, or those that it is enabled on. */
  @Optional()
  @IsIn(SELECTIONS)
  space_selection?: 'all' | 'selected';

  @Optional()
  @IsIn(SELECTIONS)
  site_selection?: 'all' | 'selected';
}

/** What is to change of an installation on a space or a site; members left out stay as they are. */
export class UpdateTargetInstallationBody {
  /** Ids of other services by which its script finds it: at most 5. */
  @Optional()
  @IsArray()
  @ArrayMaxSize(5)
  @IsString({ each: true })
  @MaxLength(1024, { each: true })
  externalIds?: string[];

  /**
   * What is set for it there, in the place of what was: at most 65,536 characters of JSON.
   * @example {"tracking_id": "G-1234"}
   */
  @Optional()
  @IsObject()
  configuration?: Record<string, unknown>;

  /** `paused` switches it off there, `active` on again. */
  @Optional()
  @IsIn(STATUSES)
  status?: 'active' | 'paused';
}

/** The space that an installation is to be enabled on. */
export class InstallOnSpaceBody {
  /**
   * Id of a space of the organization.
   * @example 0VbbU5n7Ed2QvZt8KlXa
   */
  @IsString()
  @MaxLength(100)
  space!: string;
}

/** The site that an installation is to be enabled on. */
export class InstallOnSiteBody {
  /**
   * Id of a site of the organization.
   * @example 0VbbUCw6Ng9XoUb5QrBe
   */
  @IsString()
  @MaxLength(100)
  siteId!: string;
}

/** Which installations are wanted. */
export class InstallationParams extends PageParams {
  /** Only those with this among their external ids. */
  @Optional()
  @IsString()
  @MaxLength(1024)
  externalId?: string;
}

/** Whether records are shown in the place of their ids. */
export class ExtendedParams {
  /** True shows the record of the space or site, false its id. */
  @Optional()
  @ReadBoolean()
  @IsBoolean()
  extended?: boolean;
}

/** Which space or site installations of one installation are wanted. */
export class InstallationTargetParams extends PageParams {
  /** True shows the record of the space or site, false its id. */
  @Optional()
  @ReadBoolean()
  @IsBoolean()
  extended?: boolean;
}

/** Which space or site installations are wanted. */
export class TargetInstallationParams extends InstallationParams {
  /** True shows the record of the space or site, false its id. */
  @Optional()
  @ReadBoolean()
  @IsBoolean()
  extended?: boolean;
}

/** Which integrations are wanted. */
export class IntegrationSearchParams extends PageParams {
  /** Only those with this in their name or title, whatever the case. */
  @Optional()
  @IsString()
  @MaxLength(512)
  search?: string;
}

/** Of which installations the status is wanted. */
export class InstallationStatusParams extends PageParams {
  /** Those on the organization, or those on any of its spaces or sites; `organization` by default. */
  @Optional()
  @IsIn(['organization', 'space', 'site'])
  target?: 'organization' | 'space' | 'site';
}
