import { Type } from 'class-transformer';
import {
  Allow,
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsIn,
  IsObject,
  IsString,
  MaxLength,
  ValidateNested,
} from 'class-validator';
import { Described, named } from '#kernel/interface/open-api/one-of';
import { Optional } from '#kernel/interface/optional';
import { Refuses } from '#kernel/interface/bodies/refuses';

const TEXT = { type: 'string' };
const objectOf = (...members: string[]) => ({
  type: 'object',
  properties: Object.fromEntries(members.map((member) => [member, TEXT])),
});
const CONTEXT = { type: 'object', properties: { location: objectOf('spaceId', 'pageId') } };
const TOOL = { type: 'object', properties: { name: TEXT, description: TEXT, inputSchema: objectOf('type') } };
const WRAPPED = { type: 'object', required: ['document'], properties: { document: named('DocumentInput') } };

/** What a visitor says. */
@Refuses({ attachments: { because: 'files are not read', unless: [[]] } })
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

  /** Where the visitor is, and what they have selected. It makes no difference. */
  @Described(CONTEXT)
  @Optional()
  @IsObject()
  context?: object;
}

/** What is said to the assistant of a site. Whoever says it, from where and with which tools makes no difference. */
@Refuses({ toolCall: 'no tool was called' })
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

  /** The server has one model, so it makes no difference. */
  @Optional()
  @IsIn(['fast', 'reasoning-low', 'reasoning-medium', 'reasoning-high'])
  model?: 'fast' | 'reasoning-low' | 'reasoning-medium' | 'reasoning-high';

  /** Tools of the client that may be called. None ever is. */
  @Described({ type: 'array', maxItems: 100, items: TOOL })
  @Optional()
  @IsArray()
  @ArrayMaxSize(100)
  @IsObject({ each: true })
  tools?: object[];

  /** The visitor and the visit. It makes no difference. */
  @Described(objectOf('visitorId', 'sessionId'))
  @Optional()
  @IsObject()
  session?: object;

  /** From where it is said. It makes no difference. */
  @Described(objectOf('type'))
  @Optional()
  @IsObject()
  channel?: object;
}
