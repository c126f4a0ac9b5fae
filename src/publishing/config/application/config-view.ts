import type { SiteStructure } from '../../sites/domain/structure/structure.js';
import type { PlannedStructure } from '../domain/plan-structure.js';
import { configSpacesOf, nodesOf, type ConfigSpace } from '../domain/read-config.js';
import { structureChanges } from '../domain/structure-changes.js';
import type { ConfiguredSite } from './config-reading.js';
import type { SiteConfigChangeView, SiteConfigSpaceView, SiteConfigView } from './site-config.view.js';

/** The view of a file's effect: `spaces` by the keys of their nodes, as far as they exist. */
export function configView(
  site: ConfiguredSite,
  planned: PlannedStructure,
  spaces: ReadonlyMap<string, string>,
): SiteConfigView {
  return {
    object: 'site-config',
    site: site.id,
    title: site.config.title,
    spaces: configSpacesOf(site.config).map((node) => spaceView(node, spaces.get(node.key))),
    changes: changeViews(site, planned),
    remarks: site.remarks,
  };
}

function spaceView(node: ConfigSpace, space: string | undefined): SiteConfigSpaceView {
  const { key, title, directory, language, draft } = node;
  return {
    key,
    title,
    ...(space === undefined ? {} : { space }),
    directory: directory && `${directory.from === 'repository' ? '/' : ''}${directory.path}`,
    ...(language === undefined ? {} : { language }),
    draft,
  };
}

function changeViews(site: ConfiguredSite, planned: PlannedStructure): SiteConfigChangeView[] {
  const keys = planned.keys.byId();
  const titles = titlesOf(site, planned);
  const changes: SiteConfigChangeView[] = [];
  if (site.title !== site.config.title)
    changes.push({ kind: 'changed', type: 'site', title: site.config.title, members: ['title'] });
  for (const { kind, type, id, members } of structureChanges(site.structure, planned.structure)) {
    const key = keys.get(id);
    changes.push({
      kind,
      type,
      ...(key === undefined ? {} : { key }),
      title: titles.get(id) ?? '',
      ...(members && { members }),
    });
  }
  return withSpaceFields(site, changes);
}

/** The changes with those of titles and languages, which are of the spaces themselves. */
function withSpaceFields(site: ConfiguredSite, changes: readonly SiteConfigChangeView[]): SiteConfigChangeView[] {
  const found = [...changes];
  for (const node of configSpacesOf(site.config)) {
    const members = changedFields(site, node);
    if (members.length === 0) continue;
    const at = found.findIndex(({ kind, type, key }) => kind === 'changed' && type === 'space' && key === node.key);
    const known = found[at];
    if (known) found[at] = { ...known, members: [...(known.members ?? []), ...members].sort() };
    else found.push({ kind: 'changed', type: 'space', key: node.key, title: node.title, members });
  }
  return found;
}

function changedFields({ assigned, spaces }: ConfiguredSite, { key, title, language }: ConfigSpace): string[] {
  const space = spaces.get(assigned.get(key) ?? '');
  if (!space) return [];
  const names = language !== undefined && language !== space.language ? ['language'] : [];
  return title === space.title ? names : [...names, 'title'];
}

function titlesOf({ config, structure, spaces }: ConfiguredSite, { keys }: PlannedStructure): Map<string, string> {
  const titles = new Map(before(structure, spaces));
  for (const { type, key, title } of nodesOf(config.structure)) {
    const id = keys.find(type, key)?.id;
    if (id !== undefined) titles.set(id, title);
  }
  return titles;
}

function* before(
  { items, siteSpaces }: Readonly<SiteStructure>,
  spaces: ConfiguredSite['spaces'],
): IterableIterator<[string, string]> {
  for (const { id, title } of items) yield [id, title];
  for (const { id, space } of siteSpaces) yield [id, spaces.get(space)?.title ?? ''];
}
