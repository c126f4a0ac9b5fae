import { Type } from 'class-transformer';
import { Allow, ArrayMaxSize, ArrayMinSize, IsArray, IsIn, IsString, MaxLength, ValidateNested } from 'class-validator';
import { Described, named } from '#kernel/interface/open-api/one-of';
import { Optional } from '#kernel/interface/optional';

const WRAPPED = { type: 'object', required: ['document'], properties: { document: named('DocumentInput') } };

/** What a visitor says. */
export class AssistantMessageBody {
  /** @example user */
  @IsIn(['user'])
  role!: 'user';

  /**
   * Text of at most 2048 characters, or a block tree.
   * @example "How is it installed?"
   */
  @Described({ anyOf: [{ type: 'string', maxLength: 2048 }, named('DocumentInput'), WRAPPED] })
  @Allow()
  content!: unknown;
}

/** What is said to the assistant of a site. Tools that are offered to it are not used. */
export class AssistantBody {
  /** Id of the response that this continues, of the same site and not older than a day. */
  @Optional()
  @IsString()
  @MaxLength(16384)
  previousResponseId?: string;

  /** The messages; the last ones are answered. */
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(50)
  @ValidateNested({ each: true })
  @Type(() => AssistantMessageBody)
  input!: AssistantMessageBody[];
}
