import { ApiExtraModels, ApiProperty, getSchemaPath } from '@nestjs/swagger';

export class ChangedPageUrls {
  /**
   * Address of the page in the API.
   * @example https://docs.example.com/v1/spaces/0VbbU5n7Ed2QvZt8KlXa/content/page/0VbbU7q9Gf4SxBv0MnZc
   */
  location!: string;
}

/** A page that was changed. */
export class ChangedPageView {
  object!: 'page';
  /** @example 0VbbU7q9Gf4SxBv0MnZc */
  id!: string;
  urls!: ChangedPageUrls;
}

/** What one change came to. */
@ApiExtraModels(ChangedPageView)
export class ChangeOutcomeView {
  /** @example created_page */
  kind!: 'created_page' | 'updated_page' | 'deleted_page';
  /**
   * The name the batch gave to the page.
   * @example welcome
   */
  ref?: string;
  /** The page; only its id when it was deleted. */
  @ApiProperty({ oneOf: [{ $ref: getSchemaPath(ChangedPageView) }, { type: 'string' }] })
  page!: ChangedPageView | string;
}

export class InsertedFileView {
  /** @example 0VbbU8r2Jc5TkQy1LmXa */
  id!: string;
  /** @example logo.png */
  name!: string;
  /** @example logo */
  ref?: string;
}

/** What a batch of changes came to. */
export class ChangesView {
  /**
   * Id of the revision that is current now.
   * @example 0VbbU6p8Fe3RwAu9LmYb
   */
  revision!: string;
  changes!: ChangeOutcomeView[];
  /** @example [] */
  insertedFiles!: InsertedFileView[];
}
