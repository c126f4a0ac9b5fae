import type { Page } from '#kernel/application/page';
import type { SiteView } from '#publishing';
import type { Api } from '../api.js';
import { UsageInvalid } from '../failure.js';

/** The site with an id, or else the only one with the title; undefined where there is none. */
export async function findSite(
  api: Api,
  organizationId: string,
  { id, title }: { id: string | undefined; title: string },
): Promise<SiteView | undefined> {
  const path = sitesPath(organizationId);
  if (id !== undefined) return api.get<SiteView>(`${path}/${encodeURIComponent(id)}`);
  const alike = (await allSites(api, path)).filter((site) => site.title === title);
  if (alike.length <= 1) return alike[0];
  const choice = alike.map((site) => site.id).join(', ');
  throw new UsageInvalid(`Several sites have the title "${title}". Say which with --site: ${choice}`);
}

export function sitesPath(organizationId: string): string {
  return `/v1/orgs/${encodeURIComponent(organizationId)}/sites`;
}

async function allSites(api: Api, path: string): Promise<SiteView[]> {
  const found: SiteView[] = [];
  let next: string | undefined;
  do {
    const query = next === undefined ? '' : `&page=${encodeURIComponent(next)}`;
    const page = await api.get<Page<SiteView>>(`${path}?limit=1000${query}`);
    found.push(...page.items);
    next = page.next?.page;
  } while (next !== undefined);
  return found;
}
