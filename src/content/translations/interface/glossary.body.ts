import { Type } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsIn, IsObject, IsString, MaxLength, ValidateNested } from 'class-validator';
import { ListOfOneOf } from '#kernel/interface/open-api/one-of';
import { Optional } from '#kernel/interface/optional';
import { PageParams } from '#kernel/interface/page.params';
import { LANGUAGES } from '../../contract/languages.js';

const MOST_CHANGES = 500;
const OPERATIONS = ['insert', 'update', 'delete'] as const;

/** An entry to be added to the glossary. */
export class InsertGlossaryEntry {
  /** @example insert */
  type!: 'insert';
  /**
   * Language → term, 1 to 255 characters in one line.
   * @example {"en": "Space", "de": "Bereich"}
   */
  translations!: Record<string, string>;
}

/** An entry of the glossary whose terms are replaced, all of them. */
export class UpdateGlossaryEntry {
  /** @example update */
  type!: 'update';
  /** @example 0VbbU7q9Gf4SxBv0MnZc */
  id!: string;
  /** @example {"en": "Space", "de": "Bereich"} */
  translations!: Record<string, string>;
}

/** An entry to be removed; an unknown one is no error. */
export class DeleteGlossaryEntry {
  /** @example delete */
  type!: 'delete';
  /** @example 0VbbU7q9Gf4SxBv0MnZc */
  id!: string;
}

/** One change; which members it takes depends on its type. */
export class GlossaryOperationBody {
  @IsIn(OPERATIONS)
  type!: (typeof OPERATIONS)[number];

  @Optional()
  @IsString()
  @MaxLength(100)
  id?: string;

  @Optional()
  @IsObject()
  translations?: Record<string, string>;
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

/** What is to change in a glossary, as `operations`; at most 500. An entry takes one change in a request. */
export class UpdateGlossaryBody {
  /** @example [{"type": "insert", "translations": {"en": "Space", "de": "Bereich"}}] */
  @ListOfOneOf('type', { insert: InsertGlossaryEntry, update: UpdateGlossaryEntry, delete: DeleteGlossaryEntry })
  @Optional()
  @IsArray()
  @ArrayMaxSize(MOST_CHANGES)
  @ValidateNested({ each: true })
  @Type(() => GlossaryOperationBody)
  operations?: GlossaryOperationBody[];

  /**
   * Earlier form of inserts.
   * @deprecated
   */
  @Optional()
  @IsArray()
  @ArrayMaxSize(MOST_CHANGES)
  @ValidateNested({ each: true })
  @Type(() => AddedEntryBody)
  add?: AddedEntryBody[];

  /**
   * Earlier form of updates.
   * @deprecated
   */
  @Optional()
  @IsArray()
  @ArrayMaxSize(MOST_CHANGES)
  @ValidateNested({ each: true })
  @Type(() => UpdatedEntryBody)
  update?: UpdatedEntryBody[];

  /**
   * Earlier form of deletes: ids of entries; unknown ones are no error.
   * @deprecated
   */
  @Optional()
  @IsArray()
  @ArrayMaxSize(MOST_CHANGES)
  @IsString({ each: true })
  @MaxLength(100, { each: true })
  remove?: string[];
}

/** Which part of the glossary is wanted, and in which order. */
export class GlossaryParams extends PageParams {
  /**
   * A language: sorted by the terms in it, and behind them entries without one. Otherwise the oldest entry comes first.
   * @example en
   */
  @Optional()
  @IsIn(LANGUAGES)
  orderBy?: string;
}
