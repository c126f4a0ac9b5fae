import { charactersIn, exceeds } from '#kernel/domain/characters';
import { Invalid } from '#kernel/domain/errors';

const DOMAIN = /^(?!-)[a-z0-9-]{1,63}(?<!-)(\.(?!-)[a-z0-9-]{1,63}(?<!-))+$/;
const HOSTNAME = /^[a-z0-9][a-z0-9-]{1,30}[a-z0-9]$/;
const MAX_DOMAINS = 100;
const MAX_URL = 2048;

export function validTitle(title: string): string {
  if (title !== title.trim()) throw new Invalid('title must start and end with a character that is not a space');
  if (charactersIn(title) < 2 || exceeds(title, 255)) throw new Invalid('title takes 2 to 255 characters');
  return title;
}

/** Domain names in lower case, without duplicates. */
export function validDomains(domains: readonly string[]): string[] {
  if (domains.length > MAX_DOMAINS) throw new Invalid(`emailDomains takes at most ${MAX_DOMAINS} domains`);
  return [...new Set(domains.map((domain) => validDomainName('emailDomains', domain)))];
}

/** A domain name in lower case; `member` names it in the refusal. Throws Invalid. */
export function validDomainName(member: string, domain: string): string {
  const lower = domain.toLowerCase();
  if (lower.length > 253 || !DOMAIN.test(lower)) throw new Invalid(`${member}: "${domain}" is not a domain name`);
  return lower;
}

/** The name of an organization in host names, as a subdomain: 3 to 32 of `a-z`, `0-9` and `-`, no `-` at an end. */
export function validHostname(hostname: string): string {
  const lower = hostname.toLowerCase();
  if (!HOSTNAME.test(lower))
    throw new Invalid('hostname takes 3 to 32 letters, digits and hyphens, and begins and ends with none of the last');
  return lower;
}

/** A web address of at most 2048 characters; `null` for none. */
export function validWebAddress(name: string, address: string | null): string | null {
  if (address === null) return null;
  const url = !exceeds(address, MAX_URL) && URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol))
    throw new Invalid(`${name} must be an http or https address of at most ${MAX_URL} characters`);
  return address;
}
