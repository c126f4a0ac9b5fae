import { createRequire } from 'node:module';

interface Provider {
  endpoints: { schemes?: string[]; url: string }[];
}

interface Rule {
  matches: RegExp;
  endpoint: string;
}

let rules: Map<string, Rule[]> | undefined;

/** Where the oEmbed registry says to ask about an address; undefined for sites that are not in it. */
export function endpointOf(address: string): string | undefined {
  rules ??= readRegistry();
  const rule = rules.get(siteOf(new URL(address).hostname))?.find(({ matches }) => matches.test(address));
  if (rule === undefined) return undefined;
  const asked = new URL(rule.endpoint.replaceAll('{format}', 'json'));
  asked.searchParams.set('url', address);
  asked.searchParams.set('format', 'json');
  return asked.href;
}

/** The registry by site: a look-up tries a few patterns, not all of its thousand. */
function readRegistry(): Map<string, Rule[]> {
  const providers = createRequire(import.meta.url)('oembed-providers') as Provider[];
  const bySite = new Map<string, Rule[]>();
  for (const { endpoints } of providers) {
    for (const { schemes = [], url } of endpoints) {
      for (const scheme of schemes) {
        const host = /^https?:\/\/([^/]+)/.exec(scheme)?.[1];
        if (host === undefined) continue;
        const site = siteOf(host);
        bySite.set(site, [...(bySite.get(site) ?? []), { matches: patternOf(scheme), endpoint: url }]);
      }
    }
  }
  return bySite;
}

/** The last two labels of a host: no pattern of the registry has a wildcard in them. */
const siteOf = (host: string): string => host.toLowerCase().split('.').slice(-2).join('.');

function patternOf(scheme: string): RegExp {
  const [protocol, rest] = scheme.split('://') as [string, string];
  const parts = rest.split('*').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(
    `^${protocol === 'https' || protocol === 'http' ? 'https?' : protocol}://${parts.join('.*')}$`,
    'i',
  );
}
