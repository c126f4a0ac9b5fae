import { ERROR_TYPES, MOST_FIELDS, type ErrorType, type FieldFault } from '../../domain/errors.js';
import { headersOf, LIMIT_HEADERS, type HeaderName } from './headers.js';

interface Refusal {
  /** Its name in the document. */
  name: string;
  /** Its meaning in every operation. */
  description: string;
  /** An example of a message. */
  message: string;
  fields?: readonly FieldFault[];
  headers?: HeaderName[];
}

const REFUSALS: Readonly<Record<number, Refusal>> = {
  400: {
    name: 'BadRequest',
    description: 'The request breaks a rule; the message says which.',
    message: 'title must be longer than or equal to 2 characters',
    fields: [{ path: 'title', message: 'title must be longer than or equal to 2 characters' }],
  },
  401: {
    name: 'Unauthorized',
    description: 'No bearer token was sent, or it is not valid.',
    message: 'The bearer token is not valid',
    headers: ['WWW-Authenticate'],
  },
  403: {
    name: 'Forbidden',
    description: 'The caller may see this, but not do that with it.',
    message: 'This needs the role edit or more in the space',
  },
  404: { name: 'NotFound', description: 'Unknown, or not for this caller.', message: 'Space not found' },
  408: {
    name: 'RequestTimeout',
    description: 'The request did not arrive in time; the connection ends.',
    message: 'The request did not arrive in time',
  },
  409: {
    name: 'Conflict',
    description: 'The request does not fit the state things are in, or somebody changed them at the same moment.',
    message: 'The space is locked: no edits are taken',
  },
  412: {
    name: 'PreconditionFailed',
    description: 'A condition, such as If-Match, does not hold.',
    message: 'It was changed since you read it: If-Match names another version',
  },
  413: {
    name: 'ContentTooLarge',
    description: 'The body, or a file in it, is larger than the limit.',
    message: 'Request body is too large',
  },
  414: {
    name: 'UriTooLong',
    description: 'A part of the address is too long.',
    message: 'A part of the address is longer than 4096 characters',
  },
  415: {
    name: 'UnsupportedMediaType',
    description: 'The body is of a kind this operation does not read.',
    message: 'Unsupported Media Type',
  },
  429: {
    name: 'TooManyRequests',
    description: 'Too many requests in a minute.',
    message: 'More than 600 requests in a minute: wait before the next',
    headers: ['Retry-After', ...LIMIT_HEADERS],
  },
  500: {
    name: 'InternalServerError',
    description: 'A mistake in the server; its log tells more under the id of the request.',
    message: 'Something went wrong on the server',
  },
  503: {
    name: 'ServiceUnavailable',
    description: 'The server is ending, or its database does not answer or takes too long.',
    message: 'The database does not answer: try again later',
  },
};

/** The components for all error responses; only what is refused before there is a request has no request id. */
export function errorResponses(): Record<string, object> {
  return Object.fromEntries(
    Object.entries(REFUSALS).map(([status, { name, description, message, fields, headers = [] }]) => {
      const requestId: HeaderName[] = status === '408' ? [] : ['X-Request-Id'];
      const types: Readonly<Record<string, ErrorType>> = ERROR_TYPES;
      const error = { code: Number(status), message, type: types[status], ...(fields ? { fields } : {}) };
      const schema = { $ref: '#/components/schemas/Error' };
      return [
        name,
        {
          description,
          headers: headersOf(...headers, ...requestId),
          content: { 'application/json': { schema, example: { error } } },
        },
      ];
    }),
  );
}

export function errorReference(status: number): { $ref: string } {
  const refusal = REFUSALS[status];
  if (!refusal) throw new Error(`No operation is known to answer ${status}: say here what it means`);
  return { $ref: `#/components/responses/${refusal.name}` };
}

/** The schema of every error. */
export const ERROR_SCHEMA = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message', 'type'],
      properties: {
        code: { type: 'integer', description: 'The HTTP status.' },
        message: { type: 'string', description: 'What is wrong, for a person to read.' },
        type: {
          type: 'string',
          enum: Object.values(ERROR_TYPES),
          description: 'What kind of refusal it is, for programs.',
        },
        fields: {
          type: 'array',
          maxItems: MOST_FIELDS,
          description: 'With `invalid`, where members of the request are at fault: which, the first 20 of them.',
          items: {
            type: 'object',
            required: ['path', 'message'],
            properties: {
              path: { type: 'string', description: 'Where the member is, as `changes.0.title`; empty for the body.' },
              message: { type: 'string', description: 'Which rule it breaks.' },
            },
          },
        },
      },
    },
  },
} as const;
