import ipaddr from 'ipaddr.js';
import { OutboundRefused } from './outbound.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/**
 * Which hosts and addresses requests may go to: public unicast addresses, and what the operator allowed by name,
 * address or network. An IPv6 address that embeds an IPv4 one is refused, except the mapped form, which is checked as
 * the IPv4 address.
 */
export class AddressRules {
  private readonly names = new Set<string>();
  private readonly networks: [Address, number][] = [];

  /** Throws an Error if an entry is neither a host name, an address nor a network such as 10.0.0.0/8. */
  constructor(allow: readonly string[]) {
    for (const entry of allow.map((each) => each.trim().toLowerCase()).filter((each) => each !== '')) {
      const bare = entry.replace(/^\[(.*)\]$/, '$1');
      if (ipaddr.isValidCIDR(bare)) this.networks.push(ipaddr.parseCIDR(bare));
      else if (ipaddr.isValid(bare)) this.networks.push(wholeAddress(bare));
      else if (/^[a-z0-9_]([a-z0-9_.-]*[a-z0-9_])?$/.test(bare)) this.names.add(bare);
      else throw new Error(`"${entry}" is neither a host name, an address nor a network (such as 10.0.0.0/8)`);
    }
  }

  /** Whether the operator allowed this very host name, whatever it resolves to. */
  allowsName(host: string): boolean {
    return this.names.has(host.toLowerCase().replace(/\.$/, ''));
  }

  /** Whether the operator allowed this host, by its name or its literal address. */
  allowsHost(host: string): boolean {
    const literal = literalAddress(host);
    const address = literal === undefined ? undefined : parseAddress(literal);
    if (address === undefined) return this.allowsName(host);
    return this.networks.some((network) => matches(address, network));
  }

  /** Throws OutboundRefused unless the address is public or allowed. */
  check(host: string, address: string): void {
    const parsed = parseAddress(address);
    if (parsed === undefined) throw new OutboundRefused(`${host} has no usable address`);
    if (this.networks.some((network) => matches(parsed, network)) || isPublic(parsed)) return;
    throw new OutboundRefused(`${host} is at ${parsed.toString()}, which is not a public address`);
  }
}

/** The address of a literal host (without brackets), or undefined if the host is a name. */
export function literalAddress(host: string): string | undefined {
  const bare = host.replace(/^\[(.*)\]$/, '$1');
  return ipaddr.isValid(bare) ? bare : undefined;
}

function parseAddress(address: string): Address | undefined {
  const bare = address.replace(/%.*$/, '');
  return ipaddr.isValid(bare) ? ipaddr.process(bare) : undefined;
}

function wholeAddress(address: string): [Address, number] {
  const parsed = ipaddr.process(address);
  return [parsed, parsed.kind() === 'ipv4' ? 32 : 128];
}

function matches(address: Address, [network, bits]: [Address, number]): boolean {
  return address.kind() === network.kind() && address.match(network, bits);
}

/** Global unicast is 2000::/3 in IPv6 (RFC 4291); ipaddr.js names the special ranges inside it. */
function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast') return false;
  return address.kind() === 'ipv4' || matches(address, [ipaddr.parse('2000::'), 3]);
}
