import { ArrayMaxSize, IsArray, IsBoolean, IsIn, IsString, MaxLength, MinLength } from 'class-validator';
import { Optional, ReadBoolean } from '#kernel/interface/optional';

const MAX_QUERY = 512;

/** A question. */
export class AskBody {
  /** @example "How do I install it?" */
  @IsString()
  @MinLength(1)
  @MaxLength(MAX_QUERY)
  query!: string;

  /**
   * What was asked before, the oldest first.
   * @example ["What is it?"]
   */
  @Optional()
  @IsArray()
  @ArrayMaxSize(20)
  @IsString({ each: true })
  @MaxLength(MAX_QUERY, { each: true })
  previousQueries?: string[];
}

/** How an answer is wanted. */
export class AskParams {
  /** The form of the answer: a block tree (`document`) unless told. */
  @Optional()
  @IsIn(['document', 'markdown'])
  format?: 'document' | 'markdown';

  /** Sources with their titles and paths. */
  @Optional()
  @ReadBoolean()
  @IsBoolean()
  details?: boolean;
}

/** A question in an address. */
export class AskStreamParams extends AskParams {
  /** @example "How do I install it?" */
  @IsString()
  @MinLength(1)
  @MaxLength(MAX_QUERY)
  query!: string;
}
