import { ApiExtraModels, ApiProperty, getSchemaPath, type ApiPropertyOptions } from '@nestjs/swagger';
import { IsObject } from 'class-validator';
import { OneOf } from '#kernel/interface/open-api/one-of';
import {
  AdaptiveJsonSchemaView,
  CLAIM_FORMS,
  ClaimGroupView,
  ListClaimView,
  PLAIN_CLAIM_FORMS,
} from '../../application/adaptive/adaptive-schema.view.js';

const CLAIMS = Object.values(CLAIM_FORMS);

/* The classes can't say of themselves that a member is one of several. */
OneOf('type', PLAIN_CLAIM_FORMS)(ListClaimView.prototype, 'items');
ApiExtraModels(...CLAIMS)(AdaptiveJsonSchemaView);
for (const group of [AdaptiveJsonSchemaView, ClaimGroupView]) {
  ApiProperty({
    type: 'object',
    ...(group === AdaptiveJsonSchemaView ? { properties: { unsigned: { $ref: getSchemaPath(ClaimGroupView) } } } : {}),
    additionalProperties: { oneOf: CLAIMS.map((form) => ({ $ref: getSchemaPath(form) })) },
  } as unknown as ApiPropertyOptions)(group.prototype, 'properties');
}

/** What a site is to expect to know of its visitors. */
export class UpdateSiteAdaptiveSchemaBody {
  @IsObject()
  jsonSchema!: AdaptiveJsonSchemaView;
}
