import type { Clock } from '#kernel/domain/clock';
import { StructureDraft } from '../../domain/site/site-structure.js';
import type { Site } from '../../domain/site/site.js';
import type { Sites } from '../../domain/site/sites.js';
import { reachSite } from '../site/reach-site.js';
import type { SiteCommand } from '../site/site.commands.js';

/** Changes the structure of a site, held for a caller who may, and saves it. */
export async function restructure<Answer>(
  sites: Sites,
  clock: Clock,
  { caller, organizationId, siteId }: SiteCommand<unknown>,
  change: (draft: StructureDraft, site: Site, now: Date) => Answer | Promise<Answer>,
): Promise<Answer> {
  const site = await reachSite(sites, caller, organizationId, siteId, 'create');
  const draft = new StructureDraft(site.structure);
  const now = clock.now();
  const answer = await change(draft, site, now);
  site.restructure(draft.structure, now);
  await sites.save(site);
  return answer;
}
