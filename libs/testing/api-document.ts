import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  description?: string;
  schema?: Record<string, unknown>;
  example?: unknown;
}

export interface Media {
  schema?: Record<string, unknown>;
  example?: unknown;
  examples?: Record<string, { value: unknown }>;
}

export interface Response {
  $ref?: string;
  description?: string;
  headers?: Record<string, { $ref: string }>;
  content?: Record<string, Media>;
}

export interface Operation {
  operationId: string;
  tags?: string[];
  security?: Record<string, string[]>[];
  parameters?: Parameter[];
  requestBody?: { description?: string; content: Record<string, Media> };
  'x-quire-max-body'?: number;
  responses: Record<string, Response>;
}

export interface ApiDocument {
  openapi: string;
  tags?: { name: string; description?: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, Record<string, unknown>>;
    responses: Record<string, Response>;
    headers: Record<string, { required?: boolean; schema: Record<string, unknown> }>;
    parameters: Record<string, Parameter>;
    securitySchemes: Record<string, unknown>;
  };
}

/** One operation of the document, with its method and path. */
export interface Described {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  path: string;
  operation: Operation;
}

/** The committed document. */
export function readApiDocument(): ApiDocument {
  return JSON.parse(readFileSync(join(process.cwd(), 'openapi.json'), 'utf8')) as ApiDocument;
}

/** All operations, with references resolved. */
export function operationsOf(document: ApiDocument): Described[] {
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      method: method as Described['method'],
      path,
      operation: resolved(document, operation),
    })),
  );
}

function resolved({ components }: ApiDocument, operation: Operation): Operation {
  const at = <T>(kind: Record<string, T>, ref: string): T => {
    const found = kind[ref.slice(ref.lastIndexOf('/') + 1)];
    if (found === undefined) throw new Error(`${operation.operationId} refers to ${ref}, which is not there`);
    return found;
  };
  const responses = Object.entries(operation.responses).map(
    ([status, response]) => [status, response.$ref ? at(components.responses, response.$ref) : response] as const,
  );
  const parameters = operation.parameters?.map((parameter) =>
    '$ref' in parameter ? at(components.parameters, String(parameter.$ref)) : parameter,
  );
  return { ...operation, responses: Object.fromEntries(responses), ...(parameters ? { parameters } : {}) };
}

/** Checks responses against the committed document: status documented, body as described, no undescribed member. */
export class ApiContract {
  readonly document = readApiDocument();
  readonly #validators = new Map<string, ValidateFunction>();
  readonly #routes: { pattern: RegExp; parameters: number; described: Described }[];
  readonly #ajv = schemasOf(this.document);

