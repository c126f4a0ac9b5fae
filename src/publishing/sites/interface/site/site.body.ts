import { Transform, Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsObject,
  IsString,
  MaxLength,
  MinLength,
  ValidateNested,
} from 'class-validator';
import { Nullable, Optional, ReadBoolean } from '#kernel/interface/optional';
import { PageParams } from '#kernel/interface/page.params';
import { Refuses } from '#kernel/interface/bodies/refuses';

const TYPES = ['basic', 'premium', 'ultimate', 'sponsored', 'legacy-basic', 'legacy-premium'] as const;
const VISIBILITIES = ['public', 'unlisted', 'share-link', 'visitor-auth'] as const;

/** A site to be created. */
export class CreateSiteBody {
  /**
   * `basic` when left out; every site can do the same.
   * @example basic
   */
  @Optional()
  @IsIn(TYPES)
  type?: 'basic' | 'premium' | 'ultimate' | 'sponsored' | 'legacy-basic' | 'legacy-premium';

  /**
   * That of the first space when left out.
   * @example Documentation
   */
  @Optional()
  @IsString()
  @MinLength(2)
  @MaxLength(128)
  title?: string;

  /**
   * `public` when left out. Nobody reads it before it is published.
   * @example public
   */
  @Optional()
  @IsIn(VISIBILITIES)
  visibility?: 'public' | 'unlisted' | 'share-link' | 'visitor-auth';

  /** Ids of the spaces to put on it. */
  @Optional()
  @IsArray()
  @ArrayMaxSize(100)
  @IsString({ each: true })
  @MaxLength(100, { each: true })
  spaces?: string[];
}

export class AdaptiveContentBody {
  /** @example true */
  @IsBoolean()
  enabled!: boolean;
}

/** What is to change of a site; members left out stay as they are. */
@Refuses({
  defaultLevel: { because: 'members read a site as its spaces and the organization let them', unless: ['inherit'] },
  styleguide: { because: 'there are no style guides', unless: [null] },
})
export class UpdateSiteBody {
  /** @example Documentation */
  @Optional()
  @IsString()
  @MinLength(2)
  @MaxLength(128)
  title?: string;

  /**
   * Another visibility ends the visits that are under way.
   * @example unlisted
   */
  @Optional()
  @IsIn(VISIBILITIES)
  visibility?: 'public' | 'unlisted' | 'share-link' | 'visitor-auth';

  /**
   * Its segment in addresses: letters, digits, hyphens, dots and underscores.
   * @example documentation
   */
  @Optional()
  @IsString()
  @MinLength(1)
  @MaxLength(100)
  basename?: string;

  /**
   * A host name that leads to the renderer of sites and is its own from now on; null for none.
   * @example docs.example.org
   */
  @Optional()
  @Nullable()
  @IsString()
  @MaxLength(512)
  hostname?: string | null;

  /**
   * A host and a path, without a scheme, from which another server passes requests on to it; null for none.
   * @example example.com/docs
   */
  @Optional()
  @Nullable()
  @IsString()
  @MaxLength(512)
  proxy?: string | null;

  @Optional()
  @IsObject()
  @ValidateNested()
  @Type(() => AdaptiveContentBody)
  adaptiveContent?: AdaptiveContentBody;

  /** @example included */
  @Optional()
  @IsIn(['included', 'excluded'])
  agentsContext?: 'included' | 'excluded';

  /** Id of the site space to read by default: of the default section, where there are sections. */
  @Optional()
  @IsString()
  @MaxLength(100)
  defaultSiteSpace?: string;

  /** Id of the section to read by default. */
  @Optional()
  @IsString()
  @MaxLength(100)
  defaultSiteSection?: string;
}

/** Which sites are wanted. */
export class SitesParams extends PageParams {
  /** Those that have this space on them. */
  @Optional()
  @IsString()
  @MaxLength(100)
  space?: string;

  /** Those with this text in their titles. */
  @Optional()
  @IsString()
  @MaxLength(128)
  title?: string;

  /** Those that are live, or (false) those that are not. */
  @Optional()
  @ReadBoolean()
  @IsBoolean()
  published?: boolean;

  /** Those of these types. */
  @Optional()
  @Transform(({ value }) => (typeof value === 'string' ? [value] : value))
  @IsArray()
  @ArrayMaxSize(100)
  @IsIn(TYPES, { each: true })
  type?: ('basic' | 'premium' | 'ultimate' | 'sponsored' | 'legacy-basic' | 'legacy-premium')[];
}
