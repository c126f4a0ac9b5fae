import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  nodesOf,
  readSiteConfig,
  writeSiteConfig,
  type ConfigGroup,
  type ConfigNode,
  type ConfigSection,
  type SiteConfig,
} from '#site-config';

const known = { isLanguage: (language: string) => ['en', 'fr'].includes(language) };
const configOf = (text: string): SiteConfig => {
  const { config, faults } = readSiteConfig(text, known);
  if (!config) throw new Error(JSON.stringify(faults));
  return config;
};
const plain = (config: SiteConfig) =>
  JSON.parse(JSON.stringify(config, (name, value) => (name === 'line' ? undefined : value))) as object;

const FILE = `# Made with care
$schema: https://docs.example.com/schema   # for editors
site:
  title: 'Acme'
  owner: Ada
  structure:
    # Everything for readers.
    - type: section
      key: guide
      title: "Guide"  # as it is called
      path: Guide
      children:
        - type: space
          key: en
          title: English
          path: en
          default: true
          content: {directory: ./docs/en, language: en}
        # Translated by hand.
        - type: space
          key: fr
          title: Français
          path: fr
          colour: blue
          content:
            directory: docs/fr
            language: fr

    - type: section-group
      key: more
      title: More
      children:
      - type: section
        key: api
        title: API
        path: api
        icon: code
        children:
        - { type: space, key: ref, title: Reference, path: ref, content: { directory: /api } }
      - type: external-link
        key: status
        title: Status
        url: https://status.example.com
`;

/** A node of any type, as far as these tests change it. */
interface AnyNode {
  key: string;
  title: string;
  icon?: string;
  hidden?: boolean;
  language?: string;
  children: ConfigNode[];
}

/** The nodes of a configuration by their keys. */
class Nodes {
  constructor(private readonly config: SiteConfig) {}

  get(key: string): AnyNode {
    const node = [...nodesOf(this.config.structure)].find((one) => one.key === key);
    if (!node) throw new Error(`There is no node ${key}`);
    return node as ConfigNode & AnyNode;
  }
}

type Change = (nodes: Nodes, config: SiteConfig) => void;

/** The file with changes of what it says. */
function written(change: Change, text = FILE): string {
  const config = configOf(text);
  change(new Nodes(config), config);
  return writeSiteConfig(text, config, known);
}

/** Which lines are there no more, and which are new. */
function difference(before: string, after: string): string[] {
  const [old, now] = [before.split('\n'), after.split('\n')];
  return [
    ...old.filter((line) => !now.includes(line)).map((line) => `- ${line.trim()}`),
    ...now.filter((line) => !old.includes(line)).map((line) => `+ ${line.trim()}`),
  ];
}

