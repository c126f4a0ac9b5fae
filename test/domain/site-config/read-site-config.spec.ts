import { describe, expect, it } from '@jest/globals';
import { configSpacesOf, MAX_CONFIG_LENGTH, readSiteConfig } from '#site-config';

const LANGUAGES = ['en', 'fr', 'pt-br'];
const read = (text: string) => readSiteConfig(text, { isLanguage: (language) => LANGUAGES.includes(language) });
const faultsOf = (text: string) => read(text).faults.map(({ line, message }) => `${line}: ${message}`);
const remarksOf = (text: string) => read(text).remarks.map(({ line, message }) => `${line}: ${message}`);

const WHOLE = `# The whole site
$schema: https://docs.example.com/schema
version: 1
site:
  title: Acme
  structure:
    - type: section-group
      key: products
      title: Products
      icon: box
      localizedTitle: { fr: Produits }
      children:
        - type: section
          key: guide
          title: Guide
          path: Guide
          description: How it is used
          localizedDescription: { fr: Usage }
          icon: book
          default: true
          children:
            - { type: space, key: en, title: English, path: en, default: true, content: { directory: ./docs/en/, language: en } }
            - type: space
              key: fr
              title: Français
              path: fr
              hidden: true
              condition: visitor.claims.beta == true
              content:
                directory: /docs/fr
                language: fr
        - type: external-link
          key: status
          title: Status
          url: https://status.example.com
    - type: section
      key: internal
      title: Internal
      path: internal
      children:
        - type: space
          key: notes
          title: 2024
          path: notes
          draft: true
          content:
            directory: null
`;

/** A site with one space that has these lines besides. */
const oneSpace = (...lines: string[]) => `site:
  title: Acme
  structure:
    - type: space
      key: docs
      title: Docs
      path: docs
      content: { directory: docs }
${lines.map((line) => `      ${line}\n`).join('')}`;

