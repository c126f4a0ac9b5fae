import { Type } from 'class-transformer';
import { IsBoolean, IsIn, IsObject, IsString, MaxLength, ValidateNested } from 'class-validator';
import { Optional, ReadBoolean } from '#kernel/interface/optional';
import { Repeated } from '#kernel/interface/request-validation';

/** What is known of whoever visits. */
export class VisitorBody {
  /**
   * `human` when left out. Sites may keep agents out.
   * @example human
   */
  @Optional()
  @IsIn(['human', 'agent'])
  type?: 'human' | 'agent';

  /** Signed by the site's backend for visitors. */
  @Optional()
  @IsString()
  @MaxLength(16384)
  jwtToken?: string;

  /** What nobody signed, by name. */
  @Optional()
  @IsObject()
  unsignedClaims?: Record<string, unknown>;
}

/** A published URL, and who asks for it. */
@Repeated()
export class PublishedUrlBody {
  /** @example https://docs.example.org/guides/first-steps */
  @IsString()
  @MaxLength(2048)
  url!: string;

  /** Whether a token that lets nobody in leads to where visitors sign in, instead of being refused. */
  @Optional()
  @IsBoolean()
  redirectOnError?: boolean;

  @Optional()
  @IsObject()
  @ValidateNested()
  @Type(() => VisitorBody)
  visitor?: VisitorBody;
}

export class PublishedUrlParams {
  /** @example https://docs.example.org/guides/first-steps */
  @IsString()
  @MaxLength(2048)
  url!: string;

  /** Signed by the site's backend for visitors. */
  @Optional()
  @IsString()
  @MaxLength(16384)
  visitorAuthToken?: string;

  /** Whether a token that lets nobody in leads to where visitors sign in, instead of being refused. */
  @Optional()
  @ReadBoolean()
  @IsBoolean()
  redirectOnError?: boolean;
}
