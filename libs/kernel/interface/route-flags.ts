import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiExtension, ApiHeader } from '@nestjs/swagger';
import type { Scope, ScriptScope } from '../application/scopes.js';
import { DEFAULT_CONTENT_BYTES, MAX_BODY, type DeclaredLimits } from './bodies/body-limits.js';

/** What a route declares for the hooks. */
export interface RouteFlags {
  /** Does not require a token. */
  public?: boolean;
  /** A page outside of the API that authenticates by session cookie, if there is one. */
  session?: boolean;
  /** Outside of `/v1`, for users with a token: its handler asks for the scopes of one that is limited to some. */
  tokens?: boolean;
  /** Outside of `/v1`, for tokens of the provisioning of organizations alone. */
  provisioning?: boolean;
  /**
   * Takes a browser form. `own`: only from a page of this server, also without a session. `foreign`: from any site, for
   * content that authenticates its sender.
   */
  form?: 'own' | 'foreign';
  /** The scope that a restricted token needs. Without one the route accepts no restricted token. */
  scope?: Scope | { read: Scope; write: Scope };
  /** Also accepts visitors of sites, with a content token. */
  visitors?: boolean;
  /** Also accepts scripts of integrations, with a token of theirs: all (`own`), or those with one of these scopes. */
  scripts?: 'own' | readonly ScriptScope[];
  /** Visitors of sites come here, by themselves or through a renderer: it has the rate limit of visitors. */
  visits?: boolean;
  /** Pages of sites, which are sent from memory while they are the same. */
  pages?: boolean;
  /** Records nothing in the audit trail, so the origin of a request is not needed. */
  untraced?: boolean;
  /** The body is signed: its bytes are kept. */
  signed?: boolean;
  /** Takes any body, of any type, of at most so many bytes, and reads nothing of it. */
  raw?: { bytes: number };
  /** The limits of the body, where they differ from the default. */
  takes?: DeclaredLimits;
  /** Returns a list, one page at a time. */
  list?: boolean;
  /**
   * The record that an operation changes in addition to those at their own address: the one that is read there (`same`)
   * or one step above (`parent`). `content`: the operation compares `If-Match` with the revision itself.
   */
  actsOn?: 'same' | 'parent' | 'content';
  /** Returns something other than the record that it changes or creates. */
  answersOther?: boolean;
}

const FLAGS = Symbol('quire:route-flags');
/** The member of an operation in the document that names its scope. */
const SCOPE = 'x-quire-scope';
const READING: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/** The route does not require a token. */
export const Public = (): MethodDecorator => flagged({ public: true });

/** Takes personal tokens as the API does, for what their scopes allow: the handler has to look at these. No cookie counts. */
export const ForTokens = (): MethodDecorator => flagged({ tokens: true });

/** Takes the tokens of an organization's provisioning, which open nothing else, and no others; reads SCIM's type of JSON. */
export const ForProvisioning = (): MethodDecorator => flagged({ provisioning: true });

/** A renderer calls this for its visitors, from its own address and without a token of theirs. */
export const ForRenderers = (): MethodDecorator => flagged({ visits: true });

/** Browsers and programs of visitors read it at the address of a site, without a token of the server. */
export const ForReaders = (): MethodDecorator => flagged({ visits: true });

/** As for readers; what was sent before may be sent again by `EarlyAnswers`. */
export const ForPages = (): MethodDecorator => flagged({ visits: true, pages: true });

/** The route changes nothing that is audited, although its method is one that writes. */
export const Untraced = (): MethodDecorator => flagged({ untraced: true });

/** A signature of the body authenticates the sender; the request keeps the bytes. */
export const TakesSigned = (): MethodDecorator => flagged({ public: true, signed: true });

/**
 * The route takes any body of at most so many bytes, as they were sent (`sentBytes`), and what else a request may have:
 * headers for conditions and `OPTIONS` mean to its handler what it likes.
 */
export const TakesRaw = (bytes: number): MethodDecorator => flagged({ raw: { bytes } });

/** The operation takes bodies of so many bytes instead of `DEFAULT_BYTES`; the other limits follow from that. */
export function TakesUpTo(bytes: number, declared: Omit<DeclaredLimits, 'bytes'> = {}): MethodDecorator {
  return taking({ bytes, ...declared });
}

/** The operation takes content, up to the server's limit (`QUIRE_MAX_BODY_BYTES`). */
export const TakesContent = (): MethodDecorator => taking({ bytes: 'content' });

