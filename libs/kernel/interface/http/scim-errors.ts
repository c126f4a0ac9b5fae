import type { FastifyRequest } from 'fastify';

/** The type of what SCIM sends (RFC 7644, 3.1). */
export const SCIM_JSON = 'application/scim+json; charset=utf-8';

const ERROR_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:Error';
const BASE = /^\/scim(?:\/|\?|$)/;

/** The body of an error of SCIM (RFC 7644, 3.12). `status` is a text there. */
export interface ScimErrorBody {
  schemas: [string];
  status: string;
  scimType?: string;
  detail: string;
}

/** Whether a request came to the addresses of SCIM, where every error has the form of SCIM, also those of hooks. */
export function isOfScim(request: Pick<FastifyRequest, 'url'> | undefined): boolean {
  return request !== undefined && BASE.test(request.url);
}

/** `scimType` by default: what a hook refuses with 400 is no request that can be read. */
export function scimErrorOf(
  status: number,
  detail: string,
  scimType = status === 400 ? 'invalidSyntax' : undefined,
): ScimErrorBody {
  return { schemas: [ERROR_SCHEMA], status: String(status), ...(scimType !== undefined && { scimType }), detail };
}
