import { Type } from 'class-transformer';
import { IsIn, IsObject, IsString, MaxLength, ValidateNested } from 'class-validator';
import { Nullable, Optional } from '#kernel/interface/optional';

/** A space or a collection, named under its kind. */
export class PointerBody {
  /** @example space */
  @IsIn(['space', 'collection'])
  type!: 'space' | 'collection';

  /**
   * Id of the space, where it is one.
   * @example 0VbbU5n7Ed2QvZt8KlXa
   */
  @Optional()
  @IsString()
  @MaxLength(100)
  space?: string;

  /** Id of the collection, where it is one. */
  @Optional()
  @IsString()
  @MaxLength(100)
  collection?: string;
}

/** Beside what something is to stand. Where both are told, `before` counts. */
export class PositionBody {
  /** What it is to stand in front of. */
  @Optional()
  @IsObject()
  @ValidateNested()
  @Type(() => PointerBody)
  before?: PointerBody;

  /** What it is to stand behind. */
  @Optional()
  @IsObject()
  @ValidateNested()
  @Type(() => PointerBody)
  after?: PointerBody;
}

/** Where something is to stand. */
export class MoveBody {
  /**
   * The collection it is to stand in, null for none; where it stands already when left out.
   * @example 0VbbUBv5Mf8WnTa4PqAd
   */
  @Optional()
  @Nullable()
  @IsString()
  @MaxLength(100)
  parent?: string | null;

  /** Behind all that stands there when left out. */
  @Optional()
  @IsObject()
  @ValidateNested()
  @Type(() => PositionBody)
  position?: PositionBody;
}
