import type { SiteStructure } from '../../sites/domain/structure/structure.js';
import type { SiteConfig } from './read-config.js';
import type { SiteKeys } from './site-keys.js';

/** What a file says of a space beyond its place on the site. */
export interface DescribedSpace {
  title: string;
  language?: string | undefined;
}

/** A site that is to be written as a file. */
export interface DescribedSite {
  title: string;
  structure: Readonly<SiteStructure>;
  keys: SiteKeys;
  /** The spaces of its site spaces; those that are deleted may be absent. */
  spaces: ReadonlyMap<string, DescribedSpace>;
}

/** What a file about the site says already. */
export interface ConfigContext {
  /** What is not on the site, such as folders and drafts, is as this one says. */
  like?: SiteConfig | undefined;
  /** What no file has named yet has the key of the node with its path, address or title here. */
  names?: SiteConfig | undefined;
  /** Whether spaces that no file has named get a folder of the repository. */
  folders: boolean;
}
