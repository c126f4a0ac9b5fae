const OPERATIONS_PER_TAG = 50;

/** The JSON of an OpenAPI document of about so many bytes, by operations of two kilobytes each with a schema of its own. */
export function specificationOf(bytes, version = '1') {
  const count = Math.round(bytes / 1_880);
  const [paths, schemas] = [{}, {}];
  for (let at = 0; at < count; at++) {
    paths[`/things/${at}/{id}`] = { get: operationOf(at) };
    schemas[`Thing${at}`] = schemaOf(at, count);
  }
  const tags = Array.from({ length: Math.ceil(count / OPERATIONS_PER_TAG) }, (_, at) => ({
    name: `Part ${at}`,
    description: 'Everything about **this** part, with a [link](https://example.com/).',
  }));
  const info = { title: 'Measured', version, description: 'An API that is measured.' };
  return JSON.stringify({ openapi: '3.0.3', info, tags, paths, components: { schemas } });
}

function operationOf(at) {
  const content = { 'application/json': { schema: { $ref: `#/components/schemas/Thing${at}` } } };
  return {
    operationId: `getThing${at}`,
    summary: `Get the thing ${at}`,
    description: 'Reads one thing by its id. '.repeat(12),
    tags: [`Part ${Math.floor(at / OPERATIONS_PER_TAG)}`],
    parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' }, description: 'Its id.' }],
    responses: { 200: { description: 'The thing.', content }, 404: { description: 'There is none.' } },
  };
}

function schemaOf(at, count) {
  const fields = Array.from({ length: 12 }, (_, index) => [
    `field${index}`,
    { type: 'string', nullable: true, description: `What the field ${index} says of it.` },
  ]);
  const next = { $ref: `#/components/schemas/Thing${(at + 1) % count}` };
  return {
    type: 'object',
    properties: { ...Object.fromEntries(fields), next: at % 10 === 9 ? { type: 'string' } : next },
  };
}
