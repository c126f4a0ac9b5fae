import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsDefined,
  IsIn,
  IsObject,
  IsString,
  MaxLength,
  MinLength,
  ValidateNested,
} from 'class-validator';
import { Described } from '#kernel/interface/open-api/one-of';
import { Optional } from '#kernel/interface/optional';

const MAX_QUERY = 512;
const MAX_SITE_SPACES = 1000;

/** Which site spaces are looked through. */
export class SearchScopeBody {
  /**
   * `default`: the one that is being read, and the default ones of the other sections. `specific`: those named. `all`:
   * every one that is in a menu.
   * @example default
   */
  @IsIn(['default', 'specific', 'all'])
  mode!: 'default' | 'specific' | 'all';

  /** With `default`: id of the site space that is being read. */
  @Optional()
  @IsString()
  @MaxLength(100)
  currentSiteSpace?: string;

  /** With `default`: only the site space that is being read, or only the others. */
  @Optional()
  @IsIn(['currentSiteSpace', 'otherSiteSpaces'])
  restrictTo?: 'currentSiteSpace' | 'otherSiteSpaces';

  /** With `specific`: ids of site spaces; in those the caller is not shown nothing is found. */
  @Optional()
  @IsArray()
  @ArrayMaxSize(MAX_SITE_SPACES)
  @IsString({ each: true })
  @MaxLength(100, { each: true })
  siteSpaceIds?: string[];
}

/** What is searched for, and where: `default` unless told. */
export class SearchSiteBody {
  /**
   * Words to look for; the last one may be the beginning of a word.
   * @example install
   */
  @IsString()
  @MaxLength(MAX_QUERY)
  query!: string;

  @Optional()
  @IsDefined()
  @ValidateNested()
  @Type(() => SearchScopeBody)
  scope?: SearchScopeBody;

  /**
   * In the place of `scope`: `current` is its `default`, with `siteSpaceId`.
   * @deprecated
   */
  @Optional()
  @IsIn(['specific', 'current', 'all'])
  mode?: 'specific' | 'current' | 'all';

  /**
   * With `mode` `specific`.
   * @deprecated
   */
  @Optional()
  @IsArray()
  @ArrayMaxSize(MAX_SITE_SPACES)
  @IsString({ each: true })
  @MaxLength(100, { each: true })
  siteSpaceIds?: string[];

  /**
   * With `mode` `current`: the one that is being read.
   * @deprecated
   */
  @Optional()
  @IsString()
  @MaxLength(100)
  siteSpaceId?: string;
}

/** From where somebody asks; it changes nothing of where answers are looked for. */
export class AskContextBody {
  /** Id of the site space that is being read. */
  @Optional()
  @IsString()
  @MaxLength(100)
  siteSpaceId?: string;

  /**
   * What the question is for, in the end.
   * @example "Run it in production"
   */
  @Optional()
  @IsString()
  @MaxLength(1024)
  goal?: string;
}

/** A question, and where to look for its answer: `default` unless told. */
export class AskSiteBody {
  /** @example "How do I install it?" */
  @IsString()
  @MinLength(1)
  @MaxLength(MAX_QUERY)
  question!: string;

  @Optional()
  @IsObject()
  @ValidateNested()
  @Type(() => AskContextBody)
  context?: AskContextBody;

  @Optional()
  @IsDefined()
  @ValidateNested()
  @Type(() => SearchScopeBody)
  scope?: SearchScopeBody;

  /** The visitor and the visit. It makes no difference. */
  @Described({ type: 'object', properties: { visitorId: { type: 'string' }, sessionId: { type: 'string' } } })
  @Optional()
  @IsObject()
  session?: object;
}

/** How an answer is wanted. */
export class AskSiteParams {
  /** The form of the answer: a block tree (`document`) unless told. */
  @Optional()
  @IsIn(['document', 'markdown'])
  format?: 'document' | 'markdown';
}

/** What questions are to be about: the default site spaces unless told. */
export class SuggestQuestionsParams {
  /** Id of a site space. */
  @Optional()
  @IsString()
  @MaxLength(100)
  siteSpaceId?: string;

  /**
   * Id of a space of the site.
   * @deprecated
   */
  @Optional()
  @IsString()
  @MaxLength(100)
  spaceId?: string;
}
