import type { FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import { NotFound } from '../../domain/errors.js';

/** Ids, and the numbers and names that may be used in their place. */
const ID = /^[\w-]{1,100}$/;
const WITH_BODY = new Set(['POST', 'PUT', 'PATCH']);

/** Refuses what has not the form of an id before a body is read: no such record can exist, whatever the body says. */
export function refuseInvalidIds(request: FastifyRequest, done: HookHandlerDoneFunction): void {
  if (!WITH_BODY.has(request.method)) return done();
  const { params } = request as { params: Readonly<Record<string, string>> };
  for (const name in params) {
    if (name.endsWith('Id') && !ID.test(params[name] ?? ''))
      return done(new NotFound(`There is no such ${inWords(name)}`));
  }
  done();
}

/** `changeRequestId` as "change request". */
function inWords(name: string): string {
  return name.slice(0, -'Id'.length).replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
