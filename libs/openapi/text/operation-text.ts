import { listOf, objectOf } from '../outline/fields.js';
import { METHODS } from '../outline/operations.js';
import { isObject, type JsonObject } from '../read/tidy.js';
import { follow } from '../references/pointers.js';
import { exampleText } from './example-text.js';
import { codeOf, Lines } from './lines.js';
import { SchemaText } from './schema-text.js';
import { firstEntries, type Shapes } from './shapes.js';
import { lineOfWords, proseOf } from './words.js';

/** Of servers, parameters, responses and headers each. */
const MOST = 200;
/** Media types of one body, and examples of one media type. */
const MOST_MEDIA = 8;
const MOST_EXAMPLES = 3;
/** Characters of the description of a body or a response. */
const MOST_WORDS = 4_000;

/** An operation with what its path and the specification say of it. */
export interface WholeOperation {
  /** As `POST /pets`, or the name of a webhook. */
  at: string;
  method: string;
  operation: JsonObject;
  item: JsonObject;
  isWebhook: boolean;
}

const PLACES = [
  ['path', 'Path parameters'],
  ['query', 'Query parameters'],
  ['querystring', 'Query string'],
  ['header', 'Headers'],
  ['cookie', 'Cookies'],
] as const;

/** Writes operations as Markdown, with all that they lead to. */
export class OperationTexts {
  constructor(
    private readonly root: JsonObject,
    private readonly shapes: Shapes,
  ) {}

  /** At most as many characters, without title and description. */
  text(whole: WholeOperation, characters: number): string {
    const lines = new Lines(characters);
    const { operation, item } = whole;
    const schemas = new SchemaText(this.shapes, lines);
    const called = whole.isWebhook ? `${codeOf(whole.method.toUpperCase())} webhook ${codeOf(whole.at)}` : '';
    const deprecated = operation['deprecated'] === true ? ' (deprecated)' : '';
    lines.open(`${called || codeOf(`${whole.method.toUpperCase()} ${whole.at}`)}${deprecated}`);
    if (!whole.isWebhook) this.#servers(lines, operation['servers'] ?? item['servers'] ?? this.root['servers']);
    this.#security(lines, operation['security'] ?? this.root['security']);
    this.#parameters(lines, schemas, [...this.#all(operation['parameters']), ...this.#all(item['parameters'])]);
    const body = follow(this.root, operation['requestBody']);
    if (body) {
      lines.title(`Request body${body['required'] === true ? ' (required)' : ''}`);
      this.#described(lines, body);
      this.#content(lines, schemas, body['content']);
    }
    this.#responses(lines, schemas, operation['responses']);
    this.#callbacks(lines, schemas, operation['callbacks']);
    return lines.end();
  }

