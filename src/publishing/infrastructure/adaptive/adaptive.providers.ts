import type { Provider } from '@nestjs/common';
import { UpdateSiteAdaptiveSchemaHandler } from '../../application/adaptive/update-site-adaptive-schema.js';
import { AdaptiveSchemas } from '../../domain/adaptive/adaptive-schemas.js';
import {
  AdaptiveSchemaReading,
  GetSiteAdaptiveSchemaHandler,
  ListSiteTemplateConditionsHandler,
} from './adaptive-schema.reader.js';
import { AdaptiveSchemaStore } from './adaptive-schema.store.js';

/** What is made of what sites expect to know of their visitors. */
export const ADAPTIVE: Provider[] = [
  { provide: AdaptiveSchemas, useClass: AdaptiveSchemaStore },
  AdaptiveSchemaReading,
  GetSiteAdaptiveSchemaHandler,
  ListSiteTemplateConditionsHandler,
  UpdateSiteAdaptiveSchemaHandler,
];
