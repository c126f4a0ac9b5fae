import type { Caller } from '#kernel/application/caller';
import type { TargetKind } from '../../installations/domain/target-installation.js';

/** What a public address of an integration is about. */
export interface Endpoint {
  name: string;
  installationId?: string;
  target?: { kind: TargetKind; id: string };
  /** What the script is wanted for: any request, its part of a site's pages, or to let a visitor in or out. */
  purpose: 'fetch' | 'site-script' | 'visitor-login' | 'visitor-logout';
}

const ID = /^[\w-]{1,100}$/;
/** Addresses of ours below a site installation. */
const OWN = new Map<string, Endpoint['purpose']>([
  ['~/script.js', 'site-script'],
  ['~/visitor-auth/login', 'visitor-login'],
  ['~/visitor-auth/logout', 'visitor-logout'],
]);
const KINDS = new Map<string, TargetKind>([
  ['spaces', 'space'],
  ['sites', 'site'],
]);

/**
 * Reads the path of a public address behind the name of the integration: `installations/<id>`, then perhaps `spaces/<id>`
 * or `sites/<id>`; what follows is for the script. Below `~` of a site installation are the addresses of ours.
 */
export function readEndpoint(name: string, path: string): Endpoint {
  const [first, installationId = '', kind = '', targetId = '', ...rest] = path.split('/');
  if (first !== 'installations' || !ID.test(installationId)) return { name, purpose: 'fetch' };
  const target = KINDS.get(kind);
  if (!target || !ID.test(targetId)) return { name, installationId, purpose: 'fetch' };
  const own = target === 'site' ? OWN.get(rest.join('/')) : undefined;
  return { name, installationId, target: { kind: target, id: targetId }, purpose: own ?? 'fetch' };
}

/** The scope that an integration needs for a purpose. */
export const SCOPE_OF: Readonly<Record<Endpoint['purpose'], string | undefined>> = {
  fetch: undefined,
  'site-script': 'site:script:inject',
  'visitor-login': 'site:visitor:auth',
  'visitor-logout': 'site:visitor:auth',
};

/**
 * The id of the user as whom a request counts for a script: only one of the organization that it is about, which is that
 * of the installation or else that of the integration. A token that is limited to scopes may not act as its user.
 */
export function userShown(caller: Caller | undefined, organizationId: string): string | undefined {
  if (!caller || caller.visitor || caller.script || caller.scopes) return undefined;
  if (caller.confinedTo !== undefined && caller.confinedTo !== organizationId) return undefined;
  return caller.roles.has(organizationId) ? caller.userId : undefined;
}
