import { errorResponse } from './api-errors.js';

type Schema = Record<string, unknown>;

interface Response {
  description?: string;
  headers?: Record<string, unknown>;
  content?: Record<string, { schema?: Schema }>;
}

interface Operation {
  parameters?: Schema[];
  requestBody?: unknown;
  responses: Record<string, Response>;
}

const HEADERS = {
  ETag: 'Names this version of the answer, for If-None-Match and If-Match.',
  Location: 'Address of what was created.',
} as const;

/** Adds to every operation what the hooks around all of them do: conditional reads, idempotency, refusals. */
export function describeConventions(paths: Record<string, object>): void {
  for (const operations of Object.values(paths)) {
    for (const [method, operation] of Object.entries(operations as Record<string, Operation>)) {
      describe(method, operation);
    }
  }
}

function describe(method: string, operation: Operation): void {
  addErrors(operation, 400, 429);
  if (operation.parameters?.some((parameter) => parameter.in === 'path')) addErrors(operation, 414);
  if (operation.requestBody !== undefined) addErrors(operation, 413, 415);
  const { responses } = operation;
  if (method === 'get' && responses['200']?.content !== undefined) {
    addHeader(operation, 'if-none-match', 'The ETag the caller has; 304 when it still holds.');
    describeHeader(responses['200'], 'ETag');
    responses['304'] = { description: 'The caller has the newest version already; no body is sent.' };
  }
  if (method === 'post') {
    addHeader(operation, 'idempotency-key', 'The same key with the same request gives the first answer, for 24 hours.');
    addErrors(operation, 409);
  }
  if (responses['201']) describeHeader(responses['201'], 'Location');
}

function addErrors(operation: Operation, ...statuses: number[]): void {
  for (const status of statuses) operation.responses[status] ??= errorResponse(status);
}

function addHeader(operation: Operation, name: string, description: string): void {
  operation.parameters ??= [];
  if (operation.parameters.some((parameter) => parameter.in === 'header' && parameter.name === name)) return;
  operation.parameters.push({ name, in: 'header', required: false, description, schema: { type: 'string' } });
}

function describeHeader(response: Response | undefined, name: keyof typeof HEADERS): void {
  if (response)
    response.headers = { ...response.headers, [name]: { description: HEADERS[name], schema: { type: 'string' } } };
}
