import { IsIn, IsString, MaxLength, MinLength } from 'class-validator';
import { Nullable, Optional } from '#kernel/interface/optional';

const ROLES = ['admin', 'create', 'review', 'edit', 'comment', 'read'] as const;

/** What may be left out of a provider that is to be created or changed. */
export class SamlProviderDetails {
  /**
   * What the provider calls itself; an empty text when it is not known.
   * @example https://login.example.com/saml/metadata
   */
  @Optional()
  @IsString()
  @MaxLength(1024)
  entityID?: string;

  /**
   * The X.509 certificate of its signing key, as PEM or in base64; several in PEM while the key changes.
   * @example ""
   */
  @Optional()
  @IsString()
  @MaxLength(10000)
  certificate?: string;

  /**
   * Where people are sent to sign in: an http or https address.
   * @example https://login.example.com/saml/sso
   */
  @Optional()
  @IsString()
  @MaxLength(2048)
  ssoURL?: string;

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
export class CreateSamlProviderBody extends SamlProviderDetails {
  /** @example "Company sign-in" */
  @IsString()
  @MinLength(1)
  @MaxLength(30)
  label!: string;
}

/** What is to change of a provider; members left out stay as they are. */
export class UpdateSamlProviderBody extends SamlProviderDetails {
  /** @example "Company sign-in" */
  @Optional()
  @IsString()
  @MinLength(1)
  @MaxLength(30)
  label?: string;
}
