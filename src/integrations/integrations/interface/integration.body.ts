import { Type } from 'class-transformer';
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
  ValidateNested,
} from 'class-validator';
import { IsWebAddress } from '#kernel/interface/bodies/web-address';
import { Described } from '#kernel/interface/open-api/one-of';
import { Optional } from '#kernel/interface/optional';
import { SCRIPT_SCOPES, type ScriptScope } from '#kernel/application/scopes';
import type { IntegrationCategory } from '../application/integration.commands.js';
import { CATEGORIES, TARGETS, VISIBILITIES } from '../application/integration.commands.js';
import { IntegrationConfigurations } from '../application/integration.view.js';

export const MAX_SCRIPT = 5_000_000;
const PICTURE = { icon: 400_000, preview: 1_500_000 };
const ID = /^[\w.:-]+$/;

/** How a block is written in Markdown. */
export class BlockMarkdownBody {
  @IsString()
  @MaxLength(100)
  codeblock!: string;

  @IsString()
  @MaxLength(100)
  body!: string;
}

/** A block that the integration adds to pages. */
export class IntegrationBlockBody {
  /** @example diagram */
  @IsString()
  @Matches(ID)
  @MaxLength(100)
  id!: string;

  /** @example Diagram */
  @IsString()
  @MinLength(1)
  @MaxLength(40)
  title!: string;

  @Optional()
  @IsString()
  @MaxLength(150)
  description?: string;

  /** URL of its icon. */
  @Optional()
  @IsString()
  @MaxLength(2048)
  icon?: string;

  /** Patterns of links that become this block. */
  @Optional()
  @IsArray()
  @ArrayMaxSize(50)
  @IsString({ each: true })
  @MaxLength(2048, { each: true })
  urlUnfurl?: string[];

  @Optional()
  @IsObject()
  @ValidateNested()
  @Type(() => BlockMarkdownBody)
  markdown?: BlockMarkdownBody;
}

export class ComponentReferenceBody {
  @IsString()
  @MinLength(1)
  @MaxLength(100)
  componentId!: string;
}

/** Content that the integration computes. */
export class IntegrationContentSourceBody {
  @IsString()
  @Matches(ID)
  @MaxLength(100)
  id!: string;

  @IsString()
  @MinLength(1)
  @MaxLength(40)
  title!: string;

  @Optional()
  @IsString()
  @MaxLength(150)
  description?: string;

  @Optional()
  @IsString()
  @MaxLength(2048)
  icon?: string;

  @Optional()
  @IsObject()
  @ValidateNested()
  @Type(() => ComponentReferenceBody)
  configuration?: ComponentReferenceBody;
}

export class IntegrationExternalLinkBody {
  /** @example Documentation */
  @IsString()
  @MinLength(1)
  @MaxLength(100)
  label!: string;

  /** @example https://example.com/docs */
  @IsWebAddress()
  @MaxLength(2048)
  url!: string;
}

/** An integration as its author publishes it: a manifest, and the script. */
export class PublishIntegrationBody {
  /** How the script is started; both are the same here. */
  @Optional()
  @IsIn(['v1', 'v2'])
  runtime?: 'v1' | 'v2';

  /** A picture in base64 of at most 256 KiB: PNG, JPEG, GIF or WebP. */
  @Optional()
  @IsString()
  @MaxLength(PICTURE.icon)
  icon?: string;

  /** @example Webhook */
  @IsString()
  @MinLength(2)
  @MaxLength(30)
  title!: string;

  /**
   * In a sentence.
   * @example "Posts events to an address of yours."
   */
  @IsString()
  @MaxLength(100)
  description!: string;

  /** Long-form Markdown. */
  @Optional()
  @IsString()
  @MaxLength(2048)
  summary?: string;

  /** At most three pictures in base64, of at most 1 MiB each. */
  @Optional()
  @IsArray()
  @ArrayMaxSize(3)
  @IsString({ each: true })
  @MaxLength(PICTURE.preview, { each: true })
  previewImages?: string[];

  /** `private` by default: only its own organization may install it. */
  @Optional()
  @IsIn(VISIBILITIES)
  visibility?: 'public' | 'unlisted' | 'private';

  /** Where it may be installed; `all` by default. */
  @Optional()
  @IsIn(TARGETS)
  target?: 'all' | 'site' | 'space' | 'organization';

  /**
   * What the script may do, and hear of, where it is installed.
   * @example ["space:content:read"]
   */
  @IsArray()
  @ArrayMaxSize(SCRIPT_SCOPES.length)
  @IsIn(SCRIPT_SCOPES, { each: true })
  scopes!: ScriptScope[];

  /** @example ["collaboration"] */
  @Optional()
  @IsArray()
  @ArrayMaxSize(CATEGORIES.length)
  @IsIn(CATEGORIES, { each: true })
  categories?: IntegrationCategory[];

  @Optional()
  @IsArray()
  @ArrayMaxSize(50)
  @ValidateNested({ each: true })
  @Type(() => IntegrationBlockBody)
  blocks?: IntegrationBlockBody[];

  @Optional()
  @IsArray()
  @ArrayMaxSize(50)
  @ValidateNested({ each: true })
  @Type(() => IntegrationContentSourceBody)
  contentSources?: IntegrationContentSourceBody[];

  @Optional()
  @IsArray()
  @ArrayMaxSize(5)
  @ValidateNested({ each: true })
  @Type(() => IntegrationExternalLinkBody)
  externalLinks?: IntegrationExternalLinkBody[];

  /** What is to be set where it is installed: at most 50 properties each, or a component of the script. */
  @Optional()
  @IsObject()
  configurations?: IntegrationConfigurations;

  /**
   * One ES module, which exports what answers requests. At most 5,000,000 characters.
   * @example "export default { fetch: () => new Response('OK') };"
   */
  @IsString()
  @MinLength(1)
  @MaxLength(MAX_SCRIPT)
  script!: string;

  /**
   * Id or subdomain of the organization that publishes it.
   * @example 0VbbU3z1Hn6PwDs8RtKe
   */
  @IsString()
  @MaxLength(100)
  organization!: string;

  /**
   * What the script is given and nobody is shown: at most 20 texts of at most 8,192 characters. They are stored
   * encrypted.
   */
  @Optional()
  @IsObject()
  secrets?: Record<string, string>;

  /**
   * Sent as a header with what the script answers to browsers: a policy, or its directives by name.
   * @example "default-src https:"
   */
  @Described({
    oneOf: [
      { type: 'string', maxLength: 4096 },
      { type: 'object', additionalProperties: { type: 'string', maxLength: 4096 } },
    ],
  })
  @Optional()
  contentSecurityPolicy?: string | Record<string, string>;
}

/** Where events go while an integration is developed. */
export class IntegrationDevelopmentModeBody {
  /**
   * Address of a tunnel to the author's machine.
   * @example https://tunnel.example.com
   */
  @IsString()
  @MinLength(1)
  @MaxLength(256)
  tunnelUrl!: string;

  /** Whether the events of all organizations go there, rather than only those of the owner; false by default. */
  @Optional()
  @IsBoolean()
  all?: boolean;
}
