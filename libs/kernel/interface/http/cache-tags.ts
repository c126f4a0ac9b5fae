import type { FastifyReply, HookHandlerDoneFunction } from 'fastify';
import type { CalledRequest } from '../request.js';

/** Under which tags renderers keep an answer, by the parts of its address: they are told when what a tag names changes. */
const HEADER = 'x-gitbook-cache-tag';

/** Tells the renderer of a visitor what its answer is of. */
export function tellCacheTags(request: CalledRequest, reply: FastifyReply, done: HookHandlerDoneFunction): void {
  if (request.caller?.visitor && request.method === 'GET') {
    const tags = tagsOf(request.params as Readonly<Record<string, string | undefined>>);
    if (tags.length > 0) reply.header(HEADER, tags.join(','));
  }
  done();
}

function tagsOf(ids: Readonly<Record<string, string | undefined>>): string[] {
  const { organizationId, siteId, spaceId, changeRequestId, revisionId, specSlug } = ids;
  if (specSlug !== undefined) return [`organization:${organizationId}:openapi:${specSlug}`];
  const site = siteId === undefined ? [] : [`site:${siteId}`];
  if (spaceId === undefined) return site;
  const space = `space:${spaceId}`;
  if (changeRequestId !== undefined) return [...site, `${space}:change-request:${changeRequestId}`];
  // A revision never changes, so it is out of date with nothing else of its space.
  return [...site, revisionId === undefined ? space : `${space}:revision:${revisionId}`];
}
