import { IsBoolean, IsIn, IsString, MaxLength, MinLength } from 'class-validator';
import { Nullable, Optional, ReadBoolean } from '#kernel/interface/optional';
import { PageParams } from '#kernel/interface/page.params';

const LEVELS = ['admin', 'create', 'review', 'edit', 'comment', 'read', 'inherit'] as const;

/** A collection to be created. */
export class CreateCollectionBody {
  /**
   * "Untitled" when left out.
   * @example Products
   */
  @Optional()
  @IsString()
  @MinLength(1)
  @MaxLength(50)
  title?: string;

  /** The collection it is to stand in. */
  @Optional()
  @IsString()
  @MaxLength(100)
  parent?: string;
}

/** What is to change of a collection; members left out stay as they are. */
export class UpdateCollectionBody {
  /** @example "All products" */
  @Optional()
  @IsString()
  @MinLength(1)
  @MaxLength(50)
  title?: string;

  /**
   * Empty takes it away.
   * @example "What customers read"
   */
  @Optional()
  @IsString()
  @MaxLength(100)
  description?: string;

  /**
   * What members of the organization may do by default with what it holds; `inherit` for what they may do where it
   * stands, null for nothing.
   * @example read
   */
  @Optional()
  @Nullable()
  @IsIn(LEVELS)
  defaultLevel?: 'admin' | 'create' | 'review' | 'edit' | 'comment' | 'read' | 'inherit' | null;
}

/** Which collections of an organization are wanted. */
export class CollectionParams extends PageParams {
  /** Those in other collections as well; `true` unless told. */
  @Optional()
  @ReadBoolean()
  @IsBoolean()
  nested?: boolean;
}
