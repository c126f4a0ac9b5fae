import { processSpecification, SpecificationRefused, type LoadReference, type ProcessedSpecification } from '#openapi';

export type Json = Record<string, unknown>;

/** A small OpenAPI document with these members. */
export const specification = (members: Json = {}): Json => ({
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1' },
  paths: {},
  ...members,
});

export const operation = (members: Json = {}): Json => ({ responses: { 200: { description: 'Done' } }, ...members });

const content = ($ref: string): Json => ({ 'application/json': { schema: { $ref } } });

/** An operation that answers a schema. */
export const answering = ($ref: string, members: Json = {}): Json => ({
  responses: { 200: { description: 'Done', content: content($ref) } },
  ...members,
});

/** One that has as many operations and schemas, each of which leads to two others. */
export function largeSpecification(count: number, words: number): Json {
  const schema = (index: number): Json => ({ $ref: `#/components/schemas/Model${index % count}` });
  const numbers = Array.from({ length: count }, (_, index) => index);
  const description = 'Some words. '.repeat(words);
  const model = (index: number): Json => ({
    type: 'object',
    description,
    properties: { id: { type: 'string' }, next: schema(index + 1), other: schema(index * 7 + 1) },
  });
  const path = (index: number): Json => ({
    get: answering(`#/components/schemas/Model${index}`, {
      tags: [`Tag ${index % 50}`],
      summary: `Get ${index}`,
      description,
    }),
  });
  return specification({
    paths: Object.fromEntries(numbers.map((index) => [`/things/${index}`, path(index)])),
    components: { schemas: Object.fromEntries(numbers.map((index) => [`Model${index}`, model(index)])) },
  });
}

export const nothingToLoad: LoadReference = (url) =>
  Promise.reject(new Error(`nothing is to be loaded, but ${url} was`));

/** Loads from these files, and counts what was asked for. */
export function filesAt(files: Record<string, unknown>): { load: LoadReference; asked: string[] } {
  const asked: string[] = [];
  const load: LoadReference = (url) => {
    asked.push(url);
    if (!Object.hasOwn(files, url)) return Promise.reject(new Error('the server answered 404'));
    const file = files[url];
    return Promise.resolve({ url, text: typeof file === 'string' ? file : JSON.stringify(file) });
  };
  return { load, asked };
}

export const made = (source: unknown, load = nothingToLoad, url?: string): Promise<ProcessedSpecification> =>
  processSpecification(
    { text: typeof source === 'string' ? source : JSON.stringify(source), ...(url !== undefined && { url }) },
    load,
  );

export const stored = async (source: unknown, load?: LoadReference, url?: string): Promise<Json> =>
  JSON.parse((await made(source, load, url)).specification) as Json;

/** What is said of a text that is refused. */
export async function refusal(result: Promise<unknown>): Promise<string> {
  const error: unknown = await result.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof SpecificationRefused)) throw new Error('It was not refused', { cause: error });
  return `${error.code}: ${error.faults.map(({ message }) => message).join('; ')}`;
}
