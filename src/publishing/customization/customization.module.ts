import { Module } from '@nestjs/common';
import { DeleteSiteSpaceCustomizationHandler } from './application/delete-site-space-customization.js';
import { OverrideSiteSpaceCustomizationHandler } from './application/override-site-space-customization.js';
import { UpdateSiteCustomizationHandler } from './application/update-site-customization.js';
import { Customizations } from './domain/customizations.js';
import {
  GetSiteCustomizationHandler,
  GetSiteSpaceCustomizationHandler,
  ReadAssistantInstructionsHandler,
} from './infrastructure/customization.reader.js';
import { CustomizationStore } from './infrastructure/customization.store.js';
import { CustomizationController } from './interface/customization.controller.js';

/**
 * How sites look, and which settings single site spaces override.
 *
 * Tables: `customization`.
 */
@Module({
  controllers: [CustomizationController],
  providers: [
    { provide: Customizations, useClass: CustomizationStore },
    DeleteSiteSpaceCustomizationHandler,
    GetSiteCustomizationHandler,
    GetSiteSpaceCustomizationHandler,
    OverrideSiteSpaceCustomizationHandler,
    ReadAssistantInstructionsHandler,
    UpdateSiteCustomizationHandler,
  ],
})
export class CustomizationModule {}
