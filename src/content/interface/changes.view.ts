import { ApiExtraModels, ApiProperty, getSchemaPath } from '@nestjs/swagger';

export class ChangedPageUrls {
  /** Address of the page in the API. */
  location!: string;
}

/** A page that was changed. */
export class ChangedPageView {
  object!: 'page';
  id!: string;
  urls!: ChangedPageUrls;
}

/** What one change came to. */
@ApiExtraModels(ChangedPageView)
export class ChangeOutcomeView {
  kind!: 'created_page' | 'updated_page' | 'deleted_page';
  /** The name the batch gave to the page. */
  ref?: string;
  /** The page; only its id when it was deleted. */
  @ApiProperty({ oneOf: [{ $ref: getSchemaPath(ChangedPageView) }, { type: 'string' }] })
  page!: ChangedPageView | string;
}

export class InsertedFileView {
  id!: string;
  name!: string;
  ref?: string;
}

/** What a batch of changes came to. */
export class ChangesView {
  /** Id of the revision that is current now. */
  revision!: string;
  changes!: ChangeOutcomeView[];
  insertedFiles!: InsertedFileView[];
}
