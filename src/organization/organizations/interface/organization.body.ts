import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsObject,
  IsString,
  Matches,
  MaxLength,
  MinLength,
} from 'class-validator';
import { IsWebAddress } from '#kernel/interface/bodies/web-address';
import { ListOfOneOf, OneOf } from '#kernel/interface/open-api/one-of';
import { Nullable, Optional } from '#kernel/interface/optional';
import { Refuses } from '#kernel/interface/bodies/refuses';
import { MergeRulesList, ORGANIZATION_FORMS, RULE_FORMS, type OrganizationMergeRules } from '#merge-rules';
import { OrganizationView } from '../../contract/organization.view.js';

ListOfOneOf('rule', RULE_FORMS)(MergeRulesList.prototype, 'rules');
OneOf('type', ORGANIZATION_FORMS)(OrganizationView.prototype, 'mergeRules');

/** How an organization is created. */
@Refuses({
  withDefaultSite: { because: 'create a site in the organization next', unless: ['false'] },
  openapiUrl: 'create a specification in the organization next',
})
export class CreateOrganizationParams {}

/** An organization to be created; the caller becomes its first administrator. */
@Refuses({ onboardingPreferences: 'nothing is set up by preferences' })
export class CreateOrganizationBody {
  /** @example Example */
  @IsString()
  @MinLength(2)
  @MaxLength(255)
  title!: string;

  /**
   * Domains whose verified users may join.
   * @example ["example.com"]
   */
  @Optional()
  @IsArray()
  @ArrayMaxSize(100)
  @IsString({ each: true })
  @MaxLength(253, { each: true })
  emailDomains?: string[];
}

const ROLES = ['admin', 'create', 'review', 'edit', 'comment', 'read'] as const;

/** A site. */
export class SitePointerBody {
  /** @example site */
  type!: 'site';
  /** @example 0VbbUAt4Le7VmSa3OpZc */
  site!: string;
}

/** What is to change of an organization; members left out stay as they are. */
export class UpdateOrganizationBody {
  /** @example Example */
  @Optional()
  @IsString()
  @MinLength(2)
  @MaxLength(255)
  title?: string;

  /**
   * Domains whose verified users may join.
   * @example ["example.com"]
   */
  @Optional()
  @IsArray()
  @ArrayMaxSize(100)
  @IsString({ each: true })
  @MaxLength(253, { each: true })
  emailDomains?: string[];

  /**
   * Its name in host names, which no other organization of this server may have; it is the organization's subdomain.
   * @example example-docs
   */
  @Optional()
  @IsString()
  @MinLength(3)
  @MaxLength(32)
  @Matches(/^[A-Za-z0-9][A-Za-z0-9-]{1,30}[A-Za-z0-9]$/)
  hostname?: string;

  /**
   * Role of those who join; null makes them guests.
   * @example read
   */
  @Optional()
  @Nullable()
  @IsIn(ROLES)
  defaultRole?: 'admin' | 'create' | 'review' | 'edit' | 'comment' | 'read' | null;

  /** Where members land; null for nowhere in particular. */
  @Optional()
  @Nullable()
  @IsObject()
  defaultContent?: SitePointerBody | null;

  /** Address of a picture; null takes it away. */
  @Optional()
  @Nullable()
  @IsWebAddress()
  @MaxLength(2048)
  logo?: string | null;

  /** Whether members must sign in by SSO. */
  @Optional()
  @IsBoolean()
  sso?: boolean;

  @Optional()
  @IsBoolean()
  ai?: boolean;

  /** Whether invite links let anybody in. */
  @Optional()
  @IsBoolean()
  inviteLinks?: boolean;

  /**
   * When a change request may be merged.
   * @example {"type": "rules", "rules": [{"rule": "require_at_least_one_review"}]}
   */
  @OneOf('type', ORGANIZATION_FORMS)
  @Optional()
  @IsObject()
  mergeRules?: OrganizationMergeRules;
}
