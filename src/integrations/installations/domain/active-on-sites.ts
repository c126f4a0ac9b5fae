/** An integration that is active on a site: published, and neither its installation nor the site installation is paused. */
export interface ActiveOnSite {
  integrationId: string;
  name: string;
  scopes: readonly string[];
  contentSecurityPolicy: string | null;
  /** Where its script for the pages of the site is. */
  scriptUrl: string;
}

/** What of a site an event about an installation or an integration is about. */
export interface FollowedSite {
  organizationId: string;
  siteId: string;
}

/** What integrations do on sites. */
export abstract class ActiveOnSites {
  /** The integrations that are active on a site, in the order in which they were enabled. */
  abstract on(site: FollowedSite): Promise<readonly ActiveOnSite[]>;
  /** The sites that an integration is enabled on, active or not. */
  abstract sitesOf(integrationId: string): Promise<readonly FollowedSite[]>;
  /** Those of one of its installations. */
  abstract sitesOfInstallation(organizationId: string, installationId: string): Promise<readonly FollowedSite[]>;
  /** Undefined for an unknown integration. */
  abstract nameOf(integrationId: string): Promise<string | undefined>;
}

/** The scope that lets an integration put a script on the pages of sites; with the second, the script may set cookies. */
const INJECT = 'site:script:inject';
const COOKIES = 'site:script:cookies';
const SIGN_IN = 'site:visitor:auth';

/** A script on the pages of a site. */
export interface InjectedScript {
  script: string;
  contentSecurityPolicy?: string;
  cookies: boolean;
}

export function scriptsOf(active: readonly ActiveOnSite[]): InjectedScript[] {
  return active
    .filter(({ scopes }) => scopes.includes(INJECT))
    .map(({ scriptUrl, scopes, contentSecurityPolicy }) => ({
      script: scriptUrl,
      ...(contentSecurityPolicy !== null && { contentSecurityPolicy }),
      cookies: scopes.includes(COOKIES),
    }));
}

/** Whether this integration signs visitors in where these are active. */
export function signsIn(active: readonly ActiveOnSite[], integrationId: string): boolean {
  return active.some((one) => one.integrationId === integrationId && one.scopes.includes(SIGN_IN));
}