describe('a docs.yaml that is written again', () => {
  it('is the same byte for byte where nothing has changed, defaults that are left out included', () => {
    expect(written(() => undefined)).toBe(FILE);
    expect(written(() => undefined, FILE.replaceAll('\n', '\r\n'))).toBe(FILE.replaceAll('\n', '\r\n'));
  });

  it.each<[string, Change, string[]]>([
    [
      'a title in its quotes',
      (nodes) => (nodes.get('guide').title = 'The "guide"'),
      ['- title: "Guide"  # as it is called', '+ title: "The \\"guide\\""  # as it is called'],
    ],
    ['the title of the site', (_nodes, config) => (config.title = "Acme's"), ["- title: 'Acme'", "+ title: 'Acme''s'"]],
    [
      'a text that looks like a number',
      (nodes) => (nodes.get('fr').title = '2024'),
      ['- title: Français', '+ title: "2024"'],
    ],
    ['a member that is new', (nodes) => (nodes.get('fr').hidden = true), ['+ hidden: true']],
    ['a member that is gone', (nodes) => delete nodes.get('api').icon, ['- icon: code']],
    [
      'a language',
      (nodes) => (nodes.get('en').language = 'fr'),
      ['- content: {directory: ./docs/en, language: en}', '+ content: {directory: ./docs/en, language: fr}'],
    ],
    [
      'a member of a mapping in braces',
      (nodes) => (nodes.get('ref').hidden = true),
      [
        '- - { type: space, key: ref, title: Reference, path: ref, content: { directory: /api } }',
        '+ - { type: space, key: ref, title: Reference, path: ref, hidden: true, content: { directory: /api } }',
      ],
    ],
  ])('differs by one line where %s is another', (_what, change, lines) => {
    expect(difference(FILE, written(change))).toEqual(lines);
  });

  it('keeps the lines of what moves, with the comments above it', () => {
    const text = written((nodes) => nodes.get('guide').children.reverse());
    expect(difference(FILE, text)).toEqual([]);
    expect(text.indexOf('# Translated by hand.')).toBeLessThan(text.indexOf('key: fr'));
    expect(text.indexOf('key: fr')).toBeLessThan(text.indexOf('key: en'));
  });

  it('indents what moves into a group as the group does', () => {
    const text = written((nodes, config) => {
      nodes.get('more').children.push(...config.structure.filter(({ key }) => key === 'guide'));
      config.structure = config.structure.filter(({ key }) => key !== 'guide');
    });
    expect(text).toContain('      # Everything for readers.\n      - type: section\n        key: guide\n');
    expect(text).toContain('          # Translated by hand.\n          - type: space\n            key: fr\n');
  });

  it('takes out what is gone, and writes what is new in its form', () => {
    const text = written((nodes) => {
      const { children } = nodes.get('guide');
      children.pop();
      children.push({
        type: 'space',
        key: 'notes',
        title: 'Notes',
        line: 0,
        path: 'notes',
        default: false,
        hidden: false,
        draft: false,
        directory: null,
      });
    });
    expect(text).not.toContain('Translated by hand');
    expect(text).toContain(
      '        - type: space\n          key: notes\n          title: Notes\n          path: notes\n          content:\n            directory: null\n',
    );
  });

  it('says what is wanted, whatever the file said, and again changes nothing', () => {
    const keys = ['guide', 'en', 'fr', 'more', 'api', 'ref', 'status'];
    fc.assert(
      fc.property(
        fc.shuffledSubarray(keys),
        fc.array(fc.string({ maxLength: 20 }), { minLength: 7, maxLength: 7 }),
        fc.nat(),
        (some, titles, seed) => {
          const wanted = shuffled(configOf(FILE), some, titles, seed);
          const text = writeSiteConfig(FILE, wanted, known);
          expect(plain(configOf(text))).toEqual(plain(wanted));
          expect(writeSiteConfig(text, wanted, known)).toBe(text);
        },
      ),
      { numRuns: 300, seed: 1 },
    );
  });

  it('changes a list between brackets where it is, and gives it lines of its own where its order is another', () => {
    const flow = `site:
  title: Acme # of ours
  structure:
    # Kept.
    - type: section
      key: one
      title: One
      path: one
      children: [{ type: space, key: a, title: A, path: a, content: { directory: a } }, # first
        { type: space, key: b, title: B, path: b, content: { directory: b } }] # both
    - { type: section, key: two, title: Two, path: two, children: [
        { type: space, key: c, title: C, path: c, content: { directory: c } } ] }
`;
    expect(written((nodes) => (nodes.get('b').title = 'New'), flow)).toBe(flow.replace('title: B', 'title: New'));
    const reordered = written((nodes) => nodes.get('one').children.reverse(), flow);
    expect(difference(flow, reordered).filter((line) => /Kept|of ours|key: (?:one|two)/.test(line))).toEqual([]);
    expect(configOf(reordered).structure).toMatchObject([{ children: [{ key: 'b' }, { key: 'a' }] }, { key: 'two' }]);
    const emptied = written((nodes) => nodes.get('two').children.pop(), flow);
    expect(difference(flow, emptied).filter((line) => /Kept|of ours|key: one|first|both/.test(line))).toEqual([]);
    expect(configOf(emptied).structure[1]).toMatchObject({ key: 'two', children: [] });
  });

  it('escapes what editors and readers of YAML would take for the end of a line', () => {
    const title = 'A\u2028B\u0085C';
    const text = written((nodes) => (nodes.get('fr').title = title));
    expect(text).toContain('title: "A\\u2028B\\u0085C"');
    expect([...nodesOf(configOf(text).structure)].find(({ key }) => key === 'fr')?.title).toBe(title);
  });

  it('is written anew where it has a form that can not be changed by lines', () => {
    const flow =
      'site: { title: Acme, structure: [{ type: space, key: a, title: A, path: a, content: { directory: a } }] }\n';
    const text = written((nodes) => (nodes.get('a').title = 'B'), flow);
    expect(text).toBe(
      'site:\n  title: Acme\n  structure:\n    - type: space\n      key: a\n      title: B\n      path: a\n      default: true\n      content:\n        directory: ./a\n',
    );
  });
});

/** The nodes in another order, some at other places, with other titles; as valid as before. */
function shuffled(config: SiteConfig, some: string[], titles: string[], seed: number): SiteConfig {
  const nodes = new Nodes(config);
  for (const [at, key] of some.entries()) nodes.get(key).title = `T ${(titles[at] ?? '').replaceAll('\0', '')}`;
  const [guide, more, api, status] = ['guide', 'more', 'api', 'status'].map((key) => nodes.get(key)) as unknown as [
    ...[ConfigSection, ConfigGroup, ConfigSection, ConfigNode],
  ];
  if (seed % 2) guide.children.reverse();
  if (seed % 3 === 0)
    guide.children = [...guide.children, ...api.children].map((space, at) => ({ ...space, default: at === 0 }));
  if (seed % 3 === 0) api.children = [];
  const order: ConfigNode[][] = [
    [guide, more],
    [more, guide],
    [status, guide, { ...more, children: [api] }],
    [guide, api],
  ];
  const structure = order[seed % 4] ?? [];
  const sections = [...nodesOf(structure)].filter((node) => node.type === 'section');
  for (const [at, section] of sections.entries()) section.default = at === 0;
  return { title: config.title, structure };
}
