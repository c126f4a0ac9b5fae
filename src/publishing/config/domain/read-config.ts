import { Invalid } from '#kernel/domain/errors';
import { isLanguage } from '#content';
import { readSiteConfig, type ConfigNode, type Remark, type SiteConfig } from '#site-config';

export { configSpacesOf, CONFIG_NAMES, MAX_CONFIG_LENGTH, nodesOf } from '#site-config';
export type { ConfigNode, ConfigSpace, Remark, SiteConfig } from '#site-config';

const MOST_NAMED = 20;

/** What a `docs.yaml` says. Throws Invalid with the faults and their lines; `name` is what the file is called. */
export function readConfig(text: string, name = 'docs.yaml'): { config: SiteConfig; remarks: Remark[] } {
  const { config, faults, remarks } = readSiteConfig(text, { isLanguage });
  if (config) return { config, remarks };
  const named = faults
    .slice(0, MOST_NAMED)
    .map(({ line, message }) => (line === 0 ? message : `line ${line}: ${message}`));
  const more = faults.length - named.length;
  throw new Invalid(`${name} can not be used: ${named.join('; ')}${more > 0 ? `; and ${more} more` : ''}`);
}

/** The nodes that are put on the site: drafts are not, nor what is in them. */
export function shownNodes(structure: readonly ConfigNode[]): ConfigNode[] {
  return structure.flatMap((node): ConfigNode[] => {
    if ('draft' in node && node.draft) return [];
    if (node.type === 'section') return [{ ...node, children: node.children.filter(({ draft }) => !draft) }];
    if (node.type !== 'section-group') return [node];
    return [{ ...node, children: shownNodes(node.children) as typeof node.children }];
  });
}
