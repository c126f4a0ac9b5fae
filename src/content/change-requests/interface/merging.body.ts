import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsString, MaxLength } from 'class-validator';
import { named } from '#kernel/interface/open-api/one-of';
import { Optional } from '#kernel/interface/optional';
import { PageParams } from '#kernel/interface/page.params';
import { ConflictVersionsView } from '../application/conflict.view.js';
import { ChangeRequestPathParams } from '../../revisions/interface/change-request.params.js';

const SCALARS = [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }];
const BLOCKS = { type: 'array', items: named('Block') };
const RECORD = { type: 'object', additionalProperties: true, description: 'What the field holds, such as a layout.' };

/**
 * Schemas that decorators on the class cannot express: these members are any JSON, depending on the subject of the
 * conflict.
 */
for (const [member, description] of Object.entries({
  base: 'What both came from; absent where there was nothing, as for the others.',
  main: 'What the space has. The merged content holds this one until the conflict is settled.',
  changeRequest: 'What the change request has.',
  proposal: 'Both in one, as a suggestion.',
})) {
  const schema = { required: false, description, anyOf: [...SCALARS, RECORD, BLOCKS] };
  ApiProperty(schema)(ConflictVersionsView.prototype, member);
}

/** What merging a change request into its space came to. */
export class MergeResultView {
  /**
   * Id of the revision of the space that it made.
   * @example 0VbbU6p8Fe3RwAu9LmYb
   */
  revision!: string;
  /**
   * `conflicts`: it was merged, and some conflicts are left to be settled.
   * @example merge
   */
  result!: 'merge' | 'conflicts';
}

/** What merging a space into one of its change requests came to. */
export class UpdateResultView {
  /**
   * Id of the revision that the change request holds now.
   * @example 0VbbU6p8Fe3RwAu9LmYb
   */
  revision!: string;
  /**
   * `conflicts`: it is up to date, and some conflicts are left to be settled.
   * @example update
   */
  result!: 'update' | 'conflicts';
}

/** Which conflict of which change request. */
export class ConflictPathParams extends ChangeRequestPathParams {
  @IsString()
  conflictId!: string;
}

/** Which conflicts are wanted. */
export class ConflictParams extends PageParams {
  /** Both when left out. */
  @Optional()
  @IsIn(['open', 'resolved'])
  status?: 'open' | 'resolved';
}

/** What to settle a conflict with: exactly one of the three. */
export class ResolveConflictBody {
  /**
   * One of the versions that are kept.
   * @example changeRequest
   */
  @Optional()
  @IsIn(['main', 'changeRequest', 'proposal'])
  take?: 'main' | 'changeRequest' | 'proposal';

  /** Where `kind` is `block`: other blocks in their place. */
  @Optional()
  @IsString()
  @MaxLength(100_000)
  markdown?: string;

  /** Where `kind` is `field` or `slug`: another value. */
  @ApiProperty({ required: false, oneOf: SCALARS })
  @Optional()
  value?: unknown;
}
