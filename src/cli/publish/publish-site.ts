import { join } from 'node:path';
import type { SpaceView } from '#content';
import type { SiteView } from '#publishing';
import { configSpacesOf, type SiteConfig } from '#site-config';
import type { Api } from '../api.js';
import { CommandFailed } from '../failure.js';
import { inform, type Terminal } from '../terminal.js';
import { importRepository } from '../transfer/import-repository.js';
import type { ImportReport } from '../transfer/report.js';
import { intoContent } from '../transfer/send-in-parts.js';
import { createSite } from './create-site.js';
import { sitesPath } from './find-site.js';
import { sendFolder } from './send-folder.js';
import { changeLine, type SiteConfigAnswer } from './site-config.js';
import { folderOf, type SiteSource } from './site-source.js';

/** The import of one space. */
export interface PublishedSpace {
  key: string;
  title: string;
  space: string;
  /** Whether its content is another than before. */
  changed: boolean;
  /** Undefined for a space whose content is not in the repository. */
  report: ImportReport | undefined;
}

export interface Published {
  site: SiteView;
  created: boolean;
  structure: SiteConfigAnswer;
  spaces: PublishedSpace[];
}

interface Wanted {
  organizationId: string;
  source: SiteSource;
  config: SiteConfig;
  /** The site, where there is one. */
  site: SiteView | undefined;
  /** Whether the caller has named it by its id. */
  named: boolean;
}

/**
 * Makes the site what its source says. New spaces are filled before they are on the site, and the site is published when
 * everything is there. Each step is done again without harm, so a command that was cut off is run again.
 */
export async function publishSite(terminal: Terminal, api: Api, wanted: Wanted): Promise<Published> {
  const { organizationId, source, config } = wanted;
  const body = { text: source.text };
  if (wanted.site && !wanted.named) await requireOwn(api, organizationId, wanted.site, body);
  const site = wanted.site ?? (await createSite(api, organizationId, config.title));
  const path = `${sitesPath(organizationId)}/${encodeURIComponent(site.id)}`;
  const prepared = await api.post<SiteConfigAnswer>(`${path}/config/spaces`, body);
  const spaces: PublishedSpace[] = [];
  for (const node of configSpacesOf(config)) {
    const space = prepared.spaces.find(({ key }) => key === node.key)?.space;
    if (space === undefined) throw new CommandFailed(`The server made no space for the key "${node.key}"`);
    const folder = node.directory && folderOf(source, node.directory);
    spaces.push(await fill(terminal, api, source, { key: node.key, title: node.title, space, folder }));
  }
  const structure = await api.replace<SiteConfigAnswer>(`${path}/config`, body);
  const shown = structure.spaces.some(({ draft }) => !draft);
  if (shown && !site.published) await api.post(`${path}/publish`, {});
  return { site: await api.get<SiteView>(path), created: wanted.site === undefined, structure, spaces };
}

/** A site that was found by its title may be another's work: nothing is taken off it unless a file put it there. */
async function requireOwn(api: Api, organizationId: string, site: SiteView, body: object): Promise<void> {
  const path = `${sitesPath(organizationId)}/${encodeURIComponent(site.id)}/config/plan`;
  const { changes } = await api.post<SiteConfigAnswer>(path, body);
  const foreign = changes.filter(({ kind, key }) => kind === 'removed' && key === undefined);
  if (foreign.length === 0) return;
  const lines = foreign.map((change) => `  ${changeLine(change)}`);
  throw new CommandFailed(
    `The site "${site.title}" has what no docs.yaml has named, and would lose it:\n${lines.join('\n')}\n` +
      `Add --site ${site.id} if that is meant`,
  );
}

async function fill(
  terminal: Terminal,
  api: Api,
  { content }: SiteSource,
  { key, title, space, folder }: { key: string; title: string; space: string; folder: string | null },
): Promise<PublishedSpace> {
  if (folder === null) return { key, title, space, changed: false, report: undefined };
  const path = `/v1/spaces/${encodeURIComponent(space)}`;
  const { revision } = await api.get<SpaceView>(path);
  inform(terminal, `${key}: ${folder === '' ? 'everything' : folder}`);
  const report =
    content.kind === 'folder'
      ? await sendFolder<ImportReport>(terminal, api, intoContent(space, `Sending ${key}`), join(content.root, folder))
      : await importRepository(terminal, api, space, content.url, content.commit, folder);
  const after = report.revision ?? (await api.get<SpaceView>(path)).revision;
  return { key, title, space, changed: after !== revision, report };
}
