import type { Provider } from '@nestjs/common';
import { DeleteSiteSpaceCustomizationHandler } from '../../application/customization/delete-site-space-customization.js';
import { OverrideSiteSpaceCustomizationHandler } from '../../application/customization/override-site-space-customization.js';
import { UpdateSiteCustomizationHandler } from '../../application/customization/update-site-customization.js';
import { Customizations } from '../../domain/customization/customizations.js';
import { GetSiteCustomizationHandler, GetSiteSpaceCustomizationHandler } from './customization.reader.js';
import { CustomizationStore } from './customization.store.js';

/** What the looks of sites are made of. */
export const CUSTOMIZATION: Provider[] = [
  { provide: Customizations, useClass: CustomizationStore },
  DeleteSiteSpaceCustomizationHandler,
  GetSiteCustomizationHandler,
  GetSiteSpaceCustomizationHandler,
  OverrideSiteSpaceCustomizationHandler,
  UpdateSiteCustomizationHandler,
];
