import type { FastifyRequest } from 'fastify';

/** Below which the pages of all sites are routed; the id of a site follows, or `~` and a host name. */
const SITES = '/s/';
const HOSTED = `${SITES}~`;
/** What a host of sites has besides its sites, at addresses that are signed: uploaded files, PDFs, diagrams, and what is on other hosts. */
const FILES = /^\/(?:files|pdfs)\/[^/]+\/[\da-f]{64}\/|^\/~\/(?:diagram|frame|picture)\?key=/;

type Incoming = Pick<FastifyRequest['raw'], 'url' | 'headers'>;

/**
 * The address under which a request is routed: what arrives for the host name of a site is below `/s/~` and that name.
 * Requests cannot name such addresses themselves.
 */
export function routedAddress({ url = '/', headers }: Incoming, isSite: (host: string) => boolean): string {
  const host = hostIn(headers.host);
  if (host === '' || !isSite(host)) return url.startsWith(HOSTED) ? SITES : url;
  return FILES.test(url) ? url : `${HOSTED}${host}${url.startsWith('/') ? url : '/'}`;
}

/** Where a request for a site arrived. */
export interface SiteAddress {
  /** The URL of the host, without a slash at its end. */
  origin: string;
  /** As it was sent, without its query. */
  path: string;
}

/** `publicUrl`: the address of the server itself, where a site has no host. */
export function siteAddress(request: FastifyRequest, publicUrl: string): SiteAddress {
  const [path = ''] = sentAddress(request).split('?', 1);
  const { siteId = '' } = request.params as { siteId?: string };
  // Only what was routed by its host has this beginning: in other addresses the tilde of such an id is escaped.
  const hasHost = request.url.startsWith(HOSTED);
  return { origin: hasHost ? `https://${siteId.slice(1)}` : publicUrl, path };
}

/** The address as it was sent, with its query. It begins with one slash: browsers read more of them as another host. */
export function sentAddress({ originalUrl }: Pick<FastifyRequest, 'originalUrl'>): string {
  return originalUrl.startsWith('/') ? originalUrl.replace(/^[/\\]+/, '/') : '/';
}

/** A host name without its port. */
function hostIn(header: string | undefined): string {
  if (header === undefined || !/^[\w.-]+(?::\d+)?$/.test(header)) return '';
  return (header.split(':', 1)[0] ?? '').toLowerCase();
}
