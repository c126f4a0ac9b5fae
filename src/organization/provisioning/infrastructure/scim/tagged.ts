import { hash } from 'node:crypto';
import type { TaggedResource } from '../../application/scim/resource.view.js';

export interface ResourceMeta {
  type: 'User' | 'Group';
  id: string;
  created: Date;
  modified: Date;
  publicUrl: string;
}

/** The address of a resource. */
export function locationOf(publicUrl: string, type: 'User' | 'Group', id: string): string {
  return `${publicUrl}/scim/v2/${type}s/${id}`;
}

/** A resource with what SCIM says about it, and with its entity tag where it was read as a `whole`. */
export function tagged(
  resource: object,
  { type, id, created, modified, publicUrl }: ResourceMeta,
  whole: boolean,
): TaggedResource {
  const meta = {
    resourceType: type,
    created: created.toISOString(),
    lastModified: modified.toISOString(),
    location: locationOf(publicUrl, type, id),
  };
  if (!whole) return { resource: { ...resource, meta } };
  const etag = `"${hash('sha1', JSON.stringify({ ...resource, meta }), 'base64url')}"`;
  return { resource: { ...resource, meta: { ...meta, version: etag } }, etag };
}
