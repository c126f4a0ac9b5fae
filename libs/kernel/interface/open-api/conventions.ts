import { DEFAULT_BYTES, DEFAULT_CONTENT_BYTES, MAX_BODY } from '../bodies/body-limits.js';
import { errorReference } from './errors.js';
import { exampleOf, listExamples, type Schemas } from './examples.js';
import { headersOf, LIMIT_HEADERS, type HeaderName } from './headers.js';
import type { Schema } from './json-schema.js';
import { PATH_PARAMETERS } from './vocabulary.js';

interface Media {
  schema?: Schema;
  example?: unknown;
  examples?: Record<string, { summary?: string; value: unknown }>;
}

interface Response {
  $ref?: string;
  description?: string;
  headers?: Record<string, unknown>;
  content?: Record<string, Media>;
}

interface Parameter extends Record<string, unknown> {
  name: string;
  in: string;
}

interface Operation {
  summary?: string;
  description?: string;
  parameters?: Parameter[];
  requestBody?: { description?: string; content: Record<string, Media> };
  responses: Record<string, Response>;
  security?: object[];
  [MAX_BODY]?: number;
}

/** The ways to authenticate: a token, or in a browser the session. */
const WAYS_IN = [{ bearer: [] }, { session: [] }];

const JSON_TYPE = 'application/json';
const MULTIPART = 'multipart/form-data';

/** Descriptions of success for operations without one of their own. */
const DONE: Readonly<Record<string, string>> = {
  200: 'Done.',
  201: 'Made.',
  204: 'Done; no body is sent.',
};

/** Request headers that all operations have in common. */
const HEADER_PARAMETERS = {
  'if-match': 'The ETag the caller read; 412 when what it changes is another since.',
  'if-none-match': 'The ETag the caller has; 304 when it still holds. With PUT `*`: 412 when there is one.',
  'idempotency-key': 'The same key with the same request gives the first answer, for 24 hours.',
} as const;

/** The components for these headers. */
export function headerParameters(): Record<string, object> {
  return Object.fromEntries(
    Object.entries(HEADER_PARAMETERS).map(([name, description]) => [
      name,
      { name, in: 'header', required: false, description, schema: { type: 'string' } },
    ]),
  );
}

/** The response to a read of the version that the caller has. */
export const NOT_MODIFIED = {
  description: 'The caller has the newest version already; no body is sent.',
  headers: headersOf('ETag', ...LIMIT_HEADERS, 'X-Request-Id'),
};

/** Adds to every operation what follows from its method and parameters. */
export function describeConventions(paths: Record<string, object>, schemas: Schemas): void {
  for (const [path, operations] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(operations as Record<string, Operation>)) {
      summarize(operation);
      if (operation.security?.length) operation.security = [...WAYS_IN];
      if (changesWhatIsRead(method, operations as Record<string, Operation>)) addHeader(operation, 'if-match');
      describeRequest(method, operation, schemas);
      describeAnswers(method, operation, schemas);
      if (method !== 'get') describeTag(path, operation, paths as Record<string, Record<string, Operation>>);
      describeErrors(method, operation);
      describeBodyLimit(operation);
    }
  }
}

/** The largest size of a body. Uploaded files have a limit of their own. */
function describeBodyLimit(operation: Operation): void {
  const { requestBody, responses } = operation;
  if (!requestBody || !(JSON_TYPE in requestBody.content)) return;
  const bytes = (operation[MAX_BODY] ??= DEFAULT_BYTES);
  const most = `${bytes.toLocaleString('en')} bytes`;
  const size = bytes === DEFAULT_CONTENT_BYTES ? `${most}, unless the server is set to other` : most;
  requestBody.description ??= `JSON of at most ${size}.`;
  responses[413] = {
    ...errorReference(413),
    description: `The body is larger than ${size}, or a file in it is too large.`,
  };
}

/** Whether the address has a read with an entity tag that is no list: then a write takes a precondition. */
function changesWhatIsRead(method: string, { get }: Record<string, Operation>): boolean {
  if (!['put', 'patch', 'delete'].includes(method)) return false;
  return get !== undefined && !(get.parameters ?? []).some(({ name }) => name === 'page');
}

/** The first sentence becomes the summary, which is shown as plain text; the rest is the description. */
function summarize(operation: Operation): void {
  const [, first, rest] = /^(.*?\.)\s+(\S.*)$/s.exec(operation.summary ?? '') ?? [];
  if (first === undefined || rest === undefined) return;
  operation.summary = first;
  operation.description ??= rest;
}

