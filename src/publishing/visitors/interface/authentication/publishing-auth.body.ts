import { IsIn, IsString, Matches, MaxLength } from 'class-validator';
import { IsWebAddress } from '#kernel/interface/bodies/web-address';
import { Nullable, Optional } from '#kernel/interface/optional';

const BACKENDS = ['custom', 'integration'] as const;

/** What is to change of how visitors show who they are; members left out stay as they are. */
export class UpdateSitePublishingAuthBody {
  /**
   * Who signs the tokens of visitors. Another one ends what visitors hold.
   * @example custom
   */
  @Optional()
  @IsIn(BACKENDS)
  backend?: 'custom' | 'integration';

  /** Name of the integration that signs; null takes it away. */
  @Optional()
  @Nullable()
  @IsString()
  @Matches(/^[a-zA-Z0-9._-]+$/)
  @MaxLength(100)
  integration?: string | null;

  /**
   * Where visitors without a valid token are sent; null takes it away.
   * @example https://app.example.com/docs-login
   */
  @Optional()
  @Nullable()
  @IsWebAddress()
  @MaxLength(2048)
  fallbackURL?: string | null;

  /**
   * Where visitors are sent to sign out; null takes it away.
   * @example https://app.example.com/logout
   */
  @Optional()
  @Nullable()
  @IsWebAddress()
  @MaxLength(2048)
  logoutURL?: string | null;
}
