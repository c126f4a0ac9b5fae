import { describe, expect, it } from '@jest/globals';
import { codesIn, content, draw, saidBy, samplesOf } from './support/api.js';

const LABELS = ['cURL', 'JavaScript', 'Python', 'Go', 'Java', 'PHP', 'Ruby', 'C#', 'Kotlin', 'Rust'];

const labelsIn = (html: string): string[] =>
  [...html.matchAll(/<label for="op-sample[^"]*">([^<]*)<\/label>/g)].map(([, label = '']) => label);

describe('samples of a request', () => {
  it('are in ten languages, as tabs that need no script, and highlighted', () => {
    const html = samplesOf(
      draw({ requestBody: content({ type: 'object', properties: { name: { type: 'string' } } }) }),
    );
    expect(labelsIn(html)).toEqual(LABELS);
    expect(html).toContain('<span class="k">const</span>');
    expect(html.match(/<input type="radio"/g)).toHaveLength(10);
  });

  it('have what is required, and what has an example', () => {
    const parameters = [
      { name: 'id', in: 'path', required: true, example: 'a b/c', schema: { type: 'string' } },
      {
        name: 'tags',
        in: 'query',
        required: true,
        schema: { type: 'array', items: { type: 'string', example: "it's" } },
      },
      { name: 'page', in: 'query', schema: { type: 'integer' } },
      { name: 'X-Trace', in: 'header', schema: { type: 'string', example: 't1' } },
      { name: 'sid', in: 'cookie', required: true, schema: { type: 'string', default: 's' } },
    ];
    const [curl = ''] = codesIn(samplesOf(draw({ parameters }, { servers: [{ url: 'https://example.com/' }] })));
    expect(curl).toContain('https://example.com/pets/a%20b%2Fc?tags=it%27s');
    expect(curl).toContain("'X-Trace: t1'");
    expect(curl).toContain("'Cookie: sid=s'");
    expect(curl).not.toContain('page');
  });

  it('have bodies of all kinds of values in each language', () => {
    const example = [{ name: `O'Neil "x" \\ \n`, list: [1, null, true], deep: { 'a-b': [{}] } }];
    const codes = codesIn(samplesOf(draw({ requestBody: content({ type: 'array' }, { example }) })));
    expect(codes).toHaveLength(10);
    expect(codes[0]).toContain(`O'\\''Neil`);
    const [, body = ''] = /JSON\.stringify\(([^]*)\),\n\}\);/.exec(codes[1] ?? '') ?? [];
    expect(JSON.parse(body)).toEqual(example);
    for (const code of codes) expect(code).toContain('Neil');
  });

  it('send forms as forms, with files', () => {
    const schema = {
      type: 'object',
      properties: { name: { type: 'string' }, picture: { type: 'string', format: 'binary' } },
    };
    const multipart = codesIn(samplesOf(draw({ requestBody: content(schema, {}, 'multipart/form-data') })));
    expect(multipart[1]).toContain('form.append("picture", file);');
    for (const code of [multipart[0], multipart[1], multipart[2], multipart[6]])
      expect(code).not.toContain('Content-Type');
    const form = codesIn(samplesOf(draw({ requestBody: content(schema, {}, 'application/x-www-form-urlencoded') })));
    expect(form[1]).toContain('new URLSearchParams({');
  });

  it('are those of the author first, in place of the same language', () => {
    const given = [
      { lang: 'Python', label: 'SDK', source: 'pets.change()' },
      { lang: 'Elixir', source: 'Pets.change()' },
    ];
    const html = samplesOf(draw({ 'x-codeSamples': given }));
    expect(labelsIn(html)).toEqual(['SDK', 'Elixir', ...LABELS.filter((label) => label !== 'Python')]);
    expect(codesIn(html)[0]).toBe('pets.change()');
  });

  it('have a made-up server where the specification names none, or a relative one', () => {
    expect(codesIn(draw({}))[0]).toContain('https://api.example.com/pets/{id}');
    expect(codesIn(draw({}, { servers: [{ url: '/v2' }] }))[0]).toContain('https://api.example.com/v2/pets/{id}');
  });
});

describe('examples of answers', () => {
  it('are by status, and by name where there are several', () => {
    const examples = {
      one: { summary: 'One pet', description: 'The *usual*', value: { name: 'Rex' } },
      none: { value: [] },
    };
    const responses = {
      200: { description: '', ...content({}, { examples }) },
      404: { description: '', ...content({}, { example: 'gone' }) },
    };
    const html = samplesOf(draw({ responses }));
    expect(html).toContain('<span class="api-status api-4xx">404</span></label>');
    expect(saidBy(html)).toContain('One petThe usual');
    expect(codesIn(html).slice(-3)).toEqual(['{\n  "name": "Rex"\n}', '[]', 'gone']);
  });

  it('are read where they are JSON in a text', () => {
    const responses = { 200: { description: '', ...content({}, { example: '{"a":1}' }) } };
    expect(codesIn(draw({ responses })).at(-1)).toBe('{\n  "a": 1\n}');
  });

  it('are references to examples, and texts of other media types as they are', () => {
    const responses = {
      200: {
        description: '',
        content: { 'application/xml': { examples: { a: { $ref: '#/components/examples/X' } } } },
      },
    };
    const html = draw({ responses }, { components: { examples: { X: { value: '<a>1</a>' } } } });
    expect(codesIn(html).at(-1)).toBe('<a>1</a>');
    expect(html).toContain('data-syntax="xml"');
  });
});
