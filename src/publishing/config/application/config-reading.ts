import type { Caller } from '#kernel/application/caller';
import type { Dispatcher } from '#kernel/application/dispatcher';
import { SpacesByIds, type SpaceView } from '#content';
import type { SiteState } from '../../sites/domain/site/site.js';
import type { SiteStructure } from '../../sites/domain/structure/structure.js';
import { assignedSpaces, candidateSpaces } from '../domain/assign-spaces.js';
import { readConfig, type Remark, type SiteConfig } from '../domain/read-config.js';
import type { SiteConfigs } from '../domain/site-configs.js';
import type { SiteKeys } from '../domain/site-keys.js';

/** A site and its file, with what connects them. */
export interface ConfiguredSite {
  id: string;
  title: string;
  structure: Readonly<SiteStructure>;
  config: SiteConfig;
  remarks: Remark[];
  keys: SiteKeys;
  /** The spaces that exist, by the keys of their nodes. */
  assigned: ReadonlyMap<string, string>;
  /** The records of those, and of the spaces on the site, that the caller may see. */
  spaces: ReadonlyMap<string, SpaceView>;
}

interface Tools {
  dispatcher: Dispatcher;
  configs: SiteConfigs;
}

/** Reads a file for a site and an authorized caller. Throws Invalid for what is wrong in it, and Forbidden. */
export async function readForSite(
  { dispatcher, configs }: Tools,
  caller: Caller,
  {
    organizationId,
    id,
    title,
    structure,
  }: Pick<SiteState, 'organizationId' | 'id' | 'title'> & {
    structure: Readonly<SiteStructure>;
  },
  text: string,
): Promise<ConfiguredSite> {
  const { config, remarks } = readConfig(text);
  const keys = await configs.keys(organizationId, id);
  const candidates = candidateSpaces({ structure, keys }, config);
  const wanted = new Set([...candidates.values(), ...structure.siteSpaces.map(({ space }) => space)]);
  const spaces = await dispatcher.ask(new SpacesByIds(caller, organizationId, [...wanted]));
  const assigned = assignedSpaces(candidates, spaces, structure);
  return { id, title, structure, config, remarks, keys, assigned, spaces };
}
