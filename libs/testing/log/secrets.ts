/** Members, fields, headers and parameters that contain a secret, by name. */
const NAMED =
  /token|secret|passw|passphrase|credential|signature|signing|assertion|samlresponse|ticket|authorization|cookie|(?:^|[_-])key$|api-?key/i;
/** Names of the id of a record with a secret. */
const ID = /id$/i;
/** The form of our secrets: more random digits than an id has. */
const SHAPED = /[0-9A-Za-z_-]{32,}/g;
/** Checksums, ids of Git and UUIDs are no secrets. */
const PUBLIC = /^[0-9a-f-]+$/i;
/** A shorter value may well be an ordinary word. */
const LEAST = 10;
/** Values examined in one body, and characters of one of them: pages may be long, and contain no secrets. */
const MOST_VALUES = 2_000;
const MOST_CHARACTERS = 8_192;

type Fields = Iterable<readonly [string, unknown]>;

/** The secrets that a server receives and sends, found by the names of their members and by their form. */
export class Secrets {
  readonly #shaped = new Set<string>();
  readonly #named = new Set<string>();
  readonly #open = new Set<string>();

  get found(): ReadonlySet<string> {
    return new Set([...this.#shaped, ...[...this.#named].filter((secret) => !this.#open.has(secret))]);
  }

  /** Adds what looks like a secret in `text`. */
  addShaped(text: string): void {
    for (const [run] of text.slice(0, MOST_CHARACTERS).matchAll(SHAPED))
      if (new Set(run).size >= LEAST) add(run, this.#shaped);
    const password = /^\w[\w+.-]*:\/\/[^/@\s]*:([^/@\s]+)@/.exec(text)?.[1];
    if (password !== undefined) add(decoded(password), this.#shaped);
  }

  /**
   * Adds values that a caller sends in public members, as in a title: the same value as a password is then no secret.
   */
  addOpen(body: unknown): void {
    for (const [under, value] of valuesOf(body, '')) if (!NAMED.test(under)) add(value, this.#open);
  }

  addFields(fields: Fields): void {
    for (const [name, value] of fields) this.addBody(value, name);
  }

  /** Adds the headers of a request or a response; cookies one by one. */
  addHeaders(headers: Readonly<Record<string, unknown>>): void {
    for (const [name, value] of Object.entries(headers)) {
      const lines = [value].flat().filter((line) => typeof line === 'string');
      for (const line of lines) {
        if (name === 'cookie' || name === 'set-cookie')
          this.#addCookies(name === 'cookie' ? line.split(';') : [line.split(';')[0] ?? '']);
        else if (name === 'authorization') add(line.replace(/^\w+ +/, ''), this.#named);
        else if (name === 'location' || name === 'referer') this.addAddress(line);
        else if (NAMED.test(name) && !name.startsWith('x-gitbook-cache')) add(line, this.#named);
      }
    }
  }

  addAddress(address: string): void {
    this.addShaped(address);
    const query = address.indexOf('?');
    if (query >= 0) this.addFields(new URLSearchParams(address.slice(query + 1)));
  }

  /** Adds a body, or the value of a member with this name. */
  addBody(body: unknown, name = ''): void {
    for (const [under, value] of valuesOf(body, name)) {
      if (NAMED.test(under) && !ID.test(under)) add(value, this.#named);
      this.addShaped(value);
    }
  }

  #addCookies(pairs: readonly string[]): void {
    for (const pair of pairs) add(pair.slice(pair.indexOf('=') + 1).trim(), this.#named);
  }
}

function add(secret: string, to: Set<string>): void {
  if (secret.length >= LEAST && !PUBLIC.test(secret)) to.add(secret.slice(0, MOST_CHARACTERS));
}

/** The texts in a body with the names of their members. */
function* valuesOf(body: unknown, name: string): Generator<[name: string, text: string]> {
  const rest: [string, unknown][] = [[name, body]];
  for (let looked = 0; rest.length > 0 && looked < MOST_VALUES; looked++) {
    const [under, value] = rest.pop() ?? ['', undefined];
    if (typeof value === 'string') yield [under, value];
    else if (Array.isArray(value))
      rest.push(...value.slice(0, MOST_VALUES).map((item: unknown): [string, unknown] => [under, item]));
    else if (typeof value === 'object' && value !== null) rest.push(...Object.entries(value).slice(0, MOST_VALUES));
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
