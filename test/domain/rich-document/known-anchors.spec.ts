import { describe, expect, it } from '@jest/globals';
import { findAnchor, headingAnchors, knownAnchors, listKnownAnchors, parseMarkdown } from '#rich-document';

const headings = (...words: string[]) => parseMarkdown(words.map((line) => `## ${line}\n\nText.\n`).join('\n'));

/** The anchor of the document that a link means. */
function meant(wanted: string, document = headings('Introduction')): string | undefined {
  return findAnchor(wanted, new Set(headingAnchors(document).map(({ anchor }) => anchor)), knownAnchors(document));
}

it('an anchor ends with a whole letter, however long the heading is', () => {
  for (const words of ['𠀀'.repeat(80), `x${'𠀀'.repeat(80)}`]) {
    const anchor = headingAnchors(headings(words))[0]?.anchor ?? '';
    expect(anchor.length).toBeGreaterThan(90);
    expect(() => encodeURIComponent(anchor)).not.toThrow();
  }
});

describe('an anchor in a link means a heading', () => {
  it.each([
    ['Fan-Out / Fan-In', 'fan-out--fan-in', 'GitHub'],
    ['Event Processor - Error Handler', 'event-processor---error-handler', 'GitHub'],
    ['Release 4.3', 'release-43', 'GitHub'],
    ['Use `structured_metadata`', 'use-structured_metadata', 'GitHub'],
    ['🚀 Launch', '-launch', 'GitHub'],
    ['日本語 の見出し！', '日本語-の見出し', 'GitHub'],
    ['Release 4.3', 'release-4.3', 'GitBook'],
    ['1. Data Characteristics', 'id-1.-data-characteristics', 'GitBook'],
    ['1. Data Characteristics', '1.-data-characteristics', 'GitBook, earlier'],
    ['Deploy with Docker & Compose', 'deploy-with-docker-and-compose', 'GitBook'],
    ['Set syntax…', 'set-syntax...', 'GitBook'],
    ["Acme's practices", 'acmes-practices', 'GitBook'],
    ['Input/output', 'inputoutput', 'GitBook'],
    ['Plugins & Modules', 'plugins-modules', 'GitLab'],
    ['Crème brûlée', 'creme-brulee', 'Python-Markdown'],
    ['Über uns!', 'über-uns', 'Python-Markdown with Unicode'],
    ['Crème brûlée', 'creme-brulee', 'VitePress'],
    ['3 steps', '_3-steps', 'VitePress'],
    ['What is it?', 'what-is-it?', 'markdown-it-anchor'],
    ['3. Go further', 'go-further', 'kramdown'],
    ['3. Go further', '_3-go-further', 'Docsify'],
    ['3.1 Snake_case names', 'snake-case-names', 'Docutils'],
  ])('%j by #%s (%s)', (words, anchor) => {
    expect(meant(anchor, headings('Introduction', words))).toBe(headingAnchors(headings(words))[0]?.anchor);
  });

  it.each([
    ['as it is written in the document', 'über-uns', 'über-uns'],
    ['percent-encoded', '%C3%BCber-uns', 'über-uns'],
    ['percent-encoded in lower case', '%c3%9cber-uns', 'über-uns'],
    ['in capitals', 'ÜBER-UNS', 'über-uns'],
    ['with a percent sign that encodes nothing', '100%', undefined],
  ])('%s', (_, wanted, anchor) => {
    expect(meant(wanted, headings('Über uns'))).toBe(anchor);
  });

  it('by no other words, however near they are', () => {
    const document = headings('Set up a cluster', 'Business Hours', 'Real-time table');
    for (const wanted of ['setup-a-cluster', 'set-up', 'business-hour', 'realtime-table', 'set-up-a-cluster-1', '']) {
      expect(meant(wanted, document)).toBeUndefined();
    }
  });

  it("by the author's anchor and by that of its words", () => {
    const document = parseMarkdown('## What is new? <a href="#news" id="news"></a>\n\n## News\n');
    expect(['news', 'NEWS', 'what-is-new', 'news-1'].map((wanted) => meant(wanted, document))).toEqual([
      'news',
      'news',
      'news',
      'news-1',
    ]);
  });

  it('by the number that each tool gives a repeated one', () => {
    const document = headings('Step 1.0', 'Step 1.0', 'Step 1.0');
    const [first, second, third] = headingAnchors(document).map(({ anchor }) => anchor);
    const names = ['step-10', 'step-10-1', 'step-10-2', 'step-10_1', 'step-10_2', 'step-1.0', 'step-1.0-2'];
    expect(names.map((wanted) => meant(wanted, document))).toEqual([first, second, third, second, third, first, third]);
  });

  it('that is the first by the earliest rule, where several have the same', () => {
    const document = headings('A.B', 'AB!', 'A B');
    expect(headingAnchors(document).map(({ anchor }) => anchor)).toEqual(['a-b', 'ab', 'a-b-1']);
    expect(['ab', 'a-b', 'ab-1', 'a.b'].map((wanted) => meant(wanted, document))).toEqual(['ab', 'a-b', 'ab', 'a-b']);
  });

  it('or the title of an expandable, which numbers no heading', () => {
    const document = parseMarkdown(
      '<details>\n<summary>More (a_b)</summary>\n\nText.\n\n</details>\n\n## More a_b\n\n## More a_b\n',
    );
    const [expandable, first, second] = headingAnchors(document).map(({ anchor }) => anchor);
    expect(expandable).toBe('more-a-b');
    expect(['more-a_b', 'more-a_b-1'].map((wanted) => meant(wanted, document))).toEqual([first, second]);
  });
});

describe('the anchors that headings are known by', () => {
  it('are none besides their own where all rules agree', () => {
    expect(knownAnchors(headings('Introduction', 'First steps', 'Follow-up', 'Version 2'))).toEqual(new Map());
  });

  it('leave the anchors of the document as they are', () => {
    const document = headings('Release 4.3', 'What & why');
    const before = headingAnchors(document);
    listKnownAnchors(document);
    expect(headingAnchors(document)).toEqual(before);
    expect(document.nodes[0]).toMatchObject({ meta: { id: 'release-4-3' } });
  });

  it('are listed with each heading for renderers', () => {
    const document = headings('Introduction', 'Release 4.3');
    listKnownAnchors(document);
    const metas = document.nodes.flatMap((block) => ('meta' in block ? [block.meta] : []));
    expect(metas[0]).toEqual({ id: 'introduction' });
    expect(metas[1]?.id).toBe('release-4-3');
    expect((metas[1] as { anchors: string[] }).anchors).toEqual(expect.arrayContaining(['release-43', 'release-4.3']));
  });

  it('are bounded, however many headings have long titles', () => {
    const long = `${'a.b/&'.repeat(200)} `;
    const document = headings(...Array.from({ length: 500 }, (_, index) => long + index));
    const known = knownAnchors(document);
    const characters = [...known].reduce((sum, [name, anchor]) => sum + name.length + anchor.length, 0);
    expect(characters).toBeLessThanOrEqual(200_000);
    expect(known.size).toBeGreaterThan(100);
  });

  it('take time in proportion to the headings, also where all are the same', () => {
    const document = headings(...Array.from({ length: 6_000 }, () => 'A.B'));
    const begun = performance.now();
    expect(knownAnchors(document).get('ab-5999')).toBe('a-b-5999');
    expect(performance.now() - begun).toBeLessThan(3_000);
  });
});