function taking(takes: DeclaredLimits): MethodDecorator {
  return (target, key, descriptor) => {
    flagged({ takes })(target, key, descriptor);
    const bytes = takes.bytes === 'content' ? DEFAULT_CONTENT_BYTES : takes.bytes;
    ApiExtension(MAX_BODY, bytes)(target, key, descriptor);
  };
}

/** The operation returns a list: its entity tag identifies a page of it rather than a record. */
export const Lists = (): MethodDecorator => flagged({ list: true });

/** The operation acts on the record that is read one step above its address, or at the `same`: it takes `If-Match`. */
export function ActsOnRecord(actsOn: 'same' | 'parent' | 'content' = 'parent'): MethodDecorator {
  return (target, key, descriptor) => {
    flagged({ actsOn })(target, key, descriptor);
    (ApiHeader({ name: 'if-match' }) as MethodDecorator)(target, key, descriptor);
  };
}

/** The operation returns something other than what it changes or creates: its response has no entity tag of that. */
export const AnswersOther = (): MethodDecorator => flagged({ answersOther: true });

/** The page authenticates by session, which is optional. */
export const ForSessions = (): MethodDecorator => flagged({ session: true });

/** The route takes a form, and authenticates by session: from a page of this server, or (`foreign`) of any. */
export const TakesForm = (from: 'own' | 'foreign' = 'own'): MethodDecorator => flagged({ session: true, form: from });

/** The operation accepts content tokens, for what the site shows its visitor. All others refuse them. */
export function ForVisitors(): MethodDecorator {
  return (target, key, descriptor) => {
    flagged({ visitors: true })(target, key, descriptor);
    ApiExtension('x-quire-visitors', true)(target, key, descriptor);
  };
}

/**
 * The operation accepts tokens of scripts whose integration has one of these scopes, for what its installation covers;
 * without a scope those of every script, for the records of its own integration. All others refuse them.
 */
export function ForScripts(...scopes: ScriptScope[]): MethodDecorator {
  return (target, key, descriptor) => {
    flagged({ scripts: scopes.length === 0 ? 'own' : scopes })(target, key, descriptor);
    ApiExtension('x-quire-scripts', scopes.length === 0 ? true : scopes)(target, key, descriptor);
  };
}

/** The operation accepts tokens restricted to this scope. */
export function NeedsScope(scope: Scope): MethodDecorator {
  return (target, key, descriptor) => {
    flagged({ scope })(target, key, descriptor);
    ApiExtension(SCOPE, scope)(target, key, descriptor);
  };
}

/** All operations of a controller accept tokens with these scopes, except those that declare their own. */
export function Scoped(read: Scope, write: Scope): ClassDecorator {
  return ({ prototype }) => {
    const handlers = Object.entries(Object.getOwnPropertyDescriptors(prototype as object));
    for (const [name, descriptor] of handlers) {
      const handler: unknown = descriptor.value;
      if (name === 'constructor' || typeof handler !== 'function' || flagsOf(handler).scope !== undefined) continue;
      // Which of them it is depends on the HTTP method of the operation, which only the route and the document know.
      flagged({ scope: { read, write } })(prototype as object, name, descriptor);
      ApiExtension(SCOPE, { read, write })(prototype as object, name, descriptor);
    }
  };
}

/** The scope that a token must have for an operation with this HTTP method. */
export function scopeFor(method: string, scope: RouteFlags['scope']): Scope | undefined {
  if (typeof scope !== 'object') return scope;
  return READING.has(method.toUpperCase()) ? scope.read : scope.write;
}

/** Names in the document the one scope of each operation. */
export function describeScopes(paths: object): void {
  for (const item of Object.values(paths) as Record<string, Record<string, unknown>>[])
    for (const [method, operation] of Object.entries(item))
      if (operation[SCOPE] !== undefined) operation[SCOPE] = scopeFor(method, operation[SCOPE] as RouteFlags['scope']);
}

function flagged(flags: RouteFlags): MethodDecorator {
  return (target, key, descriptor) => {
    const handler = descriptor.value as object;
    const all = { ...flagsOf(handler), ...flags };
    Reflect.defineMetadata(FLAGS, all, handler);
    (RouteConfig(all) as MethodDecorator)(target, key, descriptor);
  };
}

function flagsOf(handler: object): RouteFlags {
  return (Reflect.getOwnMetadata(FLAGS, handler) as RouteFlags | undefined) ?? {};
}
