import type { BuiltUrl } from './elements.js';
import { LIMITS } from './limits.js';
import { record, shape, text, textOr, type Reader } from './reading.js';
import { binding } from './bindings.js';

const HOST = /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{1,5})?$/i;

function address(...protocols: readonly string[]): Reader<string> {
  const asText = text(LIMITS.url);
  return (value, place) => {
    const read = asText(value, place);
    const protocol = URL.canParse(read) ? new URL(read).protocol : '';
    if (!protocols.includes(protocol)) throw place.refuse('must be an absolute URL with http or https');
    return read;
  };
}

/** What is loaded into pages. */
export const webAddress = address('http:', 'https:');

/** Where links lead to. */
export const linkAddress = address('http:', 'https:', 'mailto:');

const builtUrl: Reader<BuiltUrl> = shape<BuiltUrl>({
  host: (value, place) => {
    const host = text(LIMITS.url)(value, place);
    if (!HOST.test(host)) throw place.refuse('must be a host, with its port where it has one');
    return host;
  },
  pathname: (value, place) => {
    const pathname = text(LIMITS.url)(value, place);
    if (!pathname.startsWith('/')) throw place.refuse('must begin with /');
    return pathname;
  },
  query: (value, place) =>
    value === undefined || value === null ? undefined : record(textOr(LIMITS.url, binding))(value, place),
});

/** A URL as a text, or in parts. */
export const anyAddress: Reader<string | BuiltUrl> = (value, place) =>
  typeof value === 'string' ? linkAddress(value, place) : builtUrl(value, place);
