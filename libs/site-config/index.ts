export { configChanges, isSameConfig, type ConfigChange } from './compare-site-configs.js';
export { mergeSiteConfigs, type ConfigClash, type ConfigSides, type MergedSiteConfig } from './merge-site-configs.js';
export { readSiteConfig, type Known } from './read-site-config.js';
export { writeSiteConfig } from './write-site-config.js';
export { MAX_LENGTH as MAX_CONFIG_LENGTH } from './yaml-tree.js';
export {
  CONFIG_NAMES,
  configSpacesOf,
  nodesOf,
  type ConfigDirectory,
  type ConfigGroup,
  type ConfigLink,
  type ConfigNode,
  type ConfigSection,
  type ConfigSpace,
  type Localized,
  type ReadSiteConfig,
  type Remark,
  type SiteConfig,
} from './site-config.js';
