import type { FastifyReply, HookHandlerDoneFunction } from 'fastify';
import type { CalledRequest } from '../request.js';

/**
 * The cache tags of a response for renderers, from the parts of its address: they are notified when what a tag names
 * changes.
 */
const HEADER = 'x-gitbook-cache-tag';

/** Sends the cache tags of a response to the renderer of a visitor. */
export function sendCacheTags(request: CalledRequest, reply: FastifyReply, done: HookHandlerDoneFunction): void {
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
  // A revision never changes, so it does not become stale with the rest of its space.
  return [...site, revisionId === undefined ? space : `${space}:revision:${revisionId}`];
}
