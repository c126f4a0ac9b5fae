import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWK } from 'jose';

const CLIENT = 'quire';
const SECRET = 'the secret of the client';
const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';

interface Key {
  kid: string;
  alg: string;
  privateKey: CryptoKey;
  public: JWK;
}

/** The differences of an answer from a valid one. `null` leaves a claim out. */
export interface Stated {
  claims?: Record<string, unknown>;
  /** Makes another ID token of the valid one. */
  forge?: (idToken: string) => string | Promise<string>;
  /** Signs with this key instead. */
  key?: Key;
  /** The claims of the UserInfo endpoint. */
  userInfo?: Record<string, unknown>;
  /** Seconds from now. */
  expires?: number;
  /** What the token endpoint answers instead. */
  token?: { status: number; body: unknown };
}

interface Granted {
  nonce: string;
  challenge: string;
  redirectUri: string;
  stated: Stated;
}

/** A provider of OpenID Connect on this machine, which states and signs whatever a test wants. */
export class TestOpenIdProvider {
  readonly requests: string[] = [];
  /** Differences of the configuration that it publishes. */
  configuration: Record<string, unknown> = {};
  /** Where set, its answer to every request. */
  failing: number | undefined;
  readonly #codes = new Map<string, Granted>();
  readonly #userInfos = new Map<string, Record<string, unknown>>();
  #keys: Key[];

  private constructor(
    private readonly server: Server,
    key: Key,
  ) {
    this.#keys = [key];
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      this.#answer(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
    });
  }

  static async start(): Promise<TestOpenIdProvider> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new TestOpenIdProvider(server, await TestOpenIdProvider.newKey());
  }

  static async newKey(alg = 'RS256', kid: string = randomUUID()): Promise<Key> {
    const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
    return { kid, alg, privateKey, public: { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' } };
  }

  get issuer(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  get key(): Key {
    return this.#keys[0]!;
  }

  /** The fields that an administrator enters. */
  get details() {
    return { issuer: this.issuer, clientID: CLIENT, clientSecret: SECRET };
  }

  /** Uses another key from now on, and no longer publishes the former. */
  async rotate(): Promise<void> {
    this.#keys = [await TestOpenIdProvider.newKey()];
  }

  /** Signs the user in who was sent here; returns the parameters with which the browser is sent back. */
  grant(address: URL, stated: Stated = {}): URLSearchParams {
    const asked = (name: string): string => address.searchParams.get(name) ?? '';
    const code = randomUUID();
    const challenge = asked('code_challenge');
    this.#codes.set(code, { nonce: asked('nonce'), challenge, redirectUri: asked('redirect_uri'), stated });
    return new URLSearchParams({ code, state: asked('state'), iss: this.issuer });
  }

  /** A token that says that a user or a session ended; `null` leaves a claim out. */
  logoutToken(claims: Record<string, unknown>, { key = this.key, typ = 'logout+jwt' } = {}): Promise<string> {
    const all = { events: { [LOGOUT_EVENT]: {} }, jti: randomUUID(), ...claims };
    return this.sign(all, { key, typ });
  }

  async sign(
    claims: Record<string, unknown>,
    { key = this.key, typ = 'JWT', expires = 300 }: { key?: Key; typ?: string; expires?: number } = {},
  ): Promise<string> {
    const now = Math.floor(Date.now() / 1000);
    const all = { iss: this.issuer, aud: CLIENT, iat: now, exp: now + expires, ...claims };
    const given = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null));
    return new SignJWT(given).setProtectedHeader({ alg: key.alg, kid: key.kid, typ }).sign(key.privateKey);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '', this.issuer);
    this.requests.push(pathname);
    const send = (status: number, body: unknown): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    if (this.failing !== undefined) return send(this.failing, { error: 'server_error' });
    if (pathname === '/.well-known/openid-configuration') return send(200, this.#published());
    if (pathname === '/jwks') return send(200, { keys: this.#keys.map((key) => key.public) });
    if (pathname === '/token') return this.#exchange(request, send);
    if (pathname === '/userinfo') {
      const claims = this.#userInfos.get((request.headers.authorization ?? '').replace('Bearer ', ''));
      return claims ? send(200, claims) : send(401, { error: 'invalid_token' });
    }
    send(404, {});
  }

  #published(): object {
    const { issuer } = this;
    return {
      issuer,
      authorization_endpoint: `${issuer}/authorize?tenant=1`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      userinfo_endpoint: `${issuer}/userinfo`,
      end_session_endpoint: `${issuer}/end`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256', 'ES256'],
      authorization_response_iss_parameter_supported: true,
      ...this.configuration,
    };
  }

  async #exchange(request: IncomingMessage, send: (status: number, body: unknown) => void): Promise<void> {
    const form = new URLSearchParams(await text(request));
    const basic = Buffer.from((request.headers.authorization ?? '').replace('Basic ', ''), 'base64').toString();
    const [id, secret] = basic.includes(':')
      ? basic.split(':').map((part) => decodeURIComponent(part.replaceAll('+', ' ')))
      : [form.get('client_id'), form.get('client_secret')];
    if (id !== CLIENT || secret !== SECRET) return send(401, { error: 'invalid_client' });
    const code = form.get('code') ?? '';
    const granted = this.#codes.get(code);
    this.#codes.delete(code);
    const proof = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (!granted || proof !== granted.challenge || form.get('redirect_uri') !== granted.redirectUri)
      return send(400, { error: 'invalid_grant', error_description: 'The code is not good' });
    const { nonce, stated } = granted;
    if (stated.token) return send(stated.token.status, stated.token.body);
    const person = { sub: 'user-1', email: 'ada@example.com', name: 'Ada' };
    const claims = { ...person, nonce, ...stated.claims };
    const signing = {
      ...(stated.key && { key: stated.key }),
      ...(stated.expires !== undefined && { expires: stated.expires }),
    };
    const signed = await this.sign(claims, signing);
    const accessToken = randomUUID();
    this.#userInfos.set(accessToken, { sub: claims.sub, ...stated.userInfo });
    send(200, {
      access_token: accessToken,
      token_type: 'Bearer',
      expires_in: 300,
      id_token: stated.forge ? await stated.forge(signed) : signed,
    });
  }
}
