import type { AuditTrail } from '#kernel/application/audit-trail';
import type { Clock } from '#kernel/domain/clock';
import type { Site } from '../../domain/site/site.js';
import { StructureDraft } from '../../domain/structure/structure-draft.js';
import { spacesShownToOthers } from '../../domain/structure/structure.js';
import { authorizeSite } from '../site/authorize-site.js';
import { saveSite, type Saving } from '../site/save-site.js';
import type { SiteCommand } from '../site/site.commands.js';
import { requireShowing } from '../site/space-to-publish.js';
import { structureChanged } from './structure-changed.js';

/** The services that commands on the structure need. */
interface Tools extends Saving {
  trail: AuditTrail;
  clock: Clock;
}

/**
 * Changes the structure of a site that is locked for an authorized caller, and saves it. On a live site, a
 * condition of a space or its section can be removed or changed only with the rights to add the space.
 */
export async function restructure<Answer>(
  tools: Tools,
  { caller, organizationId, siteId }: SiteCommand<unknown>,
  change: (draft: StructureDraft, site: Site, now: Date) => Answer | Promise<Answer>,
): Promise<Answer> {
  const { sites, dispatcher, trail, clock } = tools;
  const site = await authorizeSite(sites, caller, organizationId, siteId, 'create');
  const draft = new StructureDraft(site.structure);
  const now = clock.now();
  const answer = await change(draft, site, now);
  if (site.published)
    await requireShowing(dispatcher, caller, site, spacesShownToOthers(site.structure, draft.structure));
  site.restructure(draft.structure, now);
  await saveSite(tools, site);
  await trail.record(structureChanged(caller, site));
  return answer;
}
