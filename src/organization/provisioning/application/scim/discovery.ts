import { Forbidden } from '#kernel/domain/errors';
import { GROUP, RESOURCES, USER, type ResourceSchema } from '../../domain/schema/schemas.js';
import { MOST_RESULTS } from './list-request.js';
import type { Resource } from './resource.view.js';

const SCHEMAS = 'urn:ietf:params:scim:schemas:core:2.0:';

/** What this server does of SCIM (RFC 7643, 5). */
export function serviceProviderConfig(base: string): Resource {
  return {
    schemas: [`${SCHEMAS}ServiceProviderConfig`],
    patch: { supported: true },
    bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: MOST_RESULTS },
    changePassword: { supported: false },
    sort: { supported: true },
    etag: { supported: true },
    authenticationSchemes: [
      {
        type: 'oauthbearertoken',
        name: 'Token for provisioning',
        description: 'A token that an administrator of the organization makes, as Authorization: Bearer',
        specUri: 'https://www.rfc-editor.org/info/rfc6750',
        primary: true,
      },
    ],
    meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
  };
}

/** The kinds of resources (RFC 7643, 6), by their ids. */
export function resourceTypes(base: string): Map<string, Resource> {
  return new Map(RESOURCES.map((resource) => [resource.name, resourceTypeOf(resource, base)]));
}

/** The schemas (RFC 7643, 7) with what is stored, by their URNs. */
export function schemas(base: string): Map<string, Resource> {
  return new Map([USER, GROUP].map((resource) => [resource.id, schemaOf(resource, base)]));
}

function resourceTypeOf({ name, id, endpoint, description }: ResourceSchema, base: string): Resource {
  return {
    schemas: [`${SCHEMAS}ResourceType`],
    id: name,
    name,
    endpoint,
    description,
    schema: id,
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${name}` },
  };
}

function schemaOf({ name, id, description, attributes }: ResourceSchema, base: string): Resource {
  return {
    schemas: [`${SCHEMAS}Schema`],
    id,
    name,
    description,
    attributes,
    meta: { resourceType: 'Schema', location: `${base}/Schemas/${id}` },
  };
}

/** These lists take no filter: RFC 7644, 4, has 403 for one. */
export function refuseFilter(filter: unknown): void {
  if (filter !== undefined) throw new Forbidden('This list takes no filter');
}
