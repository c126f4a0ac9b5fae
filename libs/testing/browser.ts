import type { NestFastifyApplication } from '@nestjs/platform-fastify';

/** The response to a browser. */
export interface PageAnswer {
  status: number;
  headers: Record<string, string | undefined>;
  text: string;
}

const HERE = { 'sec-fetch-site': 'same-origin', origin: 'http://quire.test' };

/** A browser without scripts: it stores cookies, opens pages and sends their forms. */
export class Browser {
  readonly cookies = new Map<string, string>();

  /**
   * `address`: the client's address, because limits count the attempts of an address over all servers of a database.
   */
  constructor(
    private readonly app: NestFastifyApplication,
    private readonly address = '127.0.0.1',
  ) {}

  get(path: string, headers: Record<string, string> = {}): Promise<PageAnswer> {
    return this.#send('GET', path, headers);
  }

  /** Sends a form like a page of the server, unless the headers say otherwise. */
  post(path: string, fields: Record<string, string>, headers: Record<string, string> = HERE): Promise<PageAnswer> {
    return this.#send('POST', path, headers, new URLSearchParams(fields).toString());
  }

  /** Opens a page and sends a form with the page's hidden token. */
  async submit(page: string, path: string, fields: Record<string, string>): Promise<PageAnswer> {
    const { text } = await this.get(page);
    return this.post(path, { token: /name="token" value="([^"]+)"/.exec(text)?.[1] ?? '', ...fields });
  }

  signIn(email: string, password: string, next?: string): Promise<PageAnswer> {
    return this.post('/signin', { email, password, ...(next !== undefined && { next }) });
  }

  async #send(
    method: 'GET' | 'POST',
    url: string,
    headers: Record<string, string>,
    payload?: string,
  ): Promise<PageAnswer> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const raw = await this.app.inject({
      method,
      url,
      remoteAddress: this.address,
      headers: {
        ...(cookie !== '' && { cookie }),
        ...(payload !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
        ...headers,
      },
      ...(payload !== undefined && { payload }),
    });
    for (const { name, value } of raw.cookies) {
      if (value === '') this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return { status: raw.statusCode, headers: raw.headers as PageAnswer['headers'], text: raw.body };
  }
}
