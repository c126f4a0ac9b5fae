import type { Span } from '../markers.js';

const MOST = 256;
/** Of an address, up to where it ends or its query begins. */
const ADDRESS = /(?<=[a-z]:\/\/)[^\s?"'<>()[\]`]{1,600}/gi;
/** The host with its port, behind which no password goes on. */
const HOST_AND_PORT = /^[^:/@]*:[0-9]{1,5}(?:[/#]|$)/;
/** The address up to the last sign before a host; in addresses of the web, paths begin with such signs as well. */
const END = /^[^]*@(?=[\w[])/;
const WEB_END = /^[^]*(?<!\/)@(?=[\w[])/;
const WEB = /(?:https?|wss?):\/\/$/i;

/**
 * Logins in addresses: `user`, `user:password`, `:password` before the host. A password may hold an `@`, and where it
 * was not encoded as it should be `#` and `/`; it ends with the last `@` that can be the one before the host.
 */
export function findLogins(text: string): Span[] {
  if (!text.includes('://')) return [];
  return Array.from(text.matchAll(ADDRESS)).flatMap(({ 0: address, index }) => {
    const at = endOfLogin(address, WEB.test(text.slice(Math.max(0, index - 8), index)));
    const login = address.slice(0, Math.max(at, 0));
    return login === '' || login === 'git' || login.length > MOST
      ? []
      : [{ from: index, to: index + login.length, kind: 'secret' as const }];
  });
}

/** The place of the `@` behind the login; -1 without one. */
function endOfLogin(address: string, isWeb: boolean): number {
  const authority = /^[^/#]*/.exec(address)?.[0] ?? '';
  const last = authority.lastIndexOf('@');
  if (last !== -1 && isWeb) return last;
  if (!authority.includes(':') || HOST_AND_PORT.test(address)) return last;
  const end = (isWeb ? WEB_END : END).exec(address)?.[0].length ?? 0;
  return Math.max(last, end - 1);
}
