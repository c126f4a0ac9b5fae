import { Type } from 'class-transformer';
import { IsIn, IsObject, IsString, Matches, MaxLength, MinLength, ValidateNested } from 'class-validator';
import { Optional } from '#kernel/interface/optional';

const SLUG = /^[a-zA-Z0-9]+(?:-[a-zA-Z0-9]+)*$/;
const VISIBILITIES = ['private', 'public'] as const;

/** Where a specification comes from: either an address or a text. */
export class OpenAPISourceBody {
  /**
   * An http or https address, without credentials. It is fetched at once, and every six hours from then on.
   * @example https://example.com/openapi.yaml
   */
  @Optional()
  @IsString()
  @MaxLength(2048)
  url?: string;

  /**
   * OpenAPI 3.1 or 3.0 or Swagger 2.0 as JSON or YAML, at most 10 MB.
   * @example "openapi: 3.1.1\ninfo:\n  title: Pet store\n  version: 1.0.0\n"
   */
  @Optional()
  @IsString()
  @MinLength(1)
  text?: string;
}

/** A specification to be created. */
export class CreateOpenAPISpecBody {
  /**
   * Names it in the organization, where no other has the same, whatever its capitals.
   * @example petstore
   */
  @Matches(SLUG, { message: '$property must be letters, digits and single hyphens between them' })
  @MaxLength(100)
  @MinLength(1)
  @IsString()
  slug!: string;

  /** @example {"url": "https://example.com/openapi.yaml"} */
  @IsObject()
  @ValidateNested()
  @Type(() => OpenAPISourceBody)
  source!: OpenAPISourceBody;
}

/** What a specification is to come from now. */
export class PutOpenAPISpecBody {
  /** @example {"url": "https://example.com/openapi.yaml"} */
  @IsObject()
  @ValidateNested()
  @Type(() => OpenAPISourceBody)
  source!: OpenAPISourceBody;
}

/** Who is to read a specification. */
export class UpdateOpenAPISpecBody {
  /**
   * `public`: anyone may read its latest version.
   * @example public
   */
  @IsIn(VISIBILITIES)
  visibility!: 'private' | 'public';
}
