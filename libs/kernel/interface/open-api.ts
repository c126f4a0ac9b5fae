import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { describeConventions } from './open-api-conventions.js';

/** The one form of every error. */
const ERROR_SCHEMA = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message'],
      properties: {
        code: { type: 'integer', description: 'The HTTP status.' },
        message: { type: 'string', description: 'What is wrong, for a person to read.' },
      },
    },
  },
  example: { error: { code: 404, message: 'Space not found' } },
} as const;

/** What the operations are grouped by, in the order in which they are shown. */
const TAGS: Readonly<Record<string, string>> = {
  service: 'The service itself.',
  users: 'Who is calling, and their personal tokens.',
  organizations: 'The owners of everything else.',
  spaces: 'Bodies of pages and files, kept in revisions.',
  'space content': 'The current content of a space: read, changed, imported and exported.',
  revisions: 'The content of a space at any moment.',
  git: 'Repositories that content comes from and goes to.',
  search: 'Finding pages.',
};

/** Writes the OpenAPI 3.1 document of everything the application serves. */
export function describeApi(app: INestApplication, version: string): OpenAPIObject {
  const config = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Quire')
    .setDescription('The HTTP API of Quire, an open, self-hosted documentation platform.')
    .setVersion(version)
    .setLicense('Apache-2.0', 'https://www.apache.org/licenses/LICENSE-2.0')
    .addServer('/')
    .addBearerAuth({ type: 'http', scheme: 'bearer', description: 'A personal token.' })
    .build();
  const document = SwaggerModule.createDocument(app, config);
  const used = new Set(operationTags(document));
  document.tags = Object.entries(TAGS)
    .filter(([name]) => used.has(name))
    .map(([name, description]) => ({ name, description }));
  describeConventions(document.paths);
  document.components = {
    ...document.components,
    schemas: { ...document.components?.schemas, Error: ERROR_SCHEMA as never },
  };
  return inOrder(withoutNullable(document)) as OpenAPIObject;
}

function operationTags(document: OpenAPIObject): string[] {
  return Object.values(document.paths).flatMap((operations) =>
    Object.values(operations as Record<string, { tags?: string[] }>).flatMap(({ tags }) => tags ?? []),
  );
}

/** Choices in the order of their names, `null` last: the compiler gives those of a union in any order. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (value === null || typeof value !== 'object') return value;
  const members = Object.fromEntries(Object.entries(value).map(([name, member]) => [name, inOrder(member)]));
  if (Array.isArray(members.enum)) {
    members.enum.sort((a, b) => (a === null ? 1 : b === null ? -1 : String(a) < String(b) ? -1 : 1));
  }
  return members;
}

/** OpenAPI 3.1 says "may be null" by a type of its own, where 3.0 had `nullable`. */
function withoutNullable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNullable);
  if (value === null || typeof value !== 'object') return value;
  const { nullable, ...rest } = value as Record<string, unknown>;
  const members = Object.fromEntries(Object.entries(rest).map(([name, member]) => [name, withoutNullable(member)]));
  if (nullable !== true) return nullable === undefined || nullable === false ? members : { nullable, ...members };
  if (typeof members.type === 'string' && !('enum' in members)) return { ...members, type: [members.type, 'null'] };
  const { description, ...schema } = members;
  const either = { anyOf: [schema, { type: 'null' }] };
  return description === undefined ? either : { description, ...either };
}
