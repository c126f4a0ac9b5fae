import { ApiExtraModels, ApiProperty, getSchemaPath } from '@nestjs/swagger';
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
    additionalProperties: { oneOf: CLAIMS.map((form) => ({ $ref: getSchemaPath(form) })) },
  })(group.prototype, 'properties');
}

/** What a site is to expect to know of its visitors. */
export class UpdateSiteAdaptiveSchemaBody {
  @IsObject()
  jsonSchema!: AdaptiveJsonSchemaView;
}
