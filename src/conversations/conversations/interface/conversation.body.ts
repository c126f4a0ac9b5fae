import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsIn,
  IsInt,
  IsObject,
  IsString,
  Max,
  MaxLength,
  Min,
  MinLength,
  ValidateNested,
} from 'class-validator';
import { IsTimestamp } from '#kernel/interface/bodies/timestamp';
import { IsWebAddress } from '#kernel/interface/bodies/web-address';
import { Nullable, Optional } from '#kernel/interface/optional';
import { PageParams } from '#kernel/interface/page.params';
import {
  MOST_AT_ONCE,
  MOST_CHARACTERS,
  MOST_DAYS,
  PART_ROLES,
  type PartRole,
} from '../application/conversation.commands.js';
import { IsTextMap } from './text-map.js';

/** A message of a conversation. */
export class ConversationPartBody {
  /** @example message */
  @IsIn(['message'])
  type!: 'message';

  /** @example user */
  @IsIn(PART_ROLES)
  role!: PartRole;

  /**
   * Markdown or HTML.
   * @example "I paid twice for March. How do I get my money back?"
   */
  @IsString()
  @MaxLength(MOST_CHARACTERS)
  body!: string;
}

/** What is known of a conversation besides its text. */
export class ConversationMetadataBody {
  /**
   * Where it is found in the system it comes from.
   * @example https://support.example.com/tickets/4711
   */
  @Optional()
  @IsString()
  @MaxLength(2048)
  @IsWebAddress()
  url?: string;

  /**
   * Anything else, as texts by name: at most 100 of at most 2,000 characters.
   * @example { "plan": "pro" }
   */
  @Optional()
  @IsObject()
  @IsTextMap({ entries: 100, name: 255, value: 2000 })
  attributes?: Record<string, string>;

  /**
   * When it began. When left out, or yet to come: now, or as it is known of the conversation that this one replaces.
   * @example 2026-01-15T09:30:00.000Z
   */
  @Optional()
  @IsTimestamp()
  createdAt?: string;
}

/** A conversation with support. */
export class ConversationInput {
  /**
   * What it is called where it comes from. The same id again replaces it. It is kept as it is sent, never masked.
   * @example ticket-4711
   */
  @IsString()
  @MinLength(1)
  @MaxLength(255)
  id!: string;

  /** @example "Invoice for March" */
  @Optional()
  @IsString()
  @MaxLength(512)
  subject?: string;

  @Optional()
  @IsObject()
  @ValidateNested()
  @Type(() => ConversationMetadataBody)
  metadata?: ConversationMetadataBody;

  /** What was written, in its order; at most 1,048,576 characters together. */
  @IsArray()
  @ArrayMaxSize(1000)
  @ValidateNested({ each: true })
  @Type(() => ConversationPartBody)
  parts!: ConversationPartBody[];
}

/** The conversations of one request. */
export class ConversationsBody {
  @IsArray()
  @ArrayMaxSize(MOST_AT_ONCE)
  @ValidateNested({ each: true })
  @Type(() => ConversationInput)
  conversations!: ConversationInput[];
}

/** Which conversations are wanted. */
export class ConversationParams extends PageParams {
  /** Where they come from, as conversations show it. */
  @Optional()
  @IsString()
  @MaxLength(255)
  source?: string;
}

/** What is to change of the settings; members left out stay as they are. */
export class UpdateConversationSettingsBody {
  /**
   * For how many days after they began conversations are kept; null for ever.
   * @example 365
   */
  @Optional()
  @Nullable()
  @IsInt()
  @Min(1)
  @Max(MOST_DAYS)
  retentionDays?: number | null;
}
