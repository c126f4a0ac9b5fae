/** A resource as SCIM shows it, by the names of its attributes. */
export type Resource = Readonly<Record<string, unknown>>;

/** A resource with its entity tag, which is of the whole of it, whatever is shown. Absent where it was not read as a whole. */
export interface TaggedResource {
  resource: Resource;
  etag?: string;
}

/** A part of a list (RFC 7644, 3.4.2). */
export interface ListView {
  schemas: [string];
  totalResults: number;
  startIndex: number;
  itemsPerPage: number;
  Resources: Resource[];
}

const LIST = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';

export function listView(resources: Resource[], totalResults: number, startIndex: number): ListView {
  return { schemas: [LIST], totalResults, startIndex, itemsPerPage: resources.length, Resources: resources };
}
