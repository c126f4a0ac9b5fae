import type { FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import type { Caller } from '../../application/caller.js';
import type { Callers } from '../../application/callers.js';
import { Forbidden, Unauthenticated } from '../../domain/errors.js';
import type { CalledRequest } from '../request.js';
import type { RouteFlags } from '../route-flags.js';
import { credentialOf, type Credential } from './credential.js';

const API = '/v1';
const NO_TOKEN = 'This operation needs a bearer token';
const BAD_TOKEN = 'The bearer token is not valid';
const FOREIGN = 'A request with the cookie of a session must come from a page of this server';
const FOREIGN_FORM = 'A form must come from a page of this server';
const NOT_FOR_VISITORS = 'A content token reads what its site shows, and does nothing else';
const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Finds out who is calling, and refuses those who are nobody where a route asks for somebody. */
export class Authentication {
  readonly #host: string;

  constructor(
    private readonly callers: Callers,
    publicUrl: string,
  ) {
    this.#host = new URL(publicUrl).host;
  }

  /** Waits for nothing where the caller is known, as nearly always: every promise costs a request some time. */
  check(request: CalledRequest, done: HookHandlerDoneFunction): void {
    const flags = request.routeOptions.config as RouteFlags;
    // The route that was matched: the address may write it in other ways.
    const route = request.routeOptions.url ?? request.url;
    if (!route.startsWith(API) && flags.session !== true) return done();
    if (flags.form === 'own' && !this.#mayWrite(request)) return done(new Forbidden(FOREIGN_FORM));
    const open = flags.public === true || flags.session === true || request.is404;
    const credential = credentialOf(request);
    if (!credential) return done(open ? undefined : new Unauthenticated(NO_TOKEN));
    const accept = (caller: Caller | undefined): void => {
      if (!caller || kindOf(caller) !== credential.kind) return done(open ? undefined : new Unauthenticated(BAD_TOKEN));
      if (credential.kind === 'session' && !this.#mayWrite(request))
        return done(flags.form === 'foreign' ? undefined : new Forbidden(FOREIGN));
      if (caller.visitor && flags.visitors !== true) return done(open ? undefined : new Forbidden(NOT_FOR_VISITORS));
      if (!open && !allows(caller, flags)) return done(new Forbidden(missing(flags)));
      request.caller = caller;
      done();
    };
    const known = this.callers.known(credential.secret);
    if (known) accept(known);
    else this.#ask(credential).then(accept, done);
  }

  #ask({ kind, secret }: Credential): Promise<Caller | undefined> {
    return kind === 'token' ? this.callers.byToken(secret) : this.callers.bySession(secret);
  }

  /** Browsers send cookies along with what other sites make them send, and say so: such a request changes nothing. */
  #mayWrite({ method, headers }: FastifyRequest): boolean {
    if (SAFE.has(method)) return true;
    const site = headers['sec-fetch-site'];
    if (site !== undefined) return site === 'same-origin';
    const { origin } = headers;
    return origin !== undefined && URL.canParse(origin) && [this.#host, headers.host].includes(new URL(origin).host);
  }
}

function kindOf(caller: Caller): Credential['kind'] {
  return caller.sessionId === undefined ? 'token' : 'session';
}

function allows({ scopes }: Caller, { scope }: RouteFlags): boolean {
  return scopes === undefined || (scope !== undefined && scopes.includes(scope));
}

function missing({ scope }: RouteFlags): string {
  return scope === undefined
    ? 'This operation takes no token that is limited to scopes'
    : `The token lacks the scope ${scope}`;
}
