import { getSchemaPath } from '@nestjs/swagger';
import { Transform, Type } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsBoolean, IsIn, IsObject, IsString, MaxLength, ValidateNested } from 'class-validator';
import { Described, named } from '#kernel/interface/open-api/one-of';
import { Nullable, Optional, ReadBoolean } from '#kernel/interface/optional';
import { PageParams } from '#kernel/interface/page.params';
import { Refuses } from '#kernel/interface/bodies/refuses';
import { ChangeRequestView } from '../../revisions/application/change-request.view.js';
import { DocumentBody } from '../../revisions/interface/content-changes.body.js';
import { TemplateBody } from '../../spaces/interface/template/template.body.js';

/** A description as it may be sent. */
export const DESCRIPTION = { anyOf: [named('DocumentInput'), { $ref: getSchemaPath(DocumentBody) }] };

/* A schema that decorators on the class cannot express. */
Described(named('Document'))(ChangeRequestView.prototype, 'description');

const STATUSES = ['draft', 'open', 'archived', 'merged'] as const;

/** A change request to be created. */
export class CreateChangeRequestBody {
  /** @example "Explain the new installer" */
  @Optional()
  @IsString()
  @MaxLength(100)
  subject?: string;

  /** A template to begin with. */
  @Optional()
  @IsObject()
  @ValidateNested()
  @Type(() => TemplateBody)
  template?: TemplateBody;

  /** Id of the cluster of issues that it answers, of the same organization. */
  @Optional()
  @IsString()
  @MaxLength(100)
  conversationsIssuesCluster?: string;
}

/** What is to change of a change request; members left out stay as they are. */
@Refuses({ links: { because: 'change requests have no links to tickets', unless: [[]] } })
export class UpdateChangeRequestBody {
  /** @example "Explain the new installer" */
  @Optional()
  @IsString()
  @MaxLength(100)
  subject?: string;

  /** A block tree, or `{markdown}`; null takes it away. */
  @Described({ anyOf: [...DESCRIPTION.anyOf, { type: 'null' }] }, DocumentBody)
  @Optional()
  @Nullable()
  @IsObject()
  description?: object | null;

  /** `open` is in review. Merging is an operation of its own, and final. */
  @Optional()
  @IsIn(['draft', 'open', 'archived'])
  status?: 'draft' | 'open' | 'archived';
}

/** Which change requests are wanted. */
@Refuses({ topic: 'change requests are not linked with topics of sites' })
export class ChangeRequestParams extends PageParams {
  /** May be given more than once; all are listed when left out. */
  @Optional()
  @Transform(({ value }): unknown => (value === undefined || Array.isArray(value) ? value : [value]))
  @IsArray()
  @ArrayMaxSize(100)
  @IsIn(STATUSES, { each: true })
  status?: ('draft' | 'open' | 'archived' | 'merged')[];

  /** Id of the user who created it. */
  @Optional()
  @IsString()
  @MaxLength(100)
  creator?: string;

  /** Id of a user who edited it, or wrote a comment in it. */
  @Optional()
  @IsString()
  @MaxLength(100)
  contributor?: string;

  /** Id of a user who was asked for a review. */
  @Optional()
  @IsString()
  @MaxLength(100)
  requestedReviewer?: string;

  /** Id of the cluster of issues that it answers. */
  @Optional()
  @IsString()
  @MaxLength(100)
  conversationsIssuesCluster?: string;

  /** What is latest first; `updatedAt` when left out. */
  @Optional()
  @IsIn(['updatedAt', 'createdAt'])
  orderBy?: 'updatedAt' | 'createdAt';
}

/** Which change requests of an organization are wanted. */
@Refuses({
  site: 'change requests are not linked with sites',
  styleguideRun: 'there are no style guides',
})
export class OrganizationChangeRequestParams extends ChangeRequestParams {
  /** Id of a space: only those of it. */
  @Optional()
  @IsString()
  @MaxLength(100)
  space?: string;

  /** Whether those that come from a triage of findings are listed too. There are none, so it makes no difference. */
  @Optional()
  @IsIn(['none', 'all'])
  finding?: 'none' | 'all';
}

/** How a batch of changes is answered. */
export class CompatParams {
  /** The change request alone (unless told), or with what the batch came to. */
  @Optional()
  @ReadBoolean()
  @IsBoolean()
  compat?: boolean;
}
