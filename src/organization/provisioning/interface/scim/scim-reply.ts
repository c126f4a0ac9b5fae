import type { FastifyReply } from 'fastify';
import { SCIM_JSON } from '#kernel/interface/http/scim-errors';
import type { Resource, TaggedResource } from '../../application/scim/resource.view.js';

/** Matches no `If-Match`: what was not read as a whole has no version of the whole. */
const UNKNOWN_VERSION = 'W/"partial"';

/** Sends something in the type of SCIM. */
export function sendScim<T extends object>(reply: FastifyReply, body: T): T {
  void reply.header('content-type', SCIM_JSON);
  return body;
}

/** Sends a resource with its entity tag. */
export function sendResource(reply: FastifyReply, { resource, etag }: TaggedResource): Resource {
  void reply.header('etag', etag ?? UNKNOWN_VERSION);
  return sendScim(reply, resource);
}
