import { membersOf, oneOf, textIn, type Members } from './told-members.js';

export const LINK_POSITIONS = ['announcement', 'header', 'footer', 'sidebar', 'content'] as const;
export const LLMS_VARIANTS = ['standard', 'full'] as const;
export const MARKDOWN_SOURCES = ['page-action'] as const;
export const AD_PLACEMENTS = ['aside'] as const;
export const TRADEMARK_PLACEMENTS = ['sidebar', 'ad', 'footer', 'pdf', 'embed'] as const;

/** The kinds of link targets, with the members that identify one. */
const TARGETS = {
  url: [],
  page: ['page', 'space'],
  file: ['file', 'space'],
  anchor: ['anchor', 'page', 'space'],
  space: ['space'],
  collection: ['collection'],
  user: ['user'],
  'reusable-content': ['reusableContent', 'space'],
  tag: ['tag', 'space'],
  openapi: ['spec'],
} as const;

export const TARGET_KINDS = Object.keys(TARGETS) as (keyof typeof TARGETS)[];

/** The target of a link, as a content reference; of an address, without its query. */
export type LinkTarget = { kind: keyof typeof TARGETS } & Readonly<Record<string, string>>;

/** Details that only events of some types have. */
export interface EventDetails {
  target?: LinkTarget;
  targetDomain?: string;
  position?: (typeof LINK_POSITIONS)[number];
  path?: string;
  method?: string;
  recordId?: string;
  llmsVariant?: (typeof LLMS_VARIANTS)[number];
  markdownSource?: (typeof MARKDOWN_SOURCES)[number];
  adDomain?: string;
  adPlacement?: (typeof AD_PLACEMENTS)[number];
  trademark?: (typeof TRADEMARK_PLACEMENTS)[number];
}

const LONGEST_PATH = 512;
const LONGEST_METHOD = 16;
const LONGEST_DOMAIN = 253;
const LONGEST_RECORD = 100;
const LONGEST_URL = 2048;
const LONGEST_MEMBER = 256;

/** Reads the details of an event of a type. Invalid ones are left out. */
export function readDetails(type: string, event: Members): EventDetails {
  switch (type) {
    case 'link_click':
      return linkIn(membersOf(event['link']));
    case 'api_client_open':
    case 'api_client_request':
      return operationIn(membersOf(event['operation']));
    case 'search_open_result':
      return present({ recordId: textIn(membersOf(event['result'])['recordId'], LONGEST_RECORD) });
    case 'llms_request':
      return present({ llmsVariant: oneOf(LLMS_VARIANTS, event['llmsVariant']) });
    case 'page_markdown_request':
      return present({ markdownSource: oneOf(MARKDOWN_SOURCES, event['markdownSource']) });
    case 'ad_click':
    case 'ad_display':
      return adIn(membersOf(event['ad']));
    case 'trademark_click':
      return present({ trademark: oneOf(TRADEMARK_PLACEMENTS, event['placement']) });
    default:
      return {};
  }
}

/** Reads the target of a link; undefined if its kind is unknown, or its address invalid. */
export function readTarget(told: unknown): LinkTarget | undefined {
  const members = membersOf(told);
  const kind = oneOf(TARGET_KINDS, members['kind']);
  if (kind === undefined) return undefined;
  if (kind === 'url') {
    const url = addressIn(members['url']);
    return url === null ? undefined : { kind, url: url.address };
  }
  const named = TARGETS[kind].flatMap((name) => {
    const value = textIn(members[name], LONGEST_MEMBER);
    return value === null ? [] : [[name, value]];
  });
  return { kind, ...(Object.fromEntries(named) as Record<string, string>) };
}

/** An address without the parts that may be private: user, password, query and fragment. */
export function addressIn(told: unknown): { address: string; url: URL } | null {
  if (typeof told !== 'string' || told.length > 4 * LONGEST_URL || !/^https?:/i.test(told) || !URL.canParse(told))
    return null;
  const url = new URL(told);
  const address = `${url.origin}${url.pathname}`;
  return address.length > LONGEST_URL ? null : { address, url };
}

function linkIn(link: Members): EventDetails {
  const target = readTarget(link['target']);
  const domain = target?.kind === 'url' ? addressIn(target['url'])?.url.hostname : undefined;
  return present({ target, targetDomain: domain || undefined, position: oneOf(LINK_POSITIONS, link['position']) });
}

function operationIn(operation: Members): EventDetails {
  const method = textIn(operation['method'], LONGEST_METHOD)?.toUpperCase();
  return present({ path: textIn(operation['path'], LONGEST_PATH), method });
}

function adIn(ad: Members): EventDetails {
  return present({
    adDomain: textIn(ad['domain'], LONGEST_DOMAIN),
    adPlacement: oneOf(AD_PLACEMENTS, ad['placement']),
  });
}

function present(details: { [K in keyof EventDetails]: EventDetails[K] | null | undefined }): EventDetails {
  return Object.fromEntries(Object.entries(details).filter(([, value]) => value !== null && value !== undefined));
}
