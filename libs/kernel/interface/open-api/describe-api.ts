import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { describeScopes } from '../route-flags.js';
import { describeConventions, headerParameters, NOT_MODIFIED } from './conventions.js';
import { ERROR_SCHEMA, errorResponses } from './errors.js';
import { listExamples, type Schemas } from './examples.js';
import { headerComponents } from './headers.js';
import { inOrder, withoutNullable } from './json-schema.js';
import { describeForms } from './one-of.js';
import { shareParameters } from './share-parts.js';
import { TAGS } from './vocabulary.js';

const SESSION =
  'The session of a browser that is signed in, which sends it by itself; requests that change something must come from ' +
  'a page of this server. Where the server is known by https, the name of the cookie begins with `__Host-`.';

/**
 * Creates the OpenAPI 3.1 document of the application. `more`: schemas by name that no class describes; unreferenced
 * ones are left out.
 */
export function describeApi(app: INestApplication, version: string, more: Schemas): OpenAPIObject {
  const config = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Quire')
    .setDescription(
      'The HTTP API of Quire, an open, self-hosted documentation platform. Send a personal token, or ' +
        '[sign in](/signin?next=/docs) to try operations in this browser.',
    )
    .setVersion(version)
    .setLicense('Apache-2.0', 'https://www.apache.org/licenses/LICENSE-2.0')
    .addServer('/')
    .addBearerAuth({ type: 'http', scheme: 'bearer', description: 'A personal token.' })
    .addCookieAuth('quire_session', { type: 'apiKey', in: 'cookie', description: SESSION }, 'session')
    .build();
  const document = inOrder(withoutNullable(SwaggerModule.createDocument(app, config))) as OpenAPIObject;
  describeScopes(document.paths);
  const used = new Set(operationTags(document));
  document.tags = Object.entries(TAGS)
    .filter(([name]) => used.has(name))
    .map(([name, description]) => ({ name, description }));
  const schemas = {
    ...document.components?.schemas,
    ...more,
    NextPage: NEXT_PAGE,
    Error: ERROR_SCHEMA,
  } as unknown as Schemas;
  describeForms(schemas);
  for (const schema of Object.values(schemas)) listExamples(schema);
  describeConventions(document.paths, schemas);
  document.components = {
    ...document.components,
    schemas: referred(document.paths, schemas) as never,
    responses: { NotModified: NOT_MODIFIED, ...errorResponses() } as never,
    headers: headerComponents() as never,
    parameters: { ...headerParameters(), ...shareParameters(document.paths) } as never,
  };
  return document;
}

/** The link to the next page of a list. */
const NEXT_PAGE = {
  type: 'object',
  description: 'Absent on the last page.',
  required: ['page'],
  properties: {
    page: {
      type: 'string',
      description: 'Send it as `page` to get the page that follows.',
      examples: ['eyJrIjpbIjBWYmJVNW43RWQyUXZadDhLbFhhIl19'],
    },
  },
};

function operationTags(document: OpenAPIObject): string[] {
  return Object.values(document.paths).flatMap((operations) =>
    Object.values(operations as Record<string, { tags?: string[] }>).flatMap(({ tags }) => tags ?? []),
  );
}

/** The schemas that paths refer to, directly or through others, and the schema of errors. */
function referred(paths: object, schemas: Schemas): Schemas {
  const found = new Set<string>(['Error']);
  const waiting: unknown[] = [paths];
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    for (const [, name = ''] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (found.has(name) || schemas[name] === undefined) continue;
      found.add(name);
      waiting.push(schemas[name]);
    }
  }
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => found.has(name)));
}
