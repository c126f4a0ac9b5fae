import { lineOf } from '../text.js';
import type { Scheme } from '../parts/security.js';
import { isBasic } from './tried.js';

/** Those of the connection, of who asks for whom, and those that this server sets itself. */
const OWN =
  /^(?:accept|accept-encoding|connection|content-(?:encoding|length|type)|cookie2?|date|expect|forwarded|host|keep-alive|origin|referer|set-cookie2?|te|trailer|transfer-encoding|upgrade|user-agent|via|x-real-ip|x-http-method(?:-override)?|(?:proxy|sec|x-forwarded)-.*)$/;
const TOKEN = /^[\w!#$%&'*+.^`|~-]{1,200}$/;
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;
const COOKIE_VALUE = /^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*$/;
const LONGEST = 8_000;

/** The headers of a request that is tried: those that a specification may have, with values that a header may have. */
export class HeaderList {
  readonly #headers = new Map<string, string>();
  readonly #cookies: string[] = [];
  #problem: string | undefined;

  /** What is wrong with them, if anything is. */
  get problem(): string | undefined {
    return this.#problem;
  }

  /** A parameter; those that are not a specification's to set are left out, as OpenAPI says. */
  add(name: string, value: string): void {
    if (name.toLowerCase() !== 'authorization') this.set(name, value);
  }

  set(name: string, value: string): void {
    if (!OWN.test(name.toLowerCase())) this.setOwn(name, value);
  }

  /** One that the server itself sets. */
  setOwn(name: string, value: string): void {
    const text = value.trim();
    if (!TOKEN.test(name)) this.#problem ??= 'A header has a name that is none';
    else if (!VALUE.test(text) || text.length > LONGEST)
      this.#problem ??= `The value of ${name} is not one of a header`;
    else this.#headers.set(name.toLowerCase(), text);
  }

  addCookie(name: string, value: string): void {
    if (!TOKEN.test(name) || !COOKIE_VALUE.test(value)) this.#problem ??= `The value of ${name} is not one of a cookie`;
    else this.#cookies.push(`${name}=${value}`);
  }

  all(): Record<string, string> {
    const cookie = this.#cookies.join('; ');
    if (cookie.length > LONGEST) this.#problem ??= 'The cookies are too long';
    return { ...Object.fromEntries(this.#headers), ...(cookie === '' ? {} : { cookie }) };
  }
}

/** What a reader entered for one way to authenticate. */
interface Entered {
  token: string;
  user: string;
  password: string;
}

/** What a request is authenticated by; undefined where nothing was entered. */
export function credentialIn(
  scheme: Scheme,
  { token, user, password }: Entered,
): { place: 'header' | 'query' | 'cookie'; name: string; value: string } | undefined {
  if (isBasic(scheme)) {
    if (user + password === '') return undefined;
    const pair = Buffer.from(`${user}:${password}`).toString('base64');
    return { place: 'header', name: 'authorization', value: `Basic ${pair}` };
  }
  if (token === '') return undefined;
  const { type, in: place, scheme: kind, name } = scheme.scheme;
  if (type === 'apiKey') {
    const known = (['header', 'query', 'cookie'] as const).find((one) => one === place);
    return known && { place: known, name: lineOf(name), value: token };
  }
  const word = type === 'http' ? lineOf(kind, 40).replace(/[^\w-]/g, '') : '';
  const shown = word === '' || word.toLowerCase() === 'bearer' ? 'Bearer' : word;
  return { place: 'header', name: 'authorization', value: `${shown} ${token}` };
}
