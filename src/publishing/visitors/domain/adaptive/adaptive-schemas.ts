import type { AdaptiveJsonSchema } from './claim-schema.js';

/** What sites expect to know of their visitors. */
export abstract class AdaptiveSchemas {
  abstract put(organizationId: string, siteId: string, schema: AdaptiveJsonSchema, now: Date): Promise<void>;
}
