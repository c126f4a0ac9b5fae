/** Longer addresses do not become links. */
const MAX_LENGTH = 8_192;
const LINKED = new Set(['http:', 'https:', 'mailto:', 'tel:']);
const SHOWN = new Set(['http:', 'https:']);
const SCHEME = /^[a-z][a-z0-9+.-]*:/i;
const HOSTED = /^(?:https?:|[\\/]{2})/i;

/** Leaves out what browsers ignore: control characters and spaces around an address, tabs and line breaks in it. */
const readAs = (address: string): string =>
  address.replace(/^[\u0000-\u0020]+|[\u0000-\u0020]+$/g, '').replace(/[\t\n\r]/g, '');

function safe(address: string, schemes: ReadonlySet<string>): string | undefined {
  if (address.length > MAX_LENGTH) return undefined;
  const read = readAs(address);
  if (read === '') return undefined;
  const scheme = SCHEME.exec(read)?.[0].toLowerCase();
  return scheme === undefined || schemes.has(scheme) ? read : undefined;
}

/** The address of a link, as browsers read it, if its scheme is http, https, mailto or tel, or it is relative. */
export const safeHref = (address: string): string | undefined => safe(address, LINKED);

/** The address of a picture, if its scheme is http or https, or it is relative. */
export const safeSrc = (address: string): string | undefined => safe(address, SHOWN);

/** Whether an address names its host. */
export const namesHost = (address: string): boolean => HOSTED.test(address);
