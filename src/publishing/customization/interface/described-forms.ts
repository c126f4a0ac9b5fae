import { ApiExtraModels, ApiProperty, getSchemaPath } from '@nestjs/swagger';
import { OneOf } from '#kernel/interface/open-api/one-of';
import { REFERENCE_FORMS } from '../application/content-ref.view.js';
import { ContentLinkView, HeaderItemView, HeaderView } from '../application/customization.view.js';
import { FontDefinitionView, FONTS, MONOSPACE_FONTS, StylingView } from '../application/styling.view.js';

const REFERENCES = Object.values(REFERENCE_FORMS);

/** A font by one of these names, or one that the site supplies. */
export const fontOf = (names: readonly string[]) => ({
  oneOf: [{ type: 'string', enum: [...names] }, { $ref: getSchemaPath(FontDefinitionView) }],
});

/* Views belong to the application layer, which does not use decorators of the interface: they are applied here. */
OneOf('kind', REFERENCE_FORMS)(ContentLinkView.prototype, 'to');
OneOf('kind', REFERENCE_FORMS)(HeaderView.prototype, 'primaryLink');
ApiExtraModels(...REFERENCES)(HeaderItemView);
ApiProperty({ oneOf: REFERENCES.map((form) => ({ $ref: getSchemaPath(form) })) })(HeaderItemView.prototype, 'to');
ApiExtraModels(FontDefinitionView)(StylingView);
ApiProperty(fontOf(FONTS))(StylingView.prototype, 'font');
ApiProperty({ ...fontOf(FONTS), required: false })(StylingView.prototype, 'headingFont');
ApiProperty(fontOf(MONOSPACE_FONTS))(StylingView.prototype, 'monospaceFont');

/** The possible targets of a site's links, or null. */
export const nullableReference = { oneOf: REFERENCES.map((form) => ({ $ref: getSchemaPath(form) })), nullable: true };
