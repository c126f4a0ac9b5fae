import { describe, expect, it } from '@jest/globals';
import { collectReferences, renderMarkdown, type RichDocument } from '#rich-document';
import { computeDocument } from '../../../../src/publishing/openapi/domain/compute-document.js';
import { outlineOf } from './outlines.js';

const infoOf = (members: Record<string, unknown>, page = 'info'): RichDocument =>
  computeDocument(outlineOf(members), 'pets', { doc: 'info', page }) as RichDocument;
const markdown = (members: Record<string, unknown>): string => renderMarkdown(infoOf(members));
const described = (description: string): RichDocument => infoOf({ info: { title: 'Pets', description } });

describe('The page of an API', () => {
  it('tells what it is, where it is served, how to authenticate and where to read more', () => {
    const text = markdown({
      info: {
        title: 'Pets',
        version: '2.1',
        summary: 'For *owners*',
        description: '# Start\n\nRead **this**.\n\n| A | B |\n| - | - |\n| 1 | 2 |',
        contact: { name: 'Us', email: 'us@pets.example' },
        license: { name: 'MIT' },
        termsOfService: 'https://pets.example/terms',
      },
      externalDocs: { url: 'https://pets.example/docs' },
      servers: [
        { url: 'https://{region}.pets.example', variables: { region: { default: 'eu' } }, description: 'Production' },
        { url: 'https://test.pets.example' },
      ],
      components: {
        securitySchemes: {
          key: { type: 'apiKey', in: 'header', name: 'X-Key', description: 'Ask us.' },
          token: { type: 'http', scheme: 'bearer' },
          login: { type: 'oauth2', flows: { authorizationCode: {}, 'x-a': {} } },
          other: { $ref: '#/components/securitySchemes/token' },
        },
      },
    });
    expect(text).toMatch(/^For \\\*owners\\\*\n\n### Start\n\nRead \*\*this\*\*\./);
    for (const part of [
      '**Version** 2.1',
      '### Servers',
      '* `https://eu.pets.example`: Production\n',
      '* `https://test.pets.example`\n',
      '### Authentication',
      '**key**: API key `X-Key` in header\n\nAsk us.',
      '**token**: HTTP bearer',
      '**login**: OAuth 2.0 (authorizationCode)',
      '**other**: HTTP bearer',
      '* [Documentation](https://pets.example/docs)',
      '* Contact: [Us](mailto:us@pets.example)',
      '* License: MIT',
      '* [Terms of service](https://pets.example/terms)',
    ]) {
      expect(text).toContain(part);
    }
  });

  it('has a link to the specification where that is asked for', () => {
    const refs = (page: string): unknown[] => collectReferences(infoOf({}, page)).map(({ ref }) => ref);
    expect(refs('info')).toEqual([]);
    expect(refs('info:download')).toEqual([{ kind: 'openapi', spec: 'pets' }]);
  });

  it('takes nothing into a description that takes in other content, asks who reads, or runs', () => {
    const document = described(
      [
        'Before <code class="expression">visitor.claims.email</code> [click](javascript:alert) [here](https://a.example)',
        '{% include "/reusable-content/secret" %}',
        '{% @evil/block url="https://a.example" %}',
        '{% if visitor.claims.admin %}\nSecret\n{% endif %}',
        '{% openapi-operation spec="other" path="/" method="get" %}\n{% endopenapi-operation %}',
        '{% embed url="https://a.example" %}',
        '{% content-ref url="/spaces/x" %}\n[x](/spaces/x)\n{% endcontent-ref %}',
        '{% hint style="info" %}\nA hint.\n{% endhint %}',
        '```js\nrun({% include %})\n```',
      ].join('\n\n'),
    );
    const text = renderMarkdown(document);
    expect(document.nodes.map(({ type }) => type)).toEqual(['paragraph', 'hint', 'code']);
    expect(text).toContain('Before');
    expect(text).toContain('click [here](https://a.example)');
    expect(text).toContain('run({% include %})');
    expect(text).not.toMatch(/claims|javascript|secret|evil/i);
  });

  it.each([
    ['a million brackets', '['.repeat(1_000_000)],
    ['many quotes', '> '.repeat(5_000)],
    ['many lists', '- '.repeat(5_000)],
    ['much HTML', '<div>'.repeat(5_000)],
    ['tables within tables', '<table><tr><td>'.repeat(500)],
    ['tags that nobody closes', '{% hint %}{% tabs %}'.repeat(500)],
    ['nothing that can be seen', '\u200b\u0007'],
  ])('survives a description of %s', (_, description) => {
    const started = process.cpuUsage();
    expect(described(description).object).toBe('document');
    expect(process.cpuUsage(started).user / 1_000).toBeLessThan(10_000);
  });
});
