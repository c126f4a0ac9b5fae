import { ApiExtraModels, ApiProperty, getSchemaPath } from '@nestjs/swagger';
import { ChangeRequestView } from '../../revisions/application/change-request.view.js';
import { FileView } from '../../revisions/application/file.view.js';
import { ChangedPageView } from '../../revisions/interface/changes.view.js';

/** What became of one page. */
@ApiExtraModels(ChangedPageView)
export class RequestedChangeView {
  /** @example created_page */
  object!: 'created_page' | 'updated_page' | 'deleted_page';
  /**
   * The name the batch gave to the page.
   * @example welcome
   */
  ref?: string;
  /** The page; only its id when it was deleted. */
  @ApiProperty({ oneOf: [{ $ref: getSchemaPath(ChangedPageView) }, { type: 'string' }] })
  page!: ChangedPageView | string;
}

/** A change request after a batch of changes to its content, and what the batch came to. */
export class RequestedChangesView {
  changeRequest!: ChangeRequestView;
  /** An entry for every page, in the order in which the batch first touched them. */
  changes!: RequestedChangeView[];
  /** Absent when the batch brought none. */
  insertedFiles?: FileView[];
}
