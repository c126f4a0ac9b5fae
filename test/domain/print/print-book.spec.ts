import { describe, expect, it } from '@jest/globals';
import { assignKeys, collectReferences, mapReferences, parseMarkdown, type ContentRef } from '#rich-document';
import { keyOfReference, type BookPage, type BookPart, type Target } from '#print';
import { PdfFile } from './pdf-file.js';

const TEXT = 'Some text that takes a line or two of a page, and says nothing of any weight at all. ';

/** A page of Markdown whose links are resolved by their URLs. */
function page(id: string, markdown: string, more: Partial<BookPage> = {}): BookPage {
  const document = assignKeys(parseMarkdown(markdown));
  return { id, title: `Title of ${id}`, depth: 0, groups: [], trail: [], document, ...more };
}

function part(pages: BookPage[], leadsTo: Record<string, Target> = {}): BookPart {
  const targets = new Map<string, Target>();
  for (const { id, document } of pages)
    for (const { ref } of collectReferences(document))
      if (ref.kind === 'url') targets.set(keyOfReference(id, ref), leadsTo[ref.url] ?? { url: ref.url });
  return { pages, targets, pictures: new Map(), shown: new Map() };
}

describe('a printed book', () => {
  it('begins with a cover and a table of contents that tells the pages where its pages begin', async () => {
    const long = page('long', TEXT.repeat(160));
    const file = await PdfFile.of({ title: 'The handbook' }, [
      part([page('first', TEXT), long]),
      part([page('third', TEXT, { depth: 1, groups: [{ title: 'A group', depth: 0 }] })]),
    ]);
    expect(file.textOf(1)).toContain('The handbook');
    const contents = file.textOf(2).replace(/[ .]{4,}/g, ' … ');
    const at = (id: string): number => (file.destinations.get(`page ${id}`) ?? 0) - 2;
    expect([at('first'), at('long')]).toEqual([1, 2]);
    expect(at('third')).toBeGreaterThan(3);
    expect(contents).toContain(`Title of first … 1`);
    expect(contents).toContain(`Title of long … 2`);
    expect(contents).toContain(`A group … ${at('third')}`);
    expect(new Set(file.linksOf(2))).toEqual(new Set(['page first', 'page long', 'page third']));
    expect(file.textOf(at('third') + 2)).toContain('Title of third');
  });

  it('is outlined by its groups, pages and headings', async () => {
    const child = page('child', '## Part\n\n### Step', { depth: 1, groups: [{ title: 'Group', depth: 0 }] });
    const { outline } = await PdfFile.of({}, [part([page('a', TEXT), child])]);
    expect(outline).toEqual(['Title of a 3', 'Group 4', ' Title of child 4', '  Part 4', '   Step 4']);
  });

  it('leads by its links to pages and headings of other parts, and to addresses', async () => {
    const from = page('from', '[a](heading), [b](page), [c](gone), [d](https://example.com/), [e](javascript:alert)');
    const to = page('to', `# First\n\n${TEXT.repeat(90)}\n\n# Second`);
    const leads = {
      heading: { page: 'to', anchor: 'second' },
      page: { page: 'to' },
      gone: { page: 'to', anchor: 'nowhere' },
    };
    const file = await PdfFile.of({}, [part([from], leads), part([to])]);
    const { destinations } = file;
    expect(file.linksOf(3)).toEqual(['page to#second', 'page to', 'page to#nowhere', 'https://example.com/']);
    expect(destinations.get('page to')).toBe(4);
    expect(destinations.get('page to#second')).toBe(5);
    expect(destinations.get('page to#nowhere')).toBe(4);
  });

  it('carries the shapes of Chinese and Japanese characters, in the font of its language', async () => {
    const words = page('words', '漢字 and かな 😀');
    const chinese = await PdfFile.of({ language: 'zh' }, [part([words])]);
    const japanese = await PdfFile.of({ language: 'ja' }, [part([words])]);
    expect(chinese.textOf(3)).toContain('漢字 and かな 😀');
    expect(chinese.fonts).toContain('NotoSansSC-Regular');
    expect(japanese.fonts).toContain('NotoSansJP-Regular');
    expect(japanese.fonts).not.toContain('NotoSansSC-Regular');
    expect(japanese.textOf(2)).toContain('目次');
  });

  it('writes the dates of updates in words of its language', async () => {
    const news = page('news', '{% updates %}\n{% update date="2026-01-31" %}\nNew.\n{% endupdate %}\n{% endupdates %}');
    expect((await PdfFile.of({}, [part([news])])).textOf(3)).toContain('January 31, 2026');
    expect((await PdfFile.of({ language: 'de' }, [part([news])])).textOf(3)).toContain('31. Januar 2026');
  });

  it('numbers steps, those that are empty or begin with a heading too', async () => {
    const steps =
      '{% stepper %}\n{% step %}\n## Begin\n{% endstep %}\n{% step %}\n{% endstep %}\n{% endstepper %}\n\nEnd.';
    const text = (await PdfFile.of({}, [part([page('steps', steps)])])).textOf(3);
    for (const words of ['1', 'Begin', '2', 'End.']) expect(text).toContain(words);
  });

  it('sets columns beside each other, as wide as was chosen, and below each other where they are too many', async () => {
    const columns = (...widths: string[]) =>
      widths.map((width) => `{% column ${width} %}\n[a](https://example.com/)\n{% endcolumn %}`).join('\n');
    const placesIn = async (...widths: string[]) => {
      const text = `{% columns %}\n${columns(...widths)}\n{% endcolumns %}`;
      return (await PdfFile.of({}, [part([page('columns', text)])])).placesOfLinks(3);
    };
    const [first, second] = await placesIn('', '');
    expect(second?.bottom).toBe(first?.bottom);
    expect((second?.left ?? 0) - (first?.left ?? 0)).toBeCloseTo(235.6 + 8, 0);
    const [narrow, wide] = await placesIn('width="25%"', '');
    expect((wide?.left ?? 0) - (narrow?.left ?? 0)).toBeCloseTo(113.8 + 16, 0);
    const below = await placesIn('', '', '', '', '');
    expect(new Set(below.map(({ left }) => left)).size).toBe(1);
    expect(new Set(below.map(({ bottom }) => bottom)).size).toBe(5);
    expect(await placesIn()).toEqual([]);
  });

  it('carries no font it does not use', async () => {
    expect((await PdfFile.of({}, [part([page('a', 'Latin letters')])])).fonts).toEqual([
      'NotoSans-Bold',
      'NotoSans-Regular',
    ]);
  });

  it('tells the characters that no font has, by their scripts, and says nothing of what shows nothing', async () => {
    const words = page('words', 'สวัสดี, ทดสอบ. Ქართული. हिन्दी, 漢字, 한국어, עברית, عربي 😀 \u200b\u2060\ue123', {
      title: 'ไทย',
    });
    const { unprinted } = await PdfFile.of({}, [part([words])]);
    expect(unprinted.map(({ script }) => script)).toEqual(['Georgian', 'Other', 'Thai']);
    expect(unprinted[1]?.characters).toBe('\ue123');
    expect(unprinted[2]?.characters).toBe([...new Set('สวัสดีทดสอบไทย')].sort().join(''));
    expect((await PdfFile.of({}, [part([page('a', TEXT)])])).unprinted).toEqual([]);
  });

  it('shows what specifications say in the places of their blocks, and names a block of which that is not known', async () => {
    const block = (path: string) =>
      `{% openapi-operation spec="pets" path="${path}" method="get" %}\n{% endopenapi-operation %}`;
    const pets = page('pets', `{% hint style="info" %}\n${block('/pets')}\n{% endhint %}\n\n${block('/gone')}`);
    const one = part([pets]);
    const says = parseMarkdown('`GET /pets`\n\n**Responses**\n\n* `name` (string): The call name.').nodes;
    mapReferences(pets.document, (ref, _use, found) => {
      if (found?.type === 'openapi-operation' && found.data.path === '/pets') one.shown.set(found, says);
      return ref;
    });
    const text = (await PdfFile.of({ frontMatter: false }, [one])).textOf(1);
    expect(one.shown.size).toBe(1);
    for (const words of ['Responses', 'The call name.', 'GET /gone']) expect(text).toContain(words);
  });

  it('is the same bytes for the same content', async () => {
    const [one, two] = [
      await PdfFile.of({}, [part([page('a', TEXT)])]),
      await PdfFile.of({}, [part([page('a', TEXT)])]),
    ];
    expect(one.bytes.equals(two.bytes)).toBe(true);
  });

  it('is its one page where it has no front matter', async () => {
    const file = await PdfFile.of({ frontMatter: false }, [part([page('a', TEXT)])]);
    expect([file.pages, file.destinations.get('page a')]).toEqual([1, 1]);
  });

  it('is a cover where there is nothing to print', async () => {
    expect((await PdfFile.of({}, [])).pages).toBe(1);
  });

  it('says the name of a picture that it cannot draw, and draws the rest', async () => {
    const pictured = part([page('a', '![](broken)\n\n![](bomb)\n\n![](file)\n\nThe rest.')], {
      broken: { picture: 'broken' },
      bomb: { picture: 'bomb' },
      file: { picture: 'file' },
    });
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="/etc/passwd"/></svg>';
    pictured.pictures.set('broken', { name: 'broken.png', bytes: Buffer.from('not a picture'), isSvg: false });
    pictured.pictures.set('bomb', { name: 'bomb.png', bytes: pngOfSize(60_000, 60_000), isSvg: false });
    pictured.pictures.set('file', { name: 'file.svg', bytes: Buffer.from(svg), isSvg: true });
    const text = (await PdfFile.of({ frontMatter: false }, [pictured])).textOf(1);
    expect(text).toContain('broken.png');
    expect(text).toContain('bomb.png');
    expect(text).toContain('The rest.');
  });

  it('keeps what a key is made of apart', () => {
    const here: ContentRef = { kind: 'anchor', anchor: 'x' };
    expect(keyOfReference('a', here)).not.toBe(keyOfReference('b', here));
    expect(keyOfReference('a', { ...here, page: 'c' })).toBe(keyOfReference('b', { ...here, page: 'c' }));
  });
});

/** The beginning of a PNG that says how large it is. */
function pngOfSize(width: number, height: number): Buffer {
  const header = Buffer.alloc(33);
  Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex').copy(header);
  header.writeUInt32BE(width, 16);
  header.writeUInt32BE(height, 20);
  header.set([8, 6, 0, 0, 0], 24);
  return header;
}
