import { DEFAULT_BYTES, DEFAULT_CONTENT_BYTES, MAX_BODY } from '../bodies/body-room.js';
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

/** How a caller shows who they are: by a token, or in a browser by the session. */
const WAYS_IN = [{ bearer: [] }, { session: [] }];

const JSON_TYPE = 'application/json';
const MULTIPART = 'multipart/form-data';

/** What a success means that says nothing of itself. */
const DONE: Readonly<Record<string, string>> = {
  200: 'Done.',
  201: 'Made.',
  204: 'Done; no body is sent.',
};

/** Headers that requests may carry, for what all operations have in common. */
const HEADER_PARAMETERS = {
  'if-match': 'The ETag the caller read; 412 when what it changes is another since.',
  'if-none-match': 'The ETag the caller has; 304 when it still holds. With PUT `*`: 412 when there is one.',
  'idempotency-key': 'The same key with the same request gives the first answer, for 24 hours.',
} as const;

/** Every such header, once. */
export function headerParameters(): Record<string, object> {
  return Object.fromEntries(
    Object.entries(HEADER_PARAMETERS).map(([name, description]) => [
      name,
      { name, in: 'header', required: false, description, schema: { type: 'string' } },
    ]),
  );
}

/** The answer to a read of what the caller has already, once. */
export const NOT_MODIFIED = {
  description: 'The caller has the newest version already; no body is sent.',
  headers: headersOf('ETag', ...LIMIT_HEADERS, 'X-Request-Id'),
};

/** Adds to every operation what follows from what it is and takes, so that none has to say it. */
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
      describeRoom(operation);
    }
  }
}

/** How large a body may be. Files that are uploaded have a limit of their own. */
function describeRoom(operation: Operation): void {
  const { requestBody, responses } = operation;
  if (!requestBody || !(JSON_TYPE in requestBody.content)) return;
  const bytes = (operation[MAX_BODY] ??= DEFAULT_BYTES);
  const most = `${bytes.toLocaleString('en')} bytes`;
  const room = bytes === DEFAULT_CONTENT_BYTES ? `${most}, unless the server is set to other` : most;
  requestBody.description ??= `JSON of at most ${room}.`;
  responses[413] = {
    ...errorReference(413),
    description: `The body is larger than ${room}, or a file in it is too large.`,
  };
}

/** What is read at the same address with an entity tag, and is no list, is changed under a condition. */
function changesWhatIsRead(method: string, { get }: Record<string, Operation>): boolean {
  if (!['put', 'patch', 'delete'].includes(method)) return false;
  return get !== undefined && !(get.parameters ?? []).some(({ name }) => name === 'page');
}

/** The first sentence is the summary, which is shown as plain text; what follows is the description. */
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

/** Of a body that may be one of two, the one that holds a file is sent as a form, the other as JSON. */
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
    // What follows from the examples of members is not said again.
    if (media?.examples) exemplify(media, schemas);
    response.description ||= method === 'get' && operation.summary ? operation.summary : (DONE[status] ?? '');
    const names: HeaderName[] = [];
    // Events come as they happen: they have no version, and nobody saves them.
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

/** What a write changed or made is answered with its new entity tag, where it is read with one. */
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

/** Examples that an operation gives of objects say what differs from the one that their schema has. */
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

/** What can go wrong follows from what an operation takes; the rest it says itself. */
function describeErrors(method: string, operation: Operation): void {
  const { parameters = [], responses } = operation;
  const statuses = Object.keys(responses)
    .map(Number)
    .filter((status) => status >= 400);
  // An address can be broken, and a request too many, in every operation; nor is any safe from the server's own failing.
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
