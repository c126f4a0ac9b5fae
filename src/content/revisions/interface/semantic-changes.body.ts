import { ApiProperty, getSchemaPath } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsInt, Max, Min } from 'class-validator';
import { MAX_LIMIT } from '#kernel/application/page';
import { Described, describeMembers, ListOfOneOf, named } from '#kernel/interface/open-api/one-of';
import { Optional } from '#kernel/interface/optional';
import {
  ChangedCoverView,
  FileChangeView,
  FileEditView,
  PageChangeView,
  PageEditView,
  PageMoveView,
  PageVariablesChangeView,
  ReusableContentChangeView,
  ReusableContentEditView,
  SemanticChangesView,
  TargetChangeView,
  VariableChangeView,
  VariablesEditView,
} from '../application/semantic-changes.view.js';
import { RevisionParams } from './content.params.js';
import { PICTURE, SCALAR, VARIABLES } from './page-forms.js';

/** The number of changes returned by default. */
export const DEFAULT_CHANGES = 10;

/* Schemas that decorators on the classes cannot express. */
ListOfOneOf('type', {
  page_created: PageChangeView,
  page_deleted: PageChangeView,
  page_edited: PageEditView,
  page_moved: PageMoveView,
  file_created: FileChangeView,
  file_deleted: FileChangeView,
  file_edited: FileEditView,
  reusable_content_created: ReusableContentChangeView,
  reusable_content_deleted: ReusableContentChangeView,
  reusable_content_edited: ReusableContentEditView,
  variables_edited: VariablesEditView,
})(SemanticChangesView.prototype, 'changes');
describeMembers([ChangedCoverView], { ref: PICTURE, refDark: PICTURE });
describeMembers([PageVariablesChangeView], { before: VARIABLES, after: VARIABLES });
describeMembers([VariableChangeView], { before: SCALAR, after: SCALAR });
describeMembers([TargetChangeView], { before: named('ContentRef'), after: named('ContentRef') });
Described({ type: 'object', additionalProperties: { $ref: getSchemaPath(VariableChangeView) } }, VariableChangeView)(
  VariablesEditView.prototype,
  'variables',
);

const toNumber = ({ value }: { value: unknown }): unknown =>
  typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value;

/** How many changes of a change request are told. */
export class ChangesParams {
  /** How many changes at most, 0 to 1000; 10 unless told. */
  @ApiProperty({ type: 'integer' })
  @Optional()
  @Transform(toNumber)
  @IsInt()
  @Min(0)
  @Max(MAX_LIMIT)
  limit?: number;
}

/** How many changes of a revision are told. */
export class RevisionChangesParams extends RevisionParams {
  /** How many changes at most, 0 to 1000; 10 unless told. */
  @ApiProperty({ type: 'integer' })
  @Optional()
  @Transform(toNumber)
  @IsInt()
  @Min(0)
  @Max(MAX_LIMIT)
  limit?: number;
}
