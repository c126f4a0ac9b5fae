import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import type { Caller, ScriptIdentity } from '../../application/caller.js';
import type { Callers } from '../../application/callers.js';
import { Forbidden, Unauthenticated } from '../../domain/errors.js';
import type { CalledRequest } from '../request.js';
import { scopeFor, type RouteFlags } from '../route-flags.js';
import { credentialOf, type Credential } from './credential.js';
import type { RateLimit } from './rate-limit.js';

const API = '/v1';
const NO_TOKEN = 'This operation needs a bearer token';
const BAD_TOKEN = 'The bearer token is not valid';
const FOREIGN = 'A request with the cookie of a session must come from a page of this server';
const FOREIGN_FORM = 'A form must come from a page of this server';
const NOT_FOR_VISITORS = 'A content token reads what its site shows, and does nothing else';
const NOT_FOR_PROVISIONING = 'A token for provisioning opens /scim/v2 and nothing else';
const FOR_PROVISIONING = 'This address takes the token of an organization’s provisioning';
const NOT_FOR_SCRIPTS = 'The token of a script does not reach this operation';
const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Authenticates callers, and refuses anonymous ones where a route requires a caller. */
export class Authentication {
  readonly #host: string;

  constructor(
    private readonly callers: Callers,
    publicUrl: string,
    private readonly rateLimit: RateLimit | undefined,
  ) {
    this.#host = new URL(publicUrl).host;
  }

  /**
   * Synchronous where the caller is cached, as nearly always: every promise costs a request some time. An unknown
   * credential is looked up only for an address that has requests left.
   */
  check(request: CalledRequest, reply: FastifyReply, done: HookHandlerDoneFunction): void {
    const flags = request.routeOptions.config as RouteFlags;
    const asked = isOfApi(request) || flags.session === true || takesTokensOnly(flags);
    const credential = asked ? credentialFor(request, flags) : undefined;
    const known = credential && this.#known(credential);
    if (this.rateLimit?.admits(request, reply, known) === false) return;
    if (!asked) return done();
    if (flags.form === 'own' && !this.#mayWrite(request)) return done(new Forbidden(FOREIGN_FORM));
    if (known) return this.#accept(request, credential, known, done);
    const open = isOpen(flags);
    if (!credential) return done(open ? undefined : new Unauthenticated(NO_TOKEN));
    this.#ask(credential).then((caller) => {
      if (!caller || kindOf(caller) !== credential.kind) return done(open ? undefined : new Unauthenticated(BAD_TOKEN));
      if (this.rateLimit?.admitsVerified(request, reply, caller) === false) return;
      this.#accept(request, credential, caller, done);
    }, done);
  }

  #accept(request: CalledRequest, { kind }: Credential, caller: Caller, done: HookHandlerDoneFunction): void {
    const flags = request.routeOptions.config as RouteFlags;
    if (kind === 'session' && !this.#mayWrite(request))
      return done(flags.form === 'foreign' ? undefined : new Forbidden(FOREIGN));
    const open = isOpen(flags);
    if (flags.provisioning && !caller.provisioning) return done(new Unauthenticated(FOR_PROVISIONING));
    if (caller.provisioning && !flags.provisioning) return done(open ? undefined : new Forbidden(NOT_FOR_PROVISIONING));
    if (caller.visitor && flags.visitors !== true) return done(open ? undefined : new Forbidden(NOT_FOR_VISITORS));
    const unscoped = caller.script && refusalOfScript(caller.script, flags);
    if (unscoped !== undefined) return done(open ? undefined : new Forbidden(unscoped));
    const refusal = open || takesTokensOnly(flags) ? undefined : refusalOfScope(caller, request.method, flags);
    if (refusal !== undefined) return done(new Forbidden(refusal));
    request.caller = caller;
    done();
  }

  #known({ kind, secret }: Credential): Caller | undefined {
    const caller = this.callers.known(secret);
    return caller && kindOf(caller) === kind ? caller : undefined;
  }

  #ask({ kind, secret }: Credential): Promise<Caller | undefined> {
    return kind === 'token' ? this.callers.byToken(secret) : this.callers.bySession(secret);
  }

  /**
   * Browsers send cookies with requests that other sites cause, and mark them (`Sec-Fetch-Site`, `Origin`): such a
   * request may not write.
   */
  #mayWrite({ method, headers }: FastifyRequest): boolean {
    if (SAFE.has(method)) return true;
    const site = headers['sec-fetch-site'];
    if (site !== undefined) return site === 'same-origin';
    const { origin } = headers;
    return origin !== undefined && URL.canParse(origin) && [this.#host, headers.host].includes(new URL(origin).host);
  }
}

/** By the matched route: one address can be written in many ways. */
function isOfApi({ routeOptions: { url } }: FastifyRequest): boolean {
  return url === API || url?.startsWith(`${API}/`) === true;
}

/** Routes beside the API that no cookie opens. */
function takesTokensOnly({ tokens, provisioning }: RouteFlags): boolean {
  return tokens === true || provisioning === true;
}

function credentialFor(request: FastifyRequest, flags: RouteFlags): Credential | undefined {
  const credential = credentialOf(request);
  return takesTokensOnly(flags) && credential?.kind !== 'token' ? undefined : credential;
}

function isOpen(flags: RouteFlags): boolean {
  return flags.public === true || flags.session === true;
}

function kindOf(caller: Caller): Credential['kind'] {
  return caller.sessionId === undefined ? 'token' : 'session';
}

/** Why a script may not call the operation, if it may not. */
function refusalOfScript(script: ScriptIdentity, { scripts }: RouteFlags): string | undefined {
  if (scripts === undefined) return NOT_FOR_SCRIPTS;
  if (scripts === 'own' || scripts.some((scope) => script.scopes.includes(scope))) return undefined;
  return `The integration lacks the scope ${scripts.join(' or ')}`;
}

/** Why a token that is limited to scopes may not call the operation, if it may not. */
function refusalOfScope({ scopes }: Caller, method: string, flags: RouteFlags): string | undefined {
  if (scopes === undefined) return undefined;
  const scope = scopeFor(method, flags.scope);
  if (scope === undefined) return 'This operation takes no token that is limited to scopes';
  return scopes.includes(scope) ? undefined : `The token lacks the scope ${scope}`;
}
