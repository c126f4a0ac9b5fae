import { OmitType, PartialType } from '@nestjs/swagger';
import { IsBoolean } from 'class-validator';
import { Optional, ReadBoolean } from '#kernel/interface/optional';
import { SiteCustomizationView } from '../../application/customization/customization.view.js';

/**
 * The settings a site is to have in the place of those it has. What is left out, here or in a group, gets its default.
 */
export class UpdateSiteCustomizationBody extends PartialType(OmitType(SiteCustomizationView, ['updatedAt'])) {}

/** How settings are read. */
export class CustomizationParams {
  /**
   * Means nothing here: no setting is held back.
   * @deprecated
   */
  @Optional()
  @ReadBoolean()
  @IsBoolean()
  unmasked?: boolean;
}
