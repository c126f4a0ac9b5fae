import type { Role } from '#kernel/application/caller';
import { Invalid } from '#kernel/domain/errors';
import { validMergeRules } from './merge-rules.js';
import { validDomains, validHostname, validTitle, validWebAddress } from './organization-fields.js';

/** What an administrator may change; a member left out stays, `null` clears. */
export interface OrganizationChanges {
  title?: string | undefined;
  emailDomains?: string[] | undefined;
  hostname?: string | undefined;
  defaultRole?: Role | null | undefined;
  defaultContent?: { type: 'site'; site: string } | null | undefined;
  logo?: string | null | undefined;
  sso?: boolean | undefined;
  ai?: boolean | undefined;
  inviteLinks?: boolean | undefined;
  /** As sent; validated here. */
  mergeRules?: unknown;
}

/** The changes that are present, in the form in which they are stored. */
export function validChanges(changes: OrganizationChanges): OrganizationChanges {
  const { title, emailDomains, hostname, defaultContent, logo, mergeRules } = changes;
  return present({
    title: title === undefined ? undefined : validTitle(title),
    emailDomains: emailDomains === undefined ? undefined : validDomains(emailDomains),
    hostname: hostname === undefined ? undefined : validHostname(hostname),
    defaultRole: changes.defaultRole,
    defaultContent: defaultContent ? validPointer(defaultContent) : defaultContent,
    logo: logo === undefined ? undefined : validWebAddress('logo', logo),
    sso: changes.sso,
    ai: changes.ai,
    inviteLinks: changes.inviteLinks,
    mergeRules: mergeRules === undefined ? undefined : validMergeRules(mergeRules),
  });
}

function validPointer({ type, site }: { type: 'site'; site: string }): { type: 'site'; site: string } {
  if (type !== 'site' || typeof site !== 'string' || site === '' || site.length > 100 || site.includes('\u0000'))
    throw new Invalid('defaultContent must name a site, as {"type": "site", "site": "<id>"}');
  return { type, site };
}

function present<T extends object>(members: T): T {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as T;
}
