import { createHash } from 'node:crypto';
import type { SiteView } from '#publishing';
import { ApiRefused, type Api } from '../api.js';
import { sitesPath } from './find-site.js';

/**
 * The new site of a title. A command that was ended, or that runs at the same time, may be creating it too, before it is
 * in any list: with the same key it is one site. A site of that key that was deleted or renamed since is not meant.
 */
export async function createSite(api: Api, organizationId: string, title: string): Promise<SiteView> {
  const path = sitesPath(organizationId);
  for (let former = ''; ;) {
    const named = JSON.stringify([organizationId, title, former]);
    const key = `publish ${createHash('sha256').update(named).digest('hex')}`;
    const { id } = await api.post<SiteView>(path, { title, visibility: 'public' }, key);
    const site = await existing(api, `${path}/${encodeURIComponent(id)}`);
    if (site?.title === title) return site;
    former = id;
  }
}

async function existing(api: Api, path: string): Promise<SiteView | undefined> {
  try {
    return await api.get<SiteView>(path);
  } catch (error) {
    if (error instanceof ApiRefused && error.status === 404) return undefined;
    throw error;
  }
}
