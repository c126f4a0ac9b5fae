import { Conflict } from '#kernel/domain/errors';
import type { Redirect } from '../domain/redirect.js';
import type { Redirects } from '../domain/redirects.js';

/** Throws Conflict if another redirect of the site has the same source. */
export async function requireFreeSource(redirects: Redirects, redirect: Redirect): Promise<void> {
  const { organizationId, siteId, source, wildcard } = redirect.snapshot();
  const taken = await redirects.idAt(organizationId, siteId, { source, wildcard });
  if (taken !== undefined && taken !== redirect.id)
    throw new Conflict(`The site has a redirect from ${redirect.name} already`);
}
