import type { TargetKind } from '../../installations/domain/target-installation.js';

/** What a public address of an integration is about. */
export interface Endpoint {
  name: string;
  installationId?: string;
  target?: { kind: TargetKind; id: string };
  /** What the script is wanted for: any request, its part of a site's pages, or to let a visitor in. */
  purpose: 'fetch' | 'site-script' | 'visitor-login';
}

const ID = /^[\w-]{1,100}$/;
const KINDS: Readonly<Record<string, TargetKind>> = { spaces: 'space', sites: 'site' };

/**
 * Reads the path of a public address behind the name of the integration: `installations/<id>`, then perhaps `spaces/<id>`
 * or `sites/<id>`; what follows is for the script. Below `~` of a site installation are the addresses of ours.
 */
export function readEndpoint(name: string, path: string): Endpoint {
  const [first, installationId = '', kind = '', targetId = '', ...rest] = path.split('/');
  if (first !== 'installations' || !ID.test(installationId)) return { name, purpose: 'fetch' };
  const target = KINDS[kind];
  if (!target || !ID.test(targetId)) return { name, installationId, purpose: 'fetch' };
  const own = target === 'site' ? rest.join('/') : '';
  const purpose = own === '~/script.js' ? 'site-script' : own === '~/visitor-auth/login' ? 'visitor-login' : 'fetch';
  return { name, installationId, target: { kind: target, id: targetId }, purpose };
}

/** The scope that an integration needs for a purpose. */
export const SCOPE_OF: Readonly<Record<Endpoint['purpose'], string | undefined>> = {
  fetch: undefined,
  'site-script': 'site:script:inject',
  'visitor-login': 'site:visitor:auth',
};
