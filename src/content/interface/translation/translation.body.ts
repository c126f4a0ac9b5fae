import { Type } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsIn, IsObject, IsString, MaxLength, ValidateNested } from 'class-validator';
import { Optional } from '#kernel/interface/optional';
import { LANGUAGES } from '../../contract/languages.js';

const MOST_CHANGES = 500;

/** The space that is to be translated. */
export class TranslationSourceBody {
  /** @example 0VbbU5n7Ed2QvZt8KlXa */
  @IsString()
  @MaxLength(100)
  space!: string;

  /** @example en */
  @IsIn(LANGUAGES)
  language!: string;
}

/** A translation to be created. */
export class CreateTranslationBody {
  @IsObject()
  @ValidateNested()
  @Type(() => TranslationSourceBody)
  source!: TranslationSourceBody;

  /**
   * Another one than that of the source.
   * @example de
   */
  @IsIn(LANGUAGES)
  language!: string;

  /**
   * What whoever translates is told: a block tree.
   * @example {"object": "document", "nodes": []}
   */
  @Optional()
  @IsObject()
  instructions?: object;
}

/** What whoever translates is told, in the place of what they were told before. */
export class UpdateTranslationBody {
  /**
   * A block tree.
   * @example {"object": "document", "nodes": []}
   */
  @IsObject()
  instructions!: object;
}

/** What a thing is called in several languages. */
export class AddedEntryBody {
  /**
   * Language → term, 1 to 255 characters in one line.
   * @example {"en": "Space", "de": "Bereich"}
   */
  @IsObject()
  terms!: Record<string, string>;
}

export class UpdatedEntryBody extends AddedEntryBody {
  /** @example 0VbbU7q9Gf4SxBv0MnZc */
  @IsString()
  @MaxLength(100)
  id!: string;
}

/** What is to change in a glossary, at most 500 entries of each kind. */
export class UpdateGlossaryBody {
  @Optional()
  @IsArray()
  @ArrayMaxSize(MOST_CHANGES)
  @ValidateNested({ each: true })
  @Type(() => AddedEntryBody)
  add?: AddedEntryBody[];

  @Optional()
  @IsArray()
  @ArrayMaxSize(MOST_CHANGES)
  @ValidateNested({ each: true })
  @Type(() => UpdatedEntryBody)
  update?: UpdatedEntryBody[];

  /**
   * Ids of entries; unknown ones are no error.
   * @example ["0VbbU7q9Gf4SxBv0MnZc"]
   */
  @Optional()
  @IsArray()
  @ArrayMaxSize(MOST_CHANGES)
  @IsString({ each: true })
  @MaxLength(100, { each: true })
  remove?: string[];
}
