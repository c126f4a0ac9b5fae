import type { AdaptiveJsonSchema } from './claim-schema.js';

/** Stores the claim schemas of sites. */
export abstract class AdaptiveSchemas {
  abstract put(organizationId: string, siteId: string, schema: AdaptiveJsonSchema, now: Date): Promise<void>;
}
