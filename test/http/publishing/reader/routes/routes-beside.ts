import { RequestMethod } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { ModulesContainer } from '@nestjs/core';
import { operationsOf, readApiDocument } from '#testing/api-document';
import type { TestServer } from '#testing/test-server';

/** What a route that is not in the API's document answers with, which decides what is checked of it. */
export type Kind =
  /** Pages of published sites, their forms, and texts for programs: drawn by the reader. */
  | 'site'
  /** What is the same for all sites, or for the server itself. */
  | 'shared'
  /** What pages show of other hosts, and diagrams, at addresses that are signed. */
  | 'media'
  /** Messages of the Model Context Protocol. */
  | 'mcp'
  /** Provisioning of organizations by SCIM, with tokens of its own. */
  | 'scim'
  /** Pages for members, who sign in with a session. */
  | 'member'
  /** Files at addresses that are signed, or that cannot be guessed. */
  | 'file'
  /** What an integration answers, which is not of this server. */
  | 'integration'
  /** Another address of an operation that is in the document. */
  | 'alias'
  /** Whether the server runs. */
  | 'health';

const ANY_METHOD = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
const endpoint = (path: string): string[] =>
  ANY_METHOD.flatMap((method) => [`${method} ${path}`, `${method} ${path}/*`]);
const mcp = (path: string): string[] => ['POST', 'GET', 'DELETE', 'OPTIONS'].map((method) => `${method} ${path}`);

/** All routes that are not in the document of the API. A new one must be named here, so that it is checked. */
export const ROUTES: Readonly<Record<Kind, readonly string[]>> = {
  site: [
    'GET /s/:siteId',
    'GET /s/:siteId/*',
    'POST /s/:siteId/*',
    'POST /s/:siteId/~/try',
    'GET /s/:siteId/~/block',
    'POST /s/:siteId/~/block',
    'POST /s/:siteId/~/answer',
    'POST /s/:siteId/:shareKey/~/answer',
    'GET /o/:organizationId/sites/:siteId/preview',
    'GET /o/:organizationId/sites/:siteId/preview/*',
    'POST /o/:organizationId/sites/:siteId/preview/*',
  ],
  shared: ['GET /', 'GET /robots.txt', 'GET /.well-known/ai-catalog.json', 'GET /~/:name', 'GET /favicon.ico'],
  mcp: [...mcp('/s/:siteId/~/mcp'), ...mcp('/s/:siteId/:shareKey/~/mcp'), 'POST /mcp'],
  scim: [
    ...['ServiceProviderConfig', 'ResourceTypes', 'ResourceTypes/:name', 'Schemas', 'Schemas/:urn'].map(
      (path) => `GET /scim/v2/${path}`,
    ),
    'POST /scim/v2/.search',
    ...['Me', 'Bulk'].flatMap((path) => ANY_METHOD.map((method) => `${method} /scim/v2/${path}`)),
    ...[
      ['Users', 'userId'],
      ['Groups', 'groupId'],
    ].flatMap(([path, id]) => [
      ...['GET', 'POST'].map((method) => `${method} /scim/v2/${path}`),
      `POST /scim/v2/${path}/.search`,
      ...['GET', 'PUT', 'PATCH', 'DELETE'].map((method) => `${method} /scim/v2/${path}/:${id}`),
    ]),
  ],
  media: ['GET /~/picture', 'GET /~/diagram', 'GET /~/frame'],
  member: [
    'GET /signin',
    'POST /signin',
    'POST /signout',
    'GET /signin/sso',
    'POST /signin/sso',
    'GET /oidc/:providerId/start',
    'GET /oidc/:providerId/callback',
    'POST /oidc/:providerId/backchannel-logout',
    'GET /saml/:providerId/metadata',
    'GET /saml/:providerId/start',
    'POST /saml/:providerId/acs',
    'GET /saml/:providerId/finish',
    'GET /invite/:secret',
    'POST /invite/:secret',
    'GET /password',
    'POST /password',
    'GET /password/:secret',
    'POST /password/:secret',
    'GET /account',
    'GET /signin/second-factor',
    'POST /signin/second-factor',
    'GET /account/passkeys/new',
    'POST /account/passkeys/new',
    'POST /account/passkeys',
    'GET /account/passkeys/:passkeyId/remove',
    'POST /account/passkeys/:passkeyId/remove',
    'GET /account/recovery-codes',
    'POST /account/recovery-codes',
    'POST /account/name',
    'POST /account/password',
    'POST /account/tokens',
    'POST /account/tokens/:tokenId/revoke',
    'POST /account/sessions/end-others',
    'POST /account/sessions/:sessionId/end',
    'GET /pages/scripts/:name',
    'GET /pages/style.css',
  ],
  file: [
    'GET /files/:organizationId/:hash/:signature/:name',
    'GET /pdfs/:organizationId/:key/:expires/:signature/:name',
    'GET /openapi/:organizationId/:specSlug',
    'GET /openapi/:organizationId/:specSlug/versions/:versionId',
    'GET /integration-files/:integrationId/:hash',
  ],
  integration: [...endpoint('/integrations/:integrationName'), ...endpoint('/integration-content/:integrationName')],
  alias: [
    'GET /v1/spaces/:spaceId/content/path',
    'GET /v1/spaces/:spaceId/revisions/:revisionId/path',
    'GET /v1/spaces/:spaceId/change-requests/:changeRequestId/content/path',
  ],
  health: ['GET /health/live', 'GET /health/ready'],
};

interface Handlers {
  name: string;
  prototype: Record<string, unknown>;
}

/** The routes that controllers have and the document of the API does not, as `GET /a/:b`. */
export function routesBeside(server: TestServer): string[] {
  const described = new Set(operationsOf(readApiDocument()).map(({ method, path }) => `${method} ${path}`));
  return [...server.app.get(ModulesContainer).values()]
    .flatMap(({ controllers }) => [...controllers.values()])
    .flatMap(({ metatype }) => routesOf(metatype as never))
    .filter(([method, path]) => !described.has(`${method.toLowerCase()} ${path.replace(/:(\w+)/g, '{$1}')}`))
    .map(([method, path]) => `${method} ${path}`);
}

function routesOf(controller: Handlers): [method: string, path: string][] {
  const bases = [Reflect.getMetadata(PATH_METADATA, controller) as string | string[]].flat();
  return Object.getOwnPropertyNames(controller.prototype).flatMap((name) => {
    const handler = controller.prototype[name];
    if (name === 'constructor' || typeof handler !== 'function') return [];
    const paths = Reflect.getMetadata(PATH_METADATA, handler) as string | string[] | undefined;
    const method = RequestMethod[Reflect.getMetadata(METHOD_METADATA, handler) as number];
    if (paths === undefined || method === undefined) return [];
    const methods = method === 'ALL' ? ANY_METHOD : [method];
    return bases.flatMap((base) =>
      [paths].flat().flatMap((path) => methods.map((one): [string, string] => [one, joined(base, path)])),
    );
  });
}

const joined = (base: string, path: string): string => `/${base}/${path}`.replace(/\/+/g, '/').replace(/(.)\/$/, '$1');
