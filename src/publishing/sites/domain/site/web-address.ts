import { Invalid } from '#kernel/domain/errors';

const MAX_URL = 2048;
const BLANK_OR_CONTROL = /[\s\p{Cc}]/u;

/** An http or https address of at most 2048 characters, without credentials. */
export function validWebAddress(name: string, address: string): string {
  const fits = address.length <= MAX_URL && !BLANK_OR_CONTROL.test(address) && URL.canParse(address);
  const url = fits ? new URL(address) : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username !== '' || url.password !== '')
    throw new Invalid(`${name} must be an http or https address of at most ${MAX_URL} characters, without credentials`);
  return address;
}
