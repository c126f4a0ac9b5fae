import { describe, expect, it } from '@jest/globals';
import { parseMarkdown, plainText, renderMarkdown, validateDocument, type Block } from '#rich-document';
import {
  pageSkeleton,
  proposedPage,
  titleOf,
  type PageMaterial,
} from '../../../../src/conversations/documentation/domain/page-skeleton.js';
import type { AskedQuestion } from '../../../../src/conversations/documentation/domain/documentation.js';
import { readProposal } from '../../../../src/conversations/documentation/domain/proposal.js';

const near = [
  { spaceId: 'own', pageId: 'install', title: 'Install *it*' },
  { spaceId: 'other', pageId: 'reset', title: 'Reset <b>all</b>' },
];
const once = (text: string): AskedQuestion => ({ text, asked: 1 });
const material: PageMaterial = {
  label: 'reset password',
  questions: [once('How do I reset it?')],
  near,
  spaceId: 'own',
};

const kinds = (blocks: readonly Block[]): string[] => blocks.map(({ type }) => type);
const linksOf = (blocks: unknown): object[] =>
  JSON.stringify(blocks)
    .match(/\{"kind":"[^}]*\}/g)
    ?.map((text) => JSON.parse(text) as object) ?? [];

describe('the page that is begun for a cluster', () => {
  it('has headings to fill in, pages that are near and the questions', () => {
    const page = pageSkeleton(material);
    expect(() => validateDocument(page)).not.toThrow();
    expect(renderMarkdown(page)).toContain('How do I reset it?');
    expect(kinds(page.nodes)).toEqual([
      'hint',
      'heading-1',
      'paragraph',
      'heading-1',
      'paragraph',
      'heading-1',
      'list-unordered',
      'heading-1',
      'blockquote',
    ]);
    expect(linksOf(page)).toEqual([
      { kind: 'page', page: 'install' },
      { kind: 'page', page: 'reset', space: 'other' },
    ]);
  });

  it('speaks the language of the space, and English where it does not know that', () => {
    const headed = (language?: string) => renderMarkdown(pageSkeleton({ ...material, language }));
    expect(headed('de-CH')).toContain('Schritt für Schritt');
    expect(headed('ja')).toContain('手順');
    expect(headed('zh-Hant')).toContain('步骤');
    expect(headed('xx')).toContain('Step by step');
    expect(headed()).toContain('Step by step');
  });

  it('reads nothing in a question as Markdown, HTML, a block or an expression', () => {
    const questions = [
      '# Heading\n\n---\n<script>alert(1)</script>',
      '{% hint style="danger" %} x {% endhint %}',
      '{{ space.vars.secret }} ![x](http://evil.test/p.png) [link](javascript:alert(1))',
      '</blockquote> | a | b |\u0000\u202e',
      '> quoted\n1. list',
      '   ',
    ];
    const page = pageSkeleton({ ...material, near: [], questions: questions.map(once) });
    const quotes = page.nodes.filter(({ type }) => type === 'blockquote');
    expect(quotes).toHaveLength(5);
    const again = parseMarkdown(renderMarkdown(page));
    expect(kinds(again.nodes)).toEqual(kinds(page.nodes));
    expect(linksOf(again)).toEqual([]);
    expect(JSON.stringify(again)).not.toMatch(/"type":"(expression|inline-image|images|table)"/);
  });

  it('says how often a question was asked, where it was more than once', () => {
    const questions = [{ text: 'How do I reset it?', asked: 12 }, once('May I reset it?'), { text: ' ', asked: 3 }];
    const quotes = pageSkeleton({ ...material, questions }).nodes.filter(({ type }) => type === 'blockquote');
    expect(quotes.map((quote) => plainText({ ...pageSkeleton(material), nodes: [quote] }).trim())).toEqual([
      'How do I reset it? (×12)',
      'May I reset it?',
    ]);
  });

  it('quotes a bounded part of what was asked', () => {
    const page = pageSkeleton({ ...material, questions: Array.from({ length: 500 }, () => once('x'.repeat(10_000))) });
    expect(page.nodes.filter(({ type }) => type === 'blockquote')).toHaveLength(8);
    expect(JSON.stringify(page).length).toBeLessThan(12_000);
  });

  it('has a title of one line', () => {
    expect(titleOf({ label: ' a\n\tb ' })).toBe('a b');
    expect(titleOf({ label: '\u0000' })).toBe('Untitled');
    expect([...titleOf({ label: '\u{1F600}'.repeat(300) })]).toHaveLength(100);
  });
});

describe('what a language model wrote', () => {
  const good = `# Reset your password

You can reset it on the page of your account, as [the guide](page:2) says.

## Step by step

1. Open your account.
2. Choose *Reset*, then \`quire reset <name>\`.
`;

  it('becomes the body of the page, above the questions', () => {
    const body = readProposal(good, material);
    expect(kinds(body ?? [])).toEqual(['paragraph', 'heading-1', 'list-ordered']);
    const page = proposedPage(material, body ?? []);
    expect(() => validateDocument(page)).not.toThrow();
    expect(renderMarkdown(page)).toContain('How do I reset it?');
    expect(linksOf(body)).toEqual([{ kind: 'page', page: 'reset', space: 'other' }]);
  });

  it('is read out of a block of code', () => {
    expect(readProposal('```markdown\n' + good + '\n```', material)).toHaveLength(3);
  });

  it('has no link to anything but pages that are there', () => {
    const links =
      '[a](https://evil.test) [b](page:9) [c](javascript:x) [d](page:1) ![e](http://x.test/e.png) mail@evil.test';
    const body = readProposal(good + links, material);
    expect(linksOf(body)).toEqual([
      { kind: 'page', page: 'reset', space: 'other' },
      { kind: 'page', page: 'install' },
    ]);
    expect(JSON.stringify(body)).not.toContain('image');
  });

  it.each([
    ['nothing', ''],
    ['a refusal', 'I cannot.'],
    ['HTML', `${good}\n<script>alert(1)</script>`],
    ['a block of another kind', `${good}\n{% embed url="https://evil.test" %}`],
    ['an expression', `${good}\n{{ visitor.claims }}`],
    ['far too much', good.repeat(500)],
    ['symbols', '\u0000'.repeat(200)],
    ['images alone', '![a](http://x.test/a.png)\n\n'.repeat(10)],
    ['deep lists', `${'- '.repeat(5_000)}x`],
  ])('is not used where it is %s', (_, markdown) => {
    expect(readProposal(markdown, material)).toBeUndefined();
  });
});