  constructor() {
    this.#routes = operationsOf(this.document).map((described) => ({
      pattern: new RegExp(`^${described.path.replace(/[.]/g, '\\.').replace(/\{[^}]+\}/g, '[^/]+')}/?$`),
      parameters: described.path.split('{').length,
      described,
    }));
    // Of two matching routes, the one with fewer parameters is the right one.
    this.#routes.sort((a, b) => a.parameters - b.parameters);
  }

  /** The operation for a method and path, if it is described. */
  find(method: string, url: string): Described | undefined {
    // Normalized as by clients and the router: without `.` and `..`.
    const path = new URL(`http://quire.test${url}`).pathname;
    return this.#routes.find(
      ({ pattern, described }) => described.method === method.toLowerCase() && pattern.test(path),
    )?.described;
  }

  /** The faults of a response, in words; none when it is as described, and not a failure of the server. */
  faultsOf(
    method: string,
    url: string,
    status: number,
    headers: Readonly<Record<string, unknown>>,
    text: string,
  ): string[] {
    if (url.startsWith('/scim/')) return faultsOfScim(status, headers, text);
    const described = this.find(method, url);
    if (!described) return status >= 400 ? this.#errorFaults(status, text) : [];
    const { path, operation } = described;
    if (status >= 500) return [`the server failed: ${text.slice(0, 500)}`];
    const response = operation.responses[status];
    if (!response)
      return [`status ${status} is not among ${Object.keys(operation.responses).join(', ')}: ${text.slice(0, 500)}`];
    const missing = this.#missingHeaders(response, headers);
    if (missing.length > 0) return [`headers are missing: ${missing.join(', ')}`];
    if (status >= 400) return this.#errorFaults(status, text);
    const contentType = headers['content-type'] as string | undefined;
    const json = response.content?.['application/json'];
    if (!json)
      return text === '' || response.content ? [] : [`a body was sent where none is described: ${text.slice(0, 200)}`];
    if (contentType?.startsWith('application/json') !== true) return [`content-type is ${contentType}`];
    const pointer = [
      'paths',
      path,
      described.method,
      'responses',
      String(status),
      'content',
      'application/json',
      'schema',
    ];
    return this.#schemaFaults(pointer, text);
  }

  /** Documented headers that the response lacks. */
  #missingHeaders(response: Response, headers: Readonly<Record<string, unknown>>): string[] {
    return Object.keys(response.headers ?? {}).filter(
      (name) => this.document.components.headers[name]?.required === true && headers[name.toLowerCase()] === undefined,
    );
  }

  #errorFaults(status: number, text: string): string[] {
    const faults = this.#schemaFaults(['components', 'schemas', 'Error'], text);
    if (faults.length > 0) return faults;
    const { error } = JSON.parse(text) as { error: { code: number; message: string } };
    return error.code === status && error.message !== '' ? [] : [`error.code is ${error.code}, the status ${status}`];
  }

  #schemaFaults(pointer: string[], text: string): string[] {
    let body: unknown;
    try {
      body = JSON.parse(text);
    } catch {
      return [`the body is not JSON: ${text.slice(0, 200)}`];
    }
    const ref = `quire#/${pointer.map((part) => encodeURIComponent(part.replace(/~/g, '~0').replace(/\//g, '~1'))).join('/')}`;
    let validate = this.#validators.get(ref);
    if (!validate) this.#validators.set(ref, (validate = this.#ajv.compile({ $ref: ref })));
    if (validate(body)) return [];
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) => `${instancePath || 'the body'} ${message} ${JSON.stringify(params)}`,
    );
  }
}

interface Tag {
  propertyName: string;
}

/**
 * The document's schemas under `quire#/…`, closed against members they do not name. Of alternatives with a
 * discriminator only the one it selects is checked: trying all takes time exponential in their depth.
 */
export function schemasOf(document: ApiDocument): Ajv2020 {
  // Optimizing the compiled schemas takes longer than the tests take to run them.
  const ajv = new Ajv2020({ strict: false, allErrors: true, discriminator: true, code: { optimize: false } });
  (formats as unknown as (ajv: Ajv2020) => void)(ajv);
  return ajv.addSchema({ ...(closed(document) as object), $id: 'quire' });
}

/** The document with its objects closed against members they do not name, so that an additional member is a fault. */
export function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (value === null || typeof value !== 'object') return value;
  const members = Object.fromEntries(Object.entries(value).map(([name, member]) => [name, closed(member)]));
  // The validator derives the mapping of the discriminator itself.
  if ('discriminator' in members) members.discriminator = { propertyName: (members.discriminator as Tag).propertyName };
  const isSchema = members.type === 'object' && typeof members.properties === 'object';
  return isSchema && !('additionalProperties' in members) ? { ...members, additionalProperties: false } : members;
}

/** What is not as SCIM has it (RFC 7644, 3.1 and 3.12). */
function faultsOfScim(status: number, headers: Readonly<Record<string, unknown>>, text: string): string[] {
  if (status === 204 || status === 304) return text === '' ? [] : ['a body was sent where there is none'];
  if (status >= 500 && status !== 501) return [`the server failed: ${text.slice(0, 500)}`];
  const type = String(headers['content-type']);
  if (!type.startsWith('application/scim+json')) return [`content-type is ${type}`];
  if (status < 400) return [];
  const { schemas, status: named, detail } = JSON.parse(text) as Record<string, unknown>;
  const isError = JSON.stringify(schemas) === '["urn:ietf:params:scim:api:messages:2.0:Error"]';
  return isError && named === String(status) && typeof detail === 'string' && detail !== ''
    ? []
    : [`the error is not of SCIM: ${text.slice(0, 500)}`];
}
