import { describe, expect, it } from '@jest/globals';
import { draw, fragment, leafBlock, paragraph, readPage, url } from './support/page.js';

type Values = Record<string, unknown>;

const textColumn = { type: 'text', title: 'Text', textAlignment: 'left' };

/** A grid of these columns with one record for each of the values. */
function grid(columns: Record<string, object>, records: Values[], more: { view?: object; data?: object } = {}): object {
  const definition = Object.fromEntries(
    Object.entries(columns).map(([id, column]) => [id, { id, title: id, ...column }]),
  );
  const rows = records.map((values, index) => [`r${index + 1}`, { orderIndex: `a${index}`, values }]);
  const view = { type: 'grid', columns: Object.keys(columns), hideHeader: false, ...more.view };
  const data = { view, definition, records: Object.fromEntries(rows), ...more.data };
  const named = (name: string): object => fragment(name, paragraph(`Text of ${name}`));
  return leafBlock('table', data, { fragments: ['f1', 'f2', 'f3'].map(named) });
}

/** What the first cell of a column of one row contains. */
const cell = (column: object, value: unknown): string =>
  /<td[^>]*>(.*)<\/td>/.exec(draw([grid({ a: column }, [{ a: value }])], { icon: () => undefined }))?.[1] ?? '';

describe('a table', () => {
  it('is in a region that scrolls, with a name of its own', () => {
    const table = grid({ a: textColumn }, [{ a: 'f1' }]);
    const html = draw([table, table]);
    expect(html).toContain(
      '<div class="table" role="region" tabindex="0" aria-label="Table 1"><table><thead><tr><th scope="col">Text</th>' +
        '</tr></thead><tbody><tr><td>Text of f1</td></tr></tbody></table></div>',
    );
    expect(html).toContain('aria-label="Table 2"');
  });

  it('has no header where a column has no title', () => {
    const table = grid({ a: textColumn, b: { ...textColumn, title: ' ' } }, [{ a: 'f1', b: 'f2' }]);
    expect(draw([table])).toContain('<thead><tr><th scope="col">Text</th><td></td></tr></thead>');
  });

  it('has its rows in their order, and only the columns of its view', () => {
    const records = { x: { orderIndex: 'b', values: { a: 'f1' } }, y: { orderIndex: 'a', values: { a: 'f2' } } };
    const { text } = readPage(
      draw([grid({ a: textColumn, b: textColumn }, [], { view: { columns: ['a'] }, data: { records } })]),
    );
    expect(text).toBe('TextText of f2Text of f1');
  });

  it('has sides, widths and a hidden header as classes', () => {
    const columns = {
      a: { ...textColumn, textAlignment: 'right', verticalAlignment: 'middle' },
      b: { type: 'number' },
    };
    const view = { hideHeader: true, columnWidths: { a: 25 }, stickyHeader: true, stickyFirstColumn: true };
    const html = draw([grid(columns, [{ a: 'f1', b: 7 }], { view, data: { fullWidth: true, search: true } })]);
    expect(html).toContain('<div class="table wide sticky-header sticky-column"');
    expect(html).toContain('data-search');
    expect(html).toContain('<colgroup><col class="w-3"/><col/></colgroup><thead class="sr">');
    expect(html).toContain('<td class="end middle">Text of f1</td><td class="end">7</td>');
  });

  it('has cells that span others', () => {
    const values = { a: 'f1', b: 'f2' };
    const cellMerges = [
      { anchor: { record: 'r1', column: 'a' }, rowSpan: 1, colSpan: 9 },
      { anchor: { record: 'r1', column: 'b' }, rowSpan: 2, colSpan: 1 },
      { anchor: { record: 'r2', column: 'b' }, rowSpan: 2, colSpan: 1 },
      { anchor: { record: 'gone', column: 'b' }, rowSpan: 2, colSpan: 1 },
    ];
    const html = draw([grid({ a: textColumn, b: textColumn }, [values, values, values], { data: { cellMerges } })]);
    expect(html.slice(html.indexOf('<tbody>'))).toBe(
      '<tbody><tr><td colspan="2">Text of f1</td></tr><tr><td>Text of f1</td><td rowspan="2">Text of f2</td></tr>' +
        '<tr><td>Text of f1</td></tr></tbody></table></div>',
    );
  });
});

describe('a cell', () => {
  it('has a checkbox with the name of its column', () => {
    expect(cell({ type: 'checkbox', title: 'Free' }, true)).toBe(
      '<input type="checkbox" disabled checked aria-label="Free"/>',
    );
  });

  it('has a rating as stars, or as numbers if these are many', () => {
    expect(cell({ type: 'rating', max: 5 }, 3)).toBe('<span class="rating" role="img" aria-label="3 / 5">★★★☆☆</span>');
    expect(cell({ type: 'rating', max: 1e9 }, 3)).toBe('<span class="rating">3 / 1000000000</span>');
  });

  it('has the options that were chosen, with their colors', () => {
    const options = [{ value: 'a', label: 'Alpha', color: 'green' }];
    expect(cell({ type: 'select', multiple: true, options }, ['a', 'gone'])).toBe(
      '<span class="option c-green">Alpha</span>',
    );
  });

  it('has the names of people and of files', () => {
    expect(cell({ type: 'users', multiple: true }, ['u'])).toBe('<span class="user">Name of u</span>');
    expect(cell({ type: 'files' }, ['f'])).toBe('<a class="attached" href="/file.pdf" download="f.pdf">f.pdf</a>');
  });

  it('has a link, or an image that fits as it says', () => {
    expect(cell({ type: 'content-ref' }, { kind: 'page', page: 'p' })).toBe('<a href="/to/p">Title of p</a>');
    expect(cell({ type: 'content-ref' }, url('javascript:x'))).toBe('javascript:x');
    const image = { ref: url('/a.png'), objectFit: 'cover', alt: 'A' };
    expect(cell({ type: 'image' }, image)).toContain('<img src="/a.png" alt="A" class="fit-cover"');
  });
});

describe('cards', () => {
  const columns = { a: textColumn, b: { type: 'number' }, to: { type: 'content-ref' }, cover: { type: 'image' } };
  const values = { a: 'f1', b: 7, to: { kind: 'page', page: 'p' }, cover: url('/a.png') };
  const view = { type: 'cards', cardSize: 'large', targetDefinition: 'to', coverDefinition: 'cover' };

  it('have a cover, their content and one link', () => {
    const html = draw([grid(columns, [values], { view })]);
    expect(html).toBe(
      '<ul class="cards large"><li><div class="cover"><img src="/a.png" alt width="400" height="200" loading="lazy" ' +
        'decoding="async"/></div><div>Text of f1</div><div><span class="column-title">b</span>7</div>' +
        '<a href="/to/p" class="card-target"><span class="sr">Title of p</span></a></li></ul>',
    );
  });

  it('have no link if their target is missing, and no titles of columns if these are hidden', () => {
    const html = draw([grid(columns, [values], { view: { ...view, hideColumnTitle: true, wrap: false } })], {
      target: () => undefined,
    });
    expect(html).toContain('<ul class="cards large row">');
    expect(html).toContain('<div>Text of f1</div><div>7</div></li>');
  });
});
