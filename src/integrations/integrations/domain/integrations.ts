import type { Integration, ScriptWithSecrets } from './integration.js';
import type { Picture } from './picture.js';

/** What is stored with a new version. */
export interface NewVersion extends ScriptWithSecrets {
  pictures: readonly Picture[];
  publishedBy: string;
  publishedAt: Date;
}

/** All integrations of the server, published or not. */
export abstract class Integrations {
  /** The integration with this name, which belongs to one organization of the server. */
  abstract named(name: string): Promise<Integration | undefined>;
  /** The same, locked for a change. */
  abstract held(name: string): Promise<Integration | undefined>;
  abstract byId(integrationId: string): Promise<Integration | undefined>;
  /** Saves a new one with its name; Conflict where another publish took it meanwhile. */
  abstract add(integration: Integration): Promise<void>;
  abstract save(integration: Integration): Promise<void>;
  /** What the newest version has besides the manifest; undefined where nothing was published yet. */
  abstract current(integration: Integration): Promise<ScriptWithSecrets | undefined>;
  abstract addVersion(integration: Integration, version: NewVersion): Promise<void>;
}