function describeRequest(method: string, operation: Operation, schemas: Schemas): void {
  for (const parameter of operation.parameters ?? []) {
    if (parameter.in === 'path') Object.assign(parameter, PATH_PARAMETERS[parameter.name]);
  }
  if (method === 'get' && operation.responses['200']?.content) addHeader(operation, 'if-none-match');
  if (method !== 'get') addHeader(operation, 'idempotency-key');
  operation.parameters = (operation.parameters ?? []).map((parameter) =>
    parameter.in === 'header' && parameter.name in HEADER_PARAMETERS
      ? ({ $ref: `#/components/parameters/${parameter.name}` } as never)
      : parameter,
  );
  if (!operation.requestBody) return;
  const { content } = operation.requestBody;
  for (const media of Object.values(content)) if (media.schema) listExamples(media.schema);
  if (MULTIPART in content) divide(content);
  for (const [type, media] of Object.entries(content)) {
    if (type === JSON_TYPE && !media.examples) exemplify(media, schemas);
  }
}

/** Of two alternative bodies, the one with a file is sent as a form, the other as JSON. */
function divide(content: Record<string, Media>): void {
  for (const [type, media] of Object.entries(content)) {
    const fit = media.schema?.anyOf?.filter((schema) => holdsFile(schema) === (type === MULTIPART));
    if (fit?.length === 1) content[type] = { schema: fit[0] as Schema };
  }
}

const holdsFile = (schema: Schema): boolean =>
  Object.values(schema.properties ?? {}).some(({ format }) => format === 'binary');

function describeAnswers(method: string, operation: Operation, schemas: Schemas): void {
  const { responses } = operation;
  const own = Object.entries(responses).filter(([status]) => status.startsWith('2'));
  for (const [status, response] of own) {
    const media = response.content?.[JSON_TYPE];
    if (media?.schema) listExamples(media.schema);
    // What follows from the examples of members is not repeated.
    if (media?.examples) exemplify(media, schemas);
    response.description ||= method === 'get' && operation.summary ? operation.summary : (DONE[status] ?? '');
    const names: HeaderName[] = [];
    // Events have no version and can't be cached.
    const events = response.content !== undefined && 'text/event-stream' in response.content;
    if (method === 'get' && !events) names.push('ETag');
    if (method === 'get' && !media && !events) names.push('Content-Disposition');
    if (status === '201') names.push('Location');
    if (method !== 'get') names.push('Idempotency-Replayed');
    response.headers = { ...response.headers, ...headersOf(...names, ...LIMIT_HEADERS, 'X-Request-Id') };
    if (method === 'get' && response.content && !events) {
      responses['304'] = { $ref: '#/components/responses/NotModified' };
    }
  }
}

/** A write that returns a record which is read with an entity tag returns its new tag. */
function describeTag(path: string, { responses }: Operation, paths: Record<string, Record<string, Operation>>): void {
  const answer = responses['200'] ?? responses['201'];
  const schema = answer?.content?.[JSON_TYPE]?.schema?.$ref;
  const below = new RegExp(`/${path.slice(path.lastIndexOf('/') + 1)}/\\{\\w+\\}$`);
  const places = [path, path.slice(0, path.lastIndexOf('/')), ...Object.keys(paths).filter((one) => below.test(one))];
  const isRead = places.some((place) => {
    const get = paths[place]?.['get'];
    const isList = get?.parameters?.some(({ name }) => name === 'page') ?? false;
    return get && !isList && get.responses['200']?.content?.[JSON_TYPE]?.schema?.$ref === schema;
  });
  if (answer && schema !== undefined && isRead) answer.headers = { ...headersOf('ETag'), ...answer.headers };
}

/** Completes an operation's examples, which only have what differs from the example of their schema. */
function exemplify(media: Media, schemas: Schemas): void {
  const whole = media.schema && exampleOf(media.schema, schemas);
  if (media.examples) {
    media.examples = Object.fromEntries(
      Object.entries(media.examples).map(([name, example]) => [
        name,
        { ...example, value: { ...(whole as object), ...(example.value as object) } },
      ]),
    );
  } else if (media.example === undefined && whole !== undefined) {
    media.example = whole;
  }
}

/** Adds the errors that follow from an operation's parameters; it declares the others itself. */
function describeErrors(method: string, operation: Operation): void {
  const { parameters = [], responses } = operation;
  const statuses = Object.keys(responses)
    .map(Number)
    .filter((status) => status >= 400);
  // Every operation can have an invalid address, exceed the rate limit, or meet a failure of the server.
  statuses.push(400, 429, 500, 503);
  if (operation.security?.length !== 0) statuses.push(401, 403);
  if (parameters.some((parameter) => parameter.in === 'path')) statuses.push(404, 414);
  if (parameters.some((parameter) => parameter.$ref === '#/components/parameters/if-match')) statuses.push(412);
  if (method !== 'get') statuses.push(409);
  if (operation.requestBody) statuses.push(408, 413, 415);
  for (const status of statuses) responses[status] = errorReference(status);
}

function addHeader(operation: Operation, name: keyof typeof HEADER_PARAMETERS): void {
  operation.parameters ??= [];
  if (operation.parameters.some((parameter) => parameter.in === 'header' && parameter.name === name)) return;
  operation.parameters.push({ name, in: 'header' });
}
