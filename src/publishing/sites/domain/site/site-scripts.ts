import { Invalid } from '#kernel/domain/errors';
import type { SiteScriptView } from '../../../contract/site.view.js';
import { validWebAddress } from './web-address.js';

const MOST_SCRIPTS = 100;
const LONGEST_POLICY = 8192;

/** Scripts for the pages of a site, in the order in which renderers load them. */
export function validScripts(scripts: readonly SiteScriptView[]): SiteScriptView[] {
  if (scripts.length > MOST_SCRIPTS) throw new Invalid(`A site has at most ${MOST_SCRIPTS} scripts`);
  return scripts.map(({ script, contentSecurityPolicy, cookies }) => ({
    script: validWebAddress('script', script),
    ...(contentSecurityPolicy !== undefined && { contentSecurityPolicy: validPolicy(contentSecurityPolicy) }),
    cookies,
  }));
}

function validPolicy(policy: string): string {
  if (policy.length > LONGEST_POLICY || policy.includes('\0'))
    throw new Invalid(`contentSecurityPolicy takes at most ${LONGEST_POLICY} characters`);
  return policy;
}
