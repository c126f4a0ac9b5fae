import { Type } from 'class-transformer';
import { IsBoolean, IsIn, IsObject, IsString, MaxLength, MinLength, ValidateNested } from 'class-validator';
import { Described } from '#kernel/interface/open-api/one-of';
import { Optional } from '#kernel/interface/optional';

const TYPES = [
  'document',
  'configuration_account',
  'configuration_space',
  'configuration_site',
  'configuration_contentsource',
] as const;
const ACTION = {
  type: 'object',
  required: ['action'],
  properties: { action: { type: 'string', maxLength: 200 } },
  additionalProperties: true,
};

/** Where a component is shown. */
export class RenderContextBody {
  /**
   * `document`: in a page of a space. The others are configuration screens: of an installation, of one on a space or a
   * site, and of content that the integration computes.
   * @example document
   */
  @IsIn(TYPES)
  type!: (typeof TYPES)[number];

  /**
   * Colors that go with the page; `light` by default.
   * @example light
   */
  @Optional()
  @IsIn(['light', 'dark'])
  theme?: 'light' | 'dark';

  /**
   * Id of the space, for `document`, `configuration_space` and, where there is one, `configuration_contentsource`.
   * @example 0VbbU5n7Ed2QvZt8KlXa
   */
  @Optional()
  @IsString()
  @MaxLength(100)
  spaceId?: string;

  /** Id of the organization, for `configuration_account` and `configuration_contentsource`. */
  @Optional()
  @IsString()
  @MaxLength(100)
  organizationId?: string;

  /** Id of the site, for `configuration_site`. */
  @Optional()
  @IsString()
  @MaxLength(100)
  siteId?: string;

  /** Whether the page is being edited; false by default. */
  @Optional()
  @IsBoolean()
  editable?: boolean;
}

/** A component that is to be rendered. */
export class RenderBody {
  /**
   * Id of the component: that of a block, or of a configuration screen.
   * @example diagram
   */
  @IsString()
  @MinLength(1)
  @MaxLength(200)
  componentId!: string;

  /**
   * What the block is made of, or `{}`.
   * @example {"content": "graph TD; A-->B"}
   */
  @IsObject()
  props!: Record<string, unknown>;

  /** What was answered as `state` before, with what the user entered since; left out the first time. */
  @Optional()
  @IsObject()
  state?: Record<string, unknown>;

  @IsObject()
  @ValidateNested()
  @Type(() => RenderContextBody)
  context!: RenderContextBody;

  /** What the user did, as the element says. */
  @Described(ACTION)
  @Optional()
  @IsObject()
  action?: Record<string, unknown>;
}

/** The same in an address. */
export class RenderParams {
  /**
   * The body of `renderIntegrationUIWithPost` as JSON, compressed by LZ-based compression in the alphabet of URLs.
   * @example N4IgxgFgpmAmD6BLAdgcwLYEMBuBTAThAC4C+QA
   */
  @IsString()
  @MaxLength(8000)
  request!: string;
}
