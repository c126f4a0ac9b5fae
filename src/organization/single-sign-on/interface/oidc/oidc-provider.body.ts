import { Type } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsIn, IsString, MaxLength, MinLength, ValidateNested } from 'class-validator';
import { Nullable, Optional } from '#kernel/interface/optional';

const ROLES = ['admin', 'create', 'review', 'edit', 'comment', 'read'] as const;

/** What a group of the provider means here: a role, a team or both. */
export class GroupRuleBody {
  /** @example docs-writers */
  @IsString()
  @MinLength(1)
  @MaxLength(256)
  group!: string;

  /**
   * A role in the organization. Of several that apply, the highest counts.
   * @example edit
   */
  @Optional()
  @IsIn(ROLES)
  role?: 'admin' | 'create' | 'review' | 'edit' | 'comment' | 'read';

  /** Id of a team of the organization, which the group's members join and others leave. */
  @Optional()
  @IsString()
  @MaxLength(100)
  team?: string;
}

/** What may be left out of a provider that is to be created or changed. */
export class OidcProviderDetails {
  /**
   * The issuer identifier, letter by letter as the provider's configuration has it; an empty text when it is not known.
   * @example https://login.example.com
   */
  @Optional()
  @IsString()
  @MaxLength(2048)
  issuer?: string;

  /**
   * How the provider knows this server.
   * @example quire
   */
  @Optional()
  @IsString()
  @MaxLength(512)
  clientID?: string;

  /**
   * The secret that the provider gave this server; it is stored encrypted and never shown. null for a public client.
   * @example s3cr3t-of-the-provider
   */
  @Optional()
  @Nullable()
  @IsString()
  @MinLength(1)
  @MaxLength(1024)
  clientSecret?: string | null;

  /**
   * Scopes to request besides `openid`, `email` and `profile`, such as one that makes the provider state groups.
   * @example ["groups"]
   */
  @Optional()
  @IsArray()
  @ArrayMaxSize(20)
  @IsString({ each: true })
  @MaxLength(256, { each: true })
  scopes?: string[];

  /**
   * The claim with the names of a user's groups: a list of texts. `groups` unless it is set.
   * @example groups
   */
  @Optional()
  @IsString()
  @MinLength(1)
  @MaxLength(256)
  groupsClaim?: string;

  /**
   * Roles and teams by group; at most 100 rules, applied at every sign-in: the role becomes the highest of those
   * that apply, or `defaultRole` when none does, as long as any rule names a role; and the teams that rules name are joined
   * and left. The last administrator of an organization keeps the role.
   */
  @Optional()
  @IsArray()
  @ArrayMaxSize(100)
  @ValidateNested({ each: true })
  @Type(() => GroupRuleBody)
  groupRules?: GroupRuleBody[];

  /** Id of a team that those who join by the provider enter; null for none. */
  @Optional()
  @Nullable()
  @IsString()
  @MaxLength(100)
  defaultTeam?: string | null;

  /**
   * Role of those who join by the provider; null makes them guests.
   * @example read
   */
  @Optional()
  @Nullable()
  @IsIn(ROLES)
  defaultRole?: 'admin' | 'create' | 'review' | 'edit' | 'comment' | 'read' | null;
}

/** A provider to be created. */
export class CreateOidcProviderBody extends OidcProviderDetails {
  /** @example "Company sign-in" */
  @IsString()
  @MinLength(1)
  @MaxLength(30)
  label!: string;
}

/** What is to change of a provider; members left out stay as they are. */
export class UpdateOidcProviderBody extends OidcProviderDetails {
  /** @example "Company sign-in" */
  @Optional()
  @IsString()
  @MinLength(1)
  @MaxLength(30)
  label?: string;
}