describe('a docs.yaml', () => {
  it('is read with all its members and the line of each node', () => {
    const { config, faults, remarks } = read(WHOLE);
    expect(faults).toEqual([]);
    expect(remarks).toEqual([]);
    expect(config).toMatchObject({
      title: 'Acme',
      structure: [
        {
          type: 'section-group',
          key: 'products',
          title: 'Products',
          icon: 'box',
          localizedTitle: { fr: 'Produits' },
          draft: false,
          line: 7,
          children: [
            {
              type: 'section',
              key: 'guide',
              path: 'guide',
              description: 'How it is used',
              localizedDescription: { fr: 'Usage' },
              icon: 'book',
              default: true,
              line: 13,
            },
            { type: 'external-link', key: 'status', title: 'Status', url: 'https://status.example.com', line: 32 },
          ],
        },
        { type: 'section', key: 'internal', default: false, line: 36 },
      ],
    });
    expect(config && configSpacesOf(config)).toEqual([
      expect.objectContaining({
        key: 'en',
        directory: { from: 'project', path: 'docs/en' },
        language: 'en',
        default: true,
        hidden: false,
      }),
      expect.objectContaining({
        key: 'fr',
        directory: { from: 'repository', path: 'docs/fr' },
        condition: 'visitor.claims.beta == true',
        hidden: true,
      }),
      expect.objectContaining({ key: 'notes', title: '2024', directory: null, draft: true, default: true }),
    ]);
  });

  it('may have line ends of two characters and a byte order mark', () => {
    expect(read(`\ufeff${WHOLE.replaceAll('\n', '\r\n')}`).config).toEqual(read(WHOLE).config);
  });

  it('has the members that are not understood reported with their lines, once each', () => {
    expect(remarksOf(`${oneSpace('colour: red')}  theme: dark\nextra: 1\n`)).toEqual([
      '9: "colour" is not understood here',
      '10: "theme" is not understood here',
      '11: "extra" is not understood here',
    ]);
  });

  it('has the first of several as the default where none is marked, which is reported', () => {
    const text = oneSpace().replace(
      '      content',
      '      content: { directory: a }\n    - type: space\n      key: b\n      title: B\n      path: b\n      content',
    );
    const { config, remarks } = read(text);
    expect(config && configSpacesOf(config).map((space) => space.default)).toEqual([true, false]);
    expect(remarks).toEqual([{ line: 4, message: 'No space beside this one is the default: this one is' }]);
  });

  it.each<[string, string, string[]]>([
    ['text that is no YAML', 'site: [', ['1: This is not YAML: unexpected end of the stream within a flow collection']],
    ['nothing', '', ['1: The file must be a mapping with "site"']],
    ['a list', '- a', ['1: The file must be a mapping with "site"']],
    ['two documents', 'site: 1\n---\nsite: 2\n', ['0: The file holds more than one document']],
    ['an alias', 'site: &a\n  x: *a\n', ['2: Aliases are not read']],
    ['a tag', 'site: !x {}\n', ['1: Tags are not read']],
    ['a member twice', 'site: {}\nsite: {}\n', ['2: "site" is there twice']],
    ['another version', `version: 2\n${oneSpace()}`, ['1: "version" can be 1 only']],
    ['no title and no structure', 'site: {}\n', ['1: "title" is missing', '1: "structure" is missing']],
    ['a wrong type', oneSpace('hidden: perhaps'), ['9: "hidden" must be true or false']],
    [
      'a condition that is none',
      oneSpace('condition: "a =="'),
      ['9: "condition" is no expression: Unexpected token (line 1, column 5)'],
    ],
    ['a language that is none', oneSpace('localizedTitle: { xx: X }'), ['9: "xx" is no language known here']],
    [
      'a space in a group',
      WHOLE.replace('type: external-link', 'type: space'),
      ['32: "type" must be section, section-group, external-link here'],
    ],
    ['two defaults', WHOLE.replace('hidden: true', 'default: true'), ['23: "default" is set in line 22 already']],
    ['a key twice', WHOLE.replace('key: fr', 'key: products'), ['23: The key "products" is taken in line 7']],
    ['a path twice', WHOLE.replace('path: internal', 'path: guide'), ['36: The path "guide" is taken in line 13']],
    [
      'a way out',
      oneSpace().replace('directory: docs', 'directory: ../x'),
      ['8: "directory" must name a folder of the repository'],
    ],
    [
      'an address that is none',
      WHOLE.replace('https://status', 'javascript:status'),
      ['35: "url" must be an address that starts with http:// or https://'],
    ],
    [
      'a space beside a section',
      `${WHOLE}    - { type: space, key: x, title: X, path: x, content: { directory: x } }\n`,
      ['48: A space must be in a section, as there are sections, section groups or external links'],
    ],
    [
      'a link without sections',
      'site:\n  title: Acme\n  structure:\n    - { type: external-link, key: a, title: Aa, url: "https://a.example" }\n',
      ['4: External links are for a site with sections, and there is none'],
    ],
    [
      'two languages of a folder',
      WHOLE.replace('directory: /docs/fr', 'directory: docs/en'),
      ['23: The folder has another language in line 22'],
    ],
  ])('with %s is refused, and says where', (_what, text, faults) => {
    expect(read(text).config).toBeUndefined();
    expect(faultsOf(text)).toEqual(faults);
  });

  it('reads a file of the greatest length in time that grows with it, and none that is longer', () => {
    const started = performance.now();
    for (const hostile of ['[', '- ', 'a:\n', '{a: ', '? ', '"', '#\n', '- a\n', 'x: |\n', '&a ']) {
      expect(read(hostile.repeat(MAX_CONFIG_LENGTH / hostile.length)).config).toBeUndefined();
    }
    const names = Array.from({ length: 20_000 }, (_, at) => `k${at}: v`).join('\n');
    expect(faultsOf(names)).toEqual(['102: There are more than 100 members']);
    expect(performance.now() - started).toBeLessThan(20_000);
    expect(faultsOf(' '.repeat(MAX_CONFIG_LENGTH + 1))).toEqual([
      `0: The file has more than ${MAX_CONFIG_LENGTH} characters`,
    ]);
  });
});