  /** The objects of a list, by way of references. */
  #all(list: unknown): JsonObject[] {
    return listOf(list)
      .slice(0, MOST)
      .flatMap((one): JsonObject[] => {
        const at = follow(this.root, one);
        return at === undefined ? [] : [at];
      });
  }

  #servers(lines: Lines, servers: unknown): void {
    const known = this.#all(servers).filter(({ url }) => typeof url === 'string');
    if (known.length === 0) return;
    lines.title('Servers');
    for (const { url, description } of known) lines.add(`* ${withWords(codeOf(url), description)}`);
  }

  #security(lines: Lines, security: unknown): void {
    const ways = this.#all(security);
    if (ways.length === 0) return;
    lines.title(ways.length > 1 ? 'Authentication, one of' : 'Authentication');
    for (const way of ways) {
      const needed = firstEntries(way).map(([name, scopes]) => this.#scheme(name, listOf(scopes)));
      lines.add(`* ${needed.length === 0 ? 'none' : needed.join(' and ')}`);
    }
  }

  #scheme(name: string, scopes: readonly unknown[]): string {
    const scheme = follow(this.root, objectOf(objectOf(this.root['components'])['securitySchemes'])[name]);
    const said = scheme ? [lineOfWords(scheme['type']), ...wayOf(scheme)].filter((part) => part !== '') : [];
    const asked = scopes.slice(0, MOST).map(codeOf);
    const parts = [
      ...(said.length === 0 ? [] : [said.join(' ')]),
      ...(asked.length === 0 ? [] : [`scopes ${asked.join(', ')}`]),
    ];
    return `${codeOf(name)}${parts.length === 0 ? '' : ` (${parts.join(', ')})`}`;
  }

  /** Those of the operation come before those of its path with the same names. */
  #parameters(lines: Lines, schemas: SchemaText, parameters: readonly JsonObject[]): void {
    const known = new Map<string, JsonObject>();
    for (const parameter of parameters) {
      const key = `${String(parameter['in'])} ${String(parameter['name'])}`;
      if (!known.has(key)) known.set(key, parameter);
    }
    for (const [place, title] of PLACES) {
      const there = [...known.values()].filter((parameter) => parameter['in'] === place);
      if (there.length > 0) lines.title(title);
      for (const parameter of there) this.#parameter(schemas, codeOf(parameter['name']), parameter);
    }
  }

  #parameter(schemas: SchemaText, name: string, parameter: JsonObject): void {
    const [media] = firstEntries(parameter['content']);
    const schema = parameter['schema'] ?? objectOf(media?.[1])['schema'] ?? true;
    const { description, example, required, deprecated } = parameter;
    const plain = typeof example === 'object' ? undefined : example;
    const words = [
      ...(deprecated === true ? ['Deprecated.'] : []),
      ...(typeof description === 'string' ? [description] : []),
      ...(plain === undefined ? [] : [`Example ${codeOf(plain)}.`]),
    ].join(' ');
    schemas.item(name, schema, 0, { required: required === true, words });
  }

  #responses(lines: Lines, schemas: SchemaText, responses: unknown): void {
    const known = firstEntries(responses).filter(([status]) => !status.startsWith('x-'));
    if (known.length === 0) return;
    lines.title('Responses');
    this.#each(lines, schemas, known);
  }

  #each(lines: Lines, schemas: SchemaText, responses: readonly (readonly [string, unknown])[]): void {
    for (const [status, value] of responses) {
      const response = follow(this.root, value);
      if (response === undefined) continue;
      lines.open(withWords(codeOf(status), response['description']));
      const headers = firstEntries(response['headers']);
      if (headers.length > 0) lines.open('Headers:');
      if (headers.length > 0) lines.open();
      for (const [name, header] of headers) {
        this.#parameter(schemas, codeOf(name), follow(this.root, header) ?? {});
      }
      this.#content(lines, schemas, response['content']);
      this.#links(lines, response['links']);
    }
  }

  /** What can be called next, with values of the response. */
  #links(lines: Lines, links: unknown): void {
    const known = firstEntries(links).flatMap(([name, value]): [string, JsonObject][] => {
      const link = follow(this.root, value);
      return link === undefined ? [] : [[name, link]];
    });
    if (known.length === 0) return;
    lines.open('Links:');
    lines.open();
    for (const [name, { operationId, operationRef, parameters, requestBody, description }] of known) {
      const given = firstEntries(parameters).map(([parameter, value]) => `${codeOf(parameter)} = ${codeOf(value)}`);
      if (requestBody !== undefined) given.push(`the body = ${codeOf(requestBody)}`);
      const leads = `${codeOf(name)} to ${codeOf(operationId ?? operationRef ?? '')}`;
      lines.add(`* ${withWords(`${leads}${given.length === 0 ? '' : ` with ${given.join(', ')}`}`, description)}`);
    }
  }

  /** The requests that the API sends itself; those that these lead to are left out. */
  #callbacks(lines: Lines, schemas: SchemaText, callbacks: unknown): void {
    const calls = firstEntries(callbacks).flatMap(([name, value]) =>
      firstEntries(follow(this.root, value)).flatMap(([address, path]) => {
        const item = address.startsWith('x-') ? undefined : follow(this.root, path);
        return METHODS.flatMap((method) => {
          const operation = item?.[method];
          return isObject(operation) ? [{ name, call: `${method.toUpperCase()} ${address}`, operation }] : [];
        });
      }),
    );
    if (calls.length === 0) return;
    lines.title('Callbacks');
    for (const { name, call, operation } of calls.slice(0, MOST)) {
      lines.open(withWords(`${codeOf(name)}, ${codeOf(call)}`, operation['summary'] ?? operation['description']));
      this.#content(lines, schemas, follow(this.root, operation['requestBody'])?.['content']);
      const responses = firstEntries(operation['responses']).filter(([status]) => !status.startsWith('x-'));
      if (responses.length > 0) lines.open('Answered by:');
      this.#each(lines, schemas, responses);
    }
  }

  #content(lines: Lines, schemas: SchemaText, content: unknown): void {
    for (const [type, value] of firstEntries(content).slice(0, MOST_MEDIA)) {
      const media = follow(this.root, value) ?? {};
      const schema = media['schema'] ?? media['itemSchema'];
      lines.open(`${codeOf(type)}${schema === undefined ? '' : ` (${schemas.typeOf(schema)})`}`);
      lines.open();
      schemas.inside(schema, 0);
      for (const [name, example] of this.#examples(media)) {
        lines.open(name === undefined ? 'Example:' : `Example ${name}:`);
        lines.block(exampleText(example));
      }
    }
  }

  #examples(media: JsonObject): [name: string | undefined, value: unknown][] {
    const named = firstEntries(media['examples'])
      .slice(0, MOST_EXAMPLES)
      .flatMap(([name, one]): [string, unknown][] => {
        const example = follow(this.root, one) ?? {};
        const value = example['value'] ?? example['dataValue'] ?? example['serializedValue'];
        return value === undefined ? [] : [[lineOfWords(example['summary']) || codeOf(name), value]];
      });
    if (media['example'] !== undefined) return [[undefined, media['example']], ...named];
    if (named.length > 0) return named;
    const [first] = this.shapes.of(media['schema'])?.members ?? [];
    const own = first?.['example'] ?? listOf(first?.['examples'])[0];
    return typeof own === 'object' && own !== null ? [[undefined, own]] : [];
  }

  #described(lines: Lines, { description }: JsonObject): void {
    if (typeof description === 'string')
      lines.block(proseOf(description.slice(0, MOST_WORDS).replace(/[\ud800-\udbff]$/, '')).trim());
  }
}

/** How an authentication is sent. */
function wayOf({ type, scheme, in: place, name, openIdConnectUrl }: JsonObject): string[] {
  if (type === 'http') return [lineOfWords(scheme)];
  if (type === 'apiKey') return [`in ${lineOfWords(place)}`, codeOf(name)];
  return type === 'openIdConnect' ? [codeOf(openIdConnectUrl)] : [];
}

function withWords(label: string, description: unknown): string {
  const words = lineOfWords(description);
  return words === '' ? label : `${label}: ${words}`;
}
