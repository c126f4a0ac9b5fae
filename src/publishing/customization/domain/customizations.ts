import type { StoredSettings } from './customization.js';

/** A site, or one of its site spaces. */
export interface Customized {
  organizationId: string;
  siteId: string;
  /** Left out for the site itself. */
  siteSpaceId?: string;
}

/** Stores the customization of sites and of their site spaces. */
export abstract class Customizations {
  abstract of(customized: Customized): Promise<StoredSettings | undefined>;
  abstract put(customized: Customized, settings: StoredSettings, now: Date): Promise<void>;
  abstract remove(customized: Customized): Promise<void>;
}
