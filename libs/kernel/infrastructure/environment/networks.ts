import { isIP } from 'node:net';

export const HOST_NAME =
  /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;

/** An address, or a network such as 10.0.0.0/8. */
function isNetwork(entry: string, fewestBits = 0): boolean {
  const [address = '', bits, more] = entry.split('/');
  const version = isIP(address);
  if (bits === undefined) return version !== 0;
  if (version === 0 || more !== undefined || !/^\d{1,3}$/.test(bits)) return false;
  return Number(bits) >= fewestBits && Number(bits) <= (version === 4 ? 32 : 128);
}

/**
 * A network of zero bits contains every address: with every sender trusted as a proxy, clients could claim any address.
 */
export function isProxy(entry: string): boolean {
  return isNetwork(entry, 1);
}

export function isReachable(entry: string): boolean {
  return isNetwork(entry) || HOST_NAME.test(entry);
}

/** An origin as browsers send it, or `*` for any. */
export function isOrigin(entry: string): boolean {
  return entry === '*' || (/^https?:/.test(entry) && URL.canParse(entry) && new URL(entry).origin === entry);
}

/** The host of an address; empty for an invalid one, which is reported elsewhere. */
export function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).hostname : '';
}

/** Whether the entry is an address of a DNS server: `10.0.0.2`, `10.0.0.2:5353`, `2001:db8::1` or `[2001:db8::1]:5353`. */
export function isDnsServer(entry: string): boolean {
  if (isIP(entry) !== 0) return true;
  const [, v4, v6, port] = /^(?:([\d.]+)|\[([\da-f:.]+)\]):(\d{1,5})$/i.exec(entry) ?? [];
  return (isIP(v4 ?? '') === 4 || isIP(v6 ?? '') === 6) && Number(port) >= 1 && Number(port) <= 65_535;
}
