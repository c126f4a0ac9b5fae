import { Transform, Type } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsBoolean, IsIn, IsObject, IsString, MaxLength, ValidateNested } from 'class-validator';
import { Described, named } from '#kernel/interface/open-api/one-of';
import { Optional } from '#kernel/interface/optional';
import { PageParams } from '#kernel/interface/page.params';
import { CommentTextView } from '../application/comment.view.js';

/* The class can't say it of itself. */
Described(named('Document'))(CommentTextView.prototype, 'document');

/** One value or many: a parameter that is repeated. */
const toList = ({ value }: { value: unknown }): unknown => (typeof value === 'string' ? [value] : value);

/** What a comment says: Markdown or a block tree, at most 100 kB. */
export class CommentTextBody {
  /** @example "Does this still hold?" */
  @Optional()
  @IsString()
  markdown?: string;

  /** A block tree. */
  @Described(named('DocumentInput'))
  @Optional()
  @IsObject()
  document?: object;
}

/** A cell of a table on the page. */
export class CommentCellBody {
  /** The id of its row. */
  @IsString()
  @MaxLength(100)
  record!: string;

  /** The id of its column. */
  @IsString()
  @MaxLength(100)
  definition!: string;
}

/** A comment to be posted. */
export class PostCommentBody {
  @IsObject()
  @ValidateNested()
  @Type(() => CommentTextBody)
  body!: CommentTextBody;

  /** The page it is about. */
  @Optional()
  @IsString()
  @MaxLength(100)
  page?: string;

  /** The key of the block of the page it is about. */
  @Optional()
  @IsString()
  @MaxLength(100)
  node?: string;

  /** The cell it is about, of the table that `node` names. */
  @Optional()
  @IsObject()
  @ValidateNested()
  @Type(() => CommentCellBody)
  tableCell?: CommentCellBody;
}

/** A reply to be posted. */
export class PostReplyBody {
  @IsObject()
  @ValidateNested()
  @Type(() => CommentTextBody)
  body!: CommentTextBody;
}

/** What can be changed of comments and replies alike. */
class RemarkChanges {
  @Optional()
  @IsObject()
  @ValidateNested()
  @Type(() => CommentTextBody)
  body?: CommentTextBody;

  /**
   * Emoji to react by: as characters, as code points, or as short names.
   * @example ["🎉"]
   */
  @Optional()
  @IsArray()
  @ArrayMaxSize(20)
  @IsString({ each: true })
  @MaxLength(50, { each: true })
  addedReactions?: string[];

  /**
   * Emoji to take back.
   * @example ["👀"]
   */
  @Optional()
  @IsArray()
  @ArrayMaxSize(20)
  @IsString({ each: true })
  @MaxLength(50, { each: true })
  removedReactions?: string[];
}

/** What is to change of a reply; members left out stay as they are. */
export class UpdateReplyBody extends RemarkChanges {
  /** Says nothing to a reply: a comment is resolved as a whole. */
  @Optional()
  @IsBoolean()
  resolved?: boolean;
}

/** What is to change of a comment; members left out stay as they are. */
export class UpdateCommentBody extends RemarkChanges {
  /** Whether it is resolved. */
  @Optional()
  @IsBoolean()
  resolved?: boolean;
}

/** The form in which comments are read. */
export class FormatParams {
  /** The form of the body: Markdown (unless told) or the block tree. */
  @Optional()
  @IsIn(['document', 'markdown'])
  format?: 'document' | 'markdown';
}

/** Which replies are wanted. */
export class ReplyListParams extends PageParams {
  /** The form of the body: Markdown (unless told) or the block tree. */
  @Optional()
  @IsIn(['document', 'markdown'])
  format?: 'document' | 'markdown';
}

/** Which comments are wanted. */
export class CommentListParams extends ReplyListParams {
  /** By the time of their posting; `desc` unless told. */
  @Optional()
  @IsIn(['asc', 'desc'])
  order?: 'asc' | 'desc';

  /** `all` unless told. */
  @Optional()
  @IsIn(['all', 'open', 'resolved'])
  status?: 'all' | 'open' | 'resolved';

  /** Only those about this page. */
  @Optional()
  @IsString()
  @MaxLength(100)
  targetPage?: string;

  /** Only those of these users. */
  @Optional()
  @Transform(toList)
  @IsArray()
  @ArrayMaxSize(100)
  @IsString({ each: true })
  @MaxLength(100, { each: true })
  authors?: string[];
}
