import { Type } from 'class-transformer';
import { IsIn, IsObject, IsString, MaxLength, ValidateNested } from 'class-validator';
import { Described, named } from '#kernel/interface/open-api/one-of';
import { Optional } from '#kernel/interface/optional';
import { TranslationView } from '../application/translation.view.js';
import { LANGUAGES } from '../../contract/languages.js';

/* The class can't say it of itself. */
Described(named('Document'))(TranslationView.prototype, 'instructions');

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
  @Described(named('DocumentInput'))
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
  @Described(named('DocumentInput'))
  @IsObject()
  instructions!: object;
}
