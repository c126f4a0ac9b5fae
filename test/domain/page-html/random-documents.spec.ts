import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { drawDocument, outlineOf } from '#page-html';
import { assignKeys, validateDocument, type RichDocument } from '#rich-document';
import { document } from '../rich-document/support/blocks.js';
import { contextWith, dangersIn, readPage } from './support/page.js';

const runs = Number(process.env['FC_RUNS'] ?? 200);

const given = (json: object): RichDocument => assignKeys(validateDocument(json, { nesting: 'markdown' }));

/** The texts of paragraphs, headings and lines of code that the page must show: not those of hidden columns. */
function textsIn(node: unknown, texts: string[] = []): string[] {
  if (Array.isArray(node)) for (const each of node) textsIn(each, texts);
  else if (typeof node === 'object' && node !== null) {
    const { object, type, text } = node as { object?: string; type?: string; text?: string };
    if (object === 'leaf' && text !== undefined) texts.push(text);
    else if (type === 'table') texts.push(...shownIn(node as Table));
    else for (const each of Object.values(node)) textsIn(each, texts);
  }
  return texts;
}

interface Table {
  data: {
    view: { type: string; columns: string[]; targetDefinition?: string; coverDefinition?: string };
    records: Record<string, { values: Record<string, unknown> }>;
    cellMerges?: unknown[];
  };
  fragments: { fragment: string; nodes: unknown[] }[];
}

function shownIn({ data, fragments }: Table): string[] {
  if (data.cellMerges !== undefined) return [];
  const { columns, type, ...apart } = data.view;
  const shown = columns.filter((id) => type === 'grid' || !Object.values(apart).includes(id));
  const names = Object.values(data.records).flatMap(({ values }) => shown.map((id) => values[id]));
  return fragments.filter(({ fragment }) => names.includes(fragment)).flatMap(({ nodes }) => textsIn(nodes));
}

const dense = (text: string): string => text.replace(/[\s\u0000]+/g, '');

describe('the page of any document', () => {
  it('is well-formed, without styles, handlers or harmful addresses, and each id is there once', () => {
    fc.assert(
      fc.property(document(2), (json) => {
        expect(dangersIn(drawDocument(given(json), contextWith()))).toEqual([]);
      }),
      { numRuns: runs },
    );
  });

  it('is the same when all references are broken, but for what they lead to', () => {
    const nothing = () => undefined;
    const broken = { target: nothing, picture: nothing, file: nothing, icon: nothing, user: nothing, tag: nothing };
    fc.assert(
      fc.property(document(2), (json) => {
        const html = drawDocument(given(json), contextWith({ ...broken, action: nothing }));
        expect(dangersIn(html)).toEqual([]);
        const links = readPage(html).elements.filter(({ name, attributes }) => {
          return name === 'a' && !['anchor', 'embed', 'embed wide', 'source'].includes(attributes['class'] ?? '');
        });
        expect(links).toEqual([]);
      }),
      { numRuns: runs },
    );
  });

  it('says every text of the document', () => {
    fc.assert(
      fc.property(document(2), (json) => {
        const document = given(json);
        const said = dense(readPage(drawDocument(document, contextWith())).text);
        for (const text of textsIn(document)) expect(said).toContain(dense(text));
      }),
      { numRuns: runs },
    );
  });

  it('has the anchors that its outline names', () => {
    fc.assert(
      fc.property(document(2), (json) => {
        const document = given(json);
        const { elements } = readPage(drawDocument(document, contextWith()));
        const ids = elements.filter(({ name }) => /^h[2-4]$/.test(name)).map(({ attributes }) => attributes['id']);
        for (const { id } of outlineOf(document)) expect(ids).toContain(id);
      }),
      { numRuns: runs },
    );
  });

  it('may be cut anywhere, and says so', () => {
    fc.assert(
      fc.property(document(2), fc.integer({ min: 0, max: 3_000 }), (json, maxBytes) => {
        const html = drawDocument(given(json), contextWith({ maxBytes }));
        expect(dangersIn(html)).toEqual([]);
        const whole = drawDocument(given(json), contextWith());
        expect(html === whole || html.includes('<p class="cut"')).toBe(true);
      }),
      { numRuns: runs },
    );
  });
});
