import { ApiProperty, getSchemaPath } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsInt, Max, Min } from 'class-validator';
import { MAX_LIMIT } from '#kernel/application/page';
import { Optional } from '#kernel/interface/optional';
import {
  FileChangeView,
  FileEditView,
  PageChangeView,
  PageEditView,
  PageMoveView,
  ReusableContentChangeView,
  ReusableContentEditView,
  SemanticChangesView,
  VariablesEditView,
} from '../../application/content/semantic-changes.view.js';
import { RevisionParams } from './content.params.js';

/** How many changes are told unless more are asked for. */
export const DEFAULT_CHANGES = 10;

/** What one change may be. */
export const SEMANTIC_CHANGES = [
  PageChangeView,
  PageEditView,
  PageMoveView,
  FileChangeView,
  FileEditView,
  ReusableContentChangeView,
  ReusableContentEditView,
  VariablesEditView,
];

/** The class can't say of itself that its member is one of several. */
ApiProperty({
  type: 'array',
  items: { oneOf: SEMANTIC_CHANGES.map((view) => ({ $ref: getSchemaPath(view) })) },
  description: 'Those of pages first, then of files, reusable contents and variables.',
})(SemanticChangesView.prototype, 'changes');

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
