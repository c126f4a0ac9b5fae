/** Members, fields, headers and parameters that carry a secret, by their names. */
const NAMED =
  /token|secret|passw|passphrase|credential|signature|signing|assertion|samlresponse|ticket|authorization|cookie|(?:^|[_-])key$|api-?key/i;
/** What names a record that holds a secret. */
const ID = /id$/i;
/** What a secret of ours looks like wherever it stands: more random digits than an id has. */
const SHAPED = /[0-9A-Za-z_-]{32,}/g;
/** Checksums, ids of Git and UUIDs are no secrets. */
const PUBLIC = /^[0-9a-f-]+$/i;
/** What is shorter may well be an ordinary word. */
const LEAST = 10;
/** Values looked at in one body, and characters of one of them: pages may be long, and hold no secrets. */
const MOST_VALUES = 2_000;
const MOST_CHARACTERS = 8_192;

type Fields = Iterable<readonly [string, unknown]>;

/** The secrets that go in and out of a server, found by the names that carry them and by their shape. */
export class Secrets {
  readonly #found = new Set<string>();

  get found(): ReadonlySet<string> {
    return this.#found;
  }

  /** What stands in `text` and looks like a secret. */
  addShaped(text: string): void {
    for (const [run] of text.slice(0, MOST_CHARACTERS).matchAll(SHAPED)) if (!PUBLIC.test(run)) this.#add(run);
    const password = /^\w[\w+.-]*:\/\/[^/@\s]*:([^/@\s]+)@/.exec(text)?.[1];
    if (password !== undefined) this.#add(decodeURIComponent(password));
  }

  addFields(fields: Fields): void {
    for (const [name, value] of fields) this.addBody(value, name);
  }

  /** The headers of a request or an answer; cookies one by one. */
  addHeaders(headers: Readonly<Record<string, unknown>>): void {
    for (const [name, value] of Object.entries(headers)) {
      const lines = [value].flat().filter((line) => typeof line === 'string');
      for (const line of lines) {
        if (name === 'cookie' || name === 'set-cookie')
          this.#addCookies(name === 'cookie' ? line.split(';') : [line.split(';')[0] ?? '']);
        else if (name === 'authorization') this.#add(line.replace(/^\w+ +/, ''));
        else if (name === 'location' || name === 'referer') this.addAddress(line);
        else if (NAMED.test(name) && !name.startsWith('x-gitbook-cache')) this.#add(line);
      }
    }
  }

  addAddress(address: string): void {
    this.addShaped(address);
    const query = address.indexOf('?');
    if (query >= 0) this.addFields(new URLSearchParams(address.slice(query + 1)));
  }

  /** A body, or a part of one, which stands under a name. */
  addBody(body: unknown, name = ''): void {
    const rest: [string, unknown][] = [[name, body]];
    for (let looked = 0; rest.length > 0 && looked < MOST_VALUES; looked++) {
      const [under, value] = rest.pop() ?? ['', undefined];
      if (typeof value === 'string') {
        if (NAMED.test(under) && !ID.test(under)) this.#add(value);
        this.addShaped(value);
      } else if (Array.isArray(value))
        rest.push(...value.map((item: unknown) => [under, item] as [string, unknown]).slice(0, MOST_VALUES));
      else if (typeof value === 'object' && value !== null) rest.push(...Object.entries(value).slice(0, MOST_VALUES));
    }
  }

  #addCookies(pairs: readonly string[]): void {
    for (const pair of pairs) this.#add(pair.slice(pair.indexOf('=') + 1).trim());
  }

  #add(secret: string): void {
    if (secret.length >= LEAST && !PUBLIC.test(secret)) this.#found.add(secret.slice(0, MOST_CHARACTERS));
  }
}
