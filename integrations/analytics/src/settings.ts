import { textOf, type Configuration } from '../../script';

/** What the page does with the service of measurement. */
export interface Settings {
  /** Address of its script. */
  src: string;
  /** Attributes of the script tag. */
  attributes: Record<string, string>;
  /** Where Matomo takes visits, and its number of the site. */
  matomo?: { endpoint: string; siteId: string };
  /** Whether nothing happens until the reader accepts cookies. */
  needsConsent: boolean;
}

/** Where each service has its script, and how the script tag names the site. */
const SERVICES: Readonly<Record<string, { script: string; site?: string }>> = {
  plausible: { script: 'js/script.js', site: 'data-domain' },
  matomo: { script: 'matomo.js' },
  umami: { script: 'script.js', site: 'data-website-id' },
  other: { script: '', site: 'data-site-id' },
};
const ATTRIBUTE = /^data-[a-z0-9-]{1,50}$/;

/** Undefined where the service or its address is missing, or is none. */
export function readSettings(configuration: Configuration): Settings | undefined {
  const [name, address] = [textOf(configuration, 'service'), textOf(configuration, 'address')];
  const service = name !== undefined && Object.hasOwn(SERVICES, name) ? SERVICES[name] : undefined;
  if (!service || address === undefined || !/^https?:\/\//.test(address) || !URL.canParse(address)) return undefined;
  const siteId = textOf(configuration, 'site_id');
  const base = service.script === '' ? address : address.replace(/\/*$/, '/');
  return {
    src: new URL(service.script, base).href,
    attributes: {
      ...(service.site !== undefined && siteId !== undefined ? { [service.site]: siteId } : {}),
      ...attributesIn(textOf(configuration, 'attributes') ?? ''),
    },
    ...(name === 'matomo' && siteId !== undefined
      ? { matomo: { endpoint: new URL('matomo.php', base).href, siteId } }
      : {}),
    needsConsent: configuration['without_consent'] !== true,
  };
}

/** `data-key="a" data-region=eu` by name; others than `data-` are left out. */
function attributesIn(text: string): Record<string, string> {
  const found = text.matchAll(/([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|(\S+))/g);
  return Object.fromEntries(
    [...found].flatMap(([, name = '', double, single, bare]) =>
      ATTRIBUTE.test(name) ? [[name, double ?? single ?? bare ?? '']] : [],
    ),
  );
}
