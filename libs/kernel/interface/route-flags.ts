import { RequestMethod } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiExtension, ApiHeader } from '@nestjs/swagger';
import type { Scope } from '../application/scopes.js';
import { DEFAULT_CONTENT_BYTES, MAX_BODY, type BodyRoom } from './bodies/body-room.js';

/** What a route may say of itself to the hooks. */
export interface RouteFlags {
  /** Answers without a token. */
  public?: boolean;
  /** A page outside of the API that knows the caller by the cookie of a session, if there is one. */
  session?: boolean;
  /**
   * Takes the form of a browser. `own`: only from a page of this server, also where nobody is signed in. `foreign`: from
   * anywhere, for what proves by itself who sent it.
   */
  form?: 'own' | 'foreign';
  /** What a token must be allowed, when it is not allowed everything its user is. Without one no such token will do. */
  scope?: Scope;
  /** Is there for visitors of sites, too, who carry a content token. */
  visitors?: boolean;
  /** Renderers ask it for all visitors of their sites: it lets through as much as visitors have. */
  renderers?: boolean;
  /** Nothing of what it does is noted in the audit trail: where a request came from need not be carried along. */
  untraced?: boolean;
  /** The body is signed: its bytes are kept as they came. */
  signed?: boolean;
  /** What the body may hold, where that is other than what most operations take. */
  takes?: BodyRoom;
  /** Answers a list, a page at a time. */
  list?: boolean;
  /**
   * The record that an operation changes beside those that change what is read at their own address: the one that is read
   * there (`same`) or one step above (`parent`). `content`: the operation compares `If-Match` with the revision itself.
   */
  actsOn?: 'same' | 'parent' | 'content';
  /** Answers something else than the record that it changes or makes. */
  answersOther?: boolean;
}

const FLAGS = Symbol('quire:route-flags');
/** Under this name Nest keeps the HTTP method of a handler. */
const METHOD = 'method';

/** The route answers callers without a token, too. */
export const Public = (): MethodDecorator => flagged({ public: true });

/** A renderer asks this for its visitors, who come from its address without a token of their own. */
export const ForRenderers = (): MethodDecorator => flagged({ renderers: true });

/** The route changes nothing whose trail is kept, though its method is one of those that write. */
export const Untraced = (): MethodDecorator => flagged({ untraced: true });

/** The sender proves itself by a signature of the body, whose bytes the request keeps. */
export const TakesSigned = (): MethodDecorator => flagged({ public: true, signed: true });

/** The operation takes bodies of so many bytes, in the place of `DEFAULT_ROOM`; what else they may hold follows from that. */
export function TakesUpTo(bytes: number, room: Omit<BodyRoom, 'bytes'> = {}): MethodDecorator {
  return taking({ bytes, ...room });
}

/** The operation takes content, as much as the server takes at all (`QUIRE_MAX_BODY_BYTES`). */
export const TakesContent = (): MethodDecorator => taking({ bytes: 'content' });

function taking(takes: BodyRoom): MethodDecorator {
  return (target, key, descriptor) => {
    flagged({ takes })(target, key, descriptor);
    const bytes = takes.bytes === 'content' ? DEFAULT_CONTENT_BYTES : takes.bytes;
    ApiExtension(MAX_BODY, bytes)(target, key, descriptor);
  };
}

/** The operation answers a list: its entity tag names one page of it, and no record. */
export const Lists = (): MethodDecorator => flagged({ list: true });

/** The operation acts on the record that is read one step above its address, or at the `same`: it takes `If-Match`. */
export function ActsOnRecord(actsOn: 'same' | 'parent' | 'content' = 'parent'): MethodDecorator {
  return (target, key, descriptor) => {
    flagged({ actsOn })(target, key, descriptor);
    (ApiHeader({ name: 'if-match' }) as MethodDecorator)(target, key, descriptor);
  };
}

/** The operation answers something else than what it changes or makes: its answer has no entity tag of that. */
export const AnswersOther = (): MethodDecorator => flagged({ answersOther: true });

/** The page knows who is signed in, and is there for others as well. */
export const ForSessions = (): MethodDecorator => flagged({ session: true });

/** The route takes a form, and knows who is signed in: from a page of this server, or (`foreign`) of any. */
export const TakesForm = (from: 'own' | 'foreign' = 'own'): MethodDecorator => flagged({ session: true, form: from });

/** The operation can be called with a content token, for what the site shows its visitor. All others refuse one. */
export function ForVisitors(): MethodDecorator {
  return (target, key, descriptor) => {
    flagged({ visitors: true })(target, key, descriptor);
    ApiExtension('x-quire-visitors', true)(target, key, descriptor);
  };
}

/** The operation can be called with a token that is limited to this scope. */
export function NeedsScope(scope: Scope): MethodDecorator {
  return (target, key, descriptor) => {
    flagged({ scope })(target, key, descriptor);
    ApiExtension('x-quire-scope', scope)(target, key, descriptor);
  };
}

/** All operations of a controller can be called with tokens of these scopes, but for those that name their own. */
export function Scoped(read: Scope, write: Scope): ClassDecorator {
  return ({ prototype }) => {
    const handlers = Object.entries(Object.getOwnPropertyDescriptors(prototype as object));
    for (const [name, descriptor] of handlers) {
      const handler: unknown = descriptor.value;
      if (typeof handler !== 'function' || !Reflect.hasMetadata(METHOD, handler)) continue;
      if (flagsOf(handler).scope !== undefined) continue;
      const reads = Reflect.getMetadata(METHOD, handler) === RequestMethod.GET;
      NeedsScope(reads ? read : write)(prototype as object, name, descriptor);
    }
  };
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
