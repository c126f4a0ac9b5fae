import { join } from 'node:path';
import type { Page } from '#kernel/application/page';
import type { SiteView } from '#publishing';
import { configSpacesOf, type SiteConfig } from '#site-config';
import type { Api } from '../api.js';
import { inform, type Terminal } from '../terminal.js';
import type { Unresolved } from '../transfer/report.js';
import { sitesPath } from './find-site.js';
import { sendFolder } from './send-folder.js';
import type { SiteChange, SiteConfigAnswer } from './site-config.js';
import { folderOf, type SiteSource } from './site-source.js';

interface ChangedPage {
  id: string;
  title: string;
  path?: string;
}

interface Change {
  type: string;
  page?: ChangedPage;
}

interface Proposal {
  changeRequest?: string;
  vanishedAnchors: { page: string; title: string; anchor: string }[];
  unresolved: Unresolved[];
}

interface LinkPlace {
  page?: { title: string; path?: string };
  url?: string;
  internalLocation?: { anchor?: string };
}

interface BrokenLinks {
  stats: { broken: { changeRequest?: number } };
  items: { targetReference?: LinkPlace; locationReferences: LinkPlace[] }[];
}

/** What publishing would change of one space. */
export interface SpacePreview {
  key: string;
  title: string;
  /** It would be created. */
  new: boolean;
  changeRequest?: string;
  /** Where it is read as it would be. */
  preview?: string;
  pages: { added: string[]; changed: string[]; moved: string[]; removed: string[]; more: number };
  vanishedAnchors: string[];
  brokenLinks: { total: number; items: string[] };
  notUnderstood: number;
}

export interface SitePreview {
  site?: string;
  changes: SiteChange[];
  remarks: { line: number; message: string }[];
  spaces: SpacePreview[];
}

interface Wanted {
  organizationId: string;
  source: SiteSource;
  config: SiteConfig;
  site: SiteView | undefined;
  subject: string;
}

/**
 * Opens a change request in each space whose content would change, and changes nothing else. Those that the caller
 * opened before for the same subject are archived.
 */
export async function previewSite(terminal: Terminal, api: Api, wanted: Wanted): Promise<SitePreview> {
  const { organizationId, source, config, site } = wanted;
  const path = site && `${sitesPath(organizationId)}/${encodeURIComponent(site.id)}`;
  const plan =
    path === undefined ? undefined : await api.post<SiteConfigAnswer>(`${path}/config/plan`, { text: source.text });
  const addresses = path === undefined ? new Map<string, string>() : await addressesOf(api, path);
  const spaces: SpacePreview[] = [];
  for (const node of configSpacesOf(config)) {
    const space = plan?.spaces.find(({ key }) => key === node.key)?.space;
    if (space === undefined) spaces.push({ ...unchanged(node), new: true });
    else if (node.directory === null) spaces.push(unchanged(node));
    else {
      const folder = folderOf(source, node.directory);
      const proposed = await propose(terminal, api, source, { space, folder, key: node.key, subject: wanted.subject });
      spaces.push(await previewOf(api, node, space, proposed, addresses.get(space)));
    }
  }
  return { ...(site && { site: site.id }), changes: plan?.changes ?? [], remarks: plan?.remarks ?? [], spaces };
}

function unchanged({ key, title }: { key: string; title: string }): SpacePreview {
  const pages = { added: [], changed: [], moved: [], removed: [], more: 0 };
  const brokenLinks = { total: 0, items: [] };
  return { key, title, new: false, pages, vanishedAnchors: [], brokenLinks, notUnderstood: 0 };
}

/** The published addresses of spaces. */
async function addressesOf(api: Api, path: string): Promise<Map<string, string>> {
  const { items } = await api.get<Page<{ space: { id: string }; urls: { published?: string } }>>(
    `${path}/site-spaces?limit=1000`,
  );
  return new Map(
    items.flatMap(({ space, urls }) => (urls.published === undefined ? [] : [[space.id, urls.published]])),
  );
}

async function propose(
  terminal: Terminal,
  api: Api,
  { content }: SiteSource,
  { space, folder, key, subject }: { space: string; folder: string; key: string; subject: string },
): Promise<Proposal> {
  const path = `/v1/spaces/${encodeURIComponent(space)}`;
  await archiveEarlier(api, `${path}/change-requests`, subject);
  const operation = `${path}/content/import/change-request?subject=${encodeURIComponent(subject)}`;
  if (content.kind === 'folder') {
    const target = { spaceId: space, operation, label: `Sending ${key}` };
    return sendFolder<Proposal>(terminal, api, target, join(content.root, folder));
  }
  inform(terminal, `${key}: the server reads the repository …`);
  return api.post<Proposal>(operation, { url: content.url, ref: content.commit, repoProjectDirectory: folder });
}

async function archiveEarlier(api: Api, path: string, subject: string): Promise<void> {
  const { id: user } = await api.get<{ id: string }>('/v1/user');
  const { items } = await api.get<Page<{ id: string; subject: string; createdBy: { id: string } }>>(
    `${path}?status=open&limit=1000`,
  );
  for (const one of items) {
    if (one.subject !== subject || one.createdBy.id !== user) continue;
    await api.change(`${path}/${encodeURIComponent(one.id)}`, { status: 'archived' });
  }
}

async function previewOf(
  api: Api,
  node: { key: string; title: string },
  space: string,
  { changeRequest, vanishedAnchors, unresolved }: Proposal,
  address: string | undefined,
): Promise<SpacePreview> {
  if (changeRequest === undefined) return { ...unchanged(node), notUnderstood: unresolved.length };
  const path = `/v1/spaces/${encodeURIComponent(space)}/change-requests/${encodeURIComponent(changeRequest)}`;
  const { changes, more = 0 } = await api.get<{ changes: Change[]; more?: number }>(`${path}/changes?limit=1000`);
  const links = await api.get<BrokenLinks>(`${path}/links?status=broken&brokenContext=change-request&limit=100`);
  const { urls } = await api.get<{ urls: { app: string } }>(path);
  const places = new Map(changes.flatMap(({ page }) => (page ? [[page.id, nameOf(page)]] : [])));
  return {
    ...unchanged(node),
    changeRequest,
    preview: address === undefined ? urls.app : `${address}~/changes/${changeRequest}/`,
    pages: { ...sorted(changes), more },
    vanishedAnchors: vanishedAnchors.map(({ page, title, anchor }) => `${places.get(page) ?? title}#${anchor}`),
    brokenLinks: { total: links.stats.broken.changeRequest ?? 0, items: links.items.flatMap(linkLines) },
    notUnderstood: unresolved.length,
  };
}

function sorted(changes: readonly Change[]) {
  const of = (type: string): string[] =>
    changes.flatMap((change) => (change.type === type && change.page ? [nameOf(change.page)] : []));
  return {
    added: of('page_created'),
    changed: of('page_edited'),
    moved: of('page_moved'),
    removed: of('page_deleted'),
  };
}

function nameOf({ title, path }: { title: string; path?: string }): string {
  return path || title;
}

function linkLines({ targetReference, locationReferences }: BrokenLinks['items'][number]): string[] {
  const { page, url, internalLocation } = targetReference ?? {};
  const anchor = internalLocation?.anchor === undefined ? '' : `#${internalLocation.anchor}`;
  const target = page ? `${nameOf(page)}${anchor}` : (url ?? 'nothing');
  return locationReferences.map((place) => `${place.page ? nameOf(place.page) : 'reusable content'} -> ${target}`);
}
