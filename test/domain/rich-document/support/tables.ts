import fc from 'fast-check';
import { anyRef, defined, lineOf, maybe, media, textOf, word } from './inlines.js';

const flag = maybe(fc.boolean());
const option = fc.record({
  value: word,
  label: fc.oneof(textOf, fc.constant('')),
  color: fc.constantFrom('green', 'default'),
});
const column = fc.oneof(
  fc.record({
    type: fc.constant('text'),
    textAlignment: fc.constantFrom('left', 'center', 'right'),
    verticalAlignment: maybe(fc.constantFrom('top', 'middle')),
  }),
  fc.constantFrom('number', 'checkbox', 'files', 'content-ref', 'image').map((type) => ({ type })),
  fc.record({ type: fc.constant('rating'), max: fc.integer({ min: 1, max: 10 }) }),
  fc.record({ type: fc.constant('select'), multiple: fc.boolean(), options: fc.array(option, { maxLength: 3 }) }),
  fc.record({ type: fc.constant('users'), multiple: fc.boolean() }),
);

const imageCell = fc.oneof(
  media,
  fc
    .record({ ref: media, objectFit: maybe(fc.constantFrom('contain', 'fill', 'cover')), alt: maybe(textOf) })
    .map(defined),
);
function valueOf(type: string): fc.Arbitrary<unknown> {
  switch (type) {
    case 'number':
    case 'rating':
      return fc.option(fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true })));
    case 'checkbox':
      return fc.boolean();
    case 'select':
    case 'users':
    case 'files':
      return fc.array(fc.stringMatching(/^[A-Za-z0-9_-]{1,8}$/), { maxLength: 2 });
    case 'content-ref':
      return fc.option(anyRef);
    case 'image':
      return fc.option(imageCell);
    default:
      return fc.constant(null);
  }
}

/** Tables of every view and column type. */
export function table(cell: fc.Arbitrary<object>, line: fc.Arbitrary<object[]>): fc.Arbitrary<object> {
  const paragraph = line.map((nodes) => [{ object: 'block', type: 'paragraph', isVoid: false, data: {}, nodes }]);
  const isPlain = fc.boolean();
  return fc
    .tuple(
      isPlain,
      fc.uniqueArray(word, { minLength: 1, maxLength: 3 }),
      fc.uniqueArray(word, { maxLength: 3 }),
      fc.boolean(),
    )
    .chain(([plain, names, rows, canonical]) => {
      const columnIds = plain || canonical ? names.map((_, index) => `c${index + 1}`) : names;
      const rowIds = plain || canonical ? rows.map((_, index) => `r${index + 1}`) : rows;
      const columns = fc.tuple(
        ...columnIds.map((id) =>
          fc
            .tuple(lineOf, plain ? fc.constant({ type: 'text', textAlignment: 'left' }) : column)
            .map(([title, own]) => defined({ id, title, ...own })),
        ),
      );
      return columns.chain((definitions) => {
        const cells = fc.tuple(
          ...rowIds.map(() =>
            fc.tuple(
              ...definitions.map((own) =>
                own.type === 'text'
                  ? fc.option(plain ? paragraph : fc.array(cell, { minLength: 1, maxLength: 2 }))
                  : valueOf(own.type),
              ),
            ),
          ),
        );
        return fc
          .tuple(
            cells,
            plain ? fc.constant(plainView(columnIds)) : view(columnIds),
            plain
              ? fc.constant({})
              : fc.record({ fullWidth: flag, search: flag, cellMerges: maybe(merges(columnIds, rowIds)) }),
          )
          .map(([grid, own, rest]) => {
            const fragments: object[] = [];
            const records = rowIds.map((row, index) => {
              const values = definitions.map(({ id, type }, at): [string, unknown] => {
                const value = (grid as unknown[][])[index]?.[at];
                if (type !== 'text' || value === null) return [id, value];
                fragments.push({ object: 'fragment', fragment: `${index}-${id}`, nodes: value });
                return [id, `${index}-${id}`];
              });
              return [row, { orderIndex: String(index), values: Object.fromEntries(values) }];
            });
            const definition = Object.fromEntries(definitions.map((each) => [each.id, each]));
            return {
              object: 'block',
              type: 'table',
              isVoid: true,
              data: defined({ view: own, definition, records: Object.fromEntries(records), ...rest }),
              fragments,
            };
          });
      });
    });
}

const plainView = (columns: string[]): object => ({ type: 'grid', columns, hideHeader: false });
function view(columns: string[]): fc.Arbitrary<object> {
  const shown = fc.shuffledSubarray(columns, { minLength: 0 });
  const one = maybe(fc.constantFrom(...columns));
  return fc.oneof(
    fc
      .record({
        columns: shown,
        hideHeader: fc.boolean(),
        useNewSizing: flag,
        stickyHeader: flag,
        stickyFirstColumn: flag,
        columnWidths: maybe(fc.dictionary(fc.constantFrom(...columns), fc.integer({ min: 1, max: 500 }))),
      })
      .map((data) => defined({ type: 'grid', ...data })),
    fc
      .record({
        cardSize: fc.constantFrom('medium', 'large'),
        columns: shown,
        targetDefinition: one,
        coverDefinition: one,
        coverDefinitionDark: one,
        hideColumnTitle: flag,
        wrap: flag,
      })
      .map((data) => defined({ type: 'cards', ...data })),
  );
}
const merges = (columns: string[], rows: string[]): fc.Arbitrary<object[]> =>
  rows.length === 0
    ? fc.constant([])
    : fc.array(
        fc.record({
          anchor: fc.record({ record: fc.constantFrom(...rows), column: fc.constantFrom(...columns) }),
          rowSpan: fc.integer({ min: 1, max: 3 }),
          colSpan: fc.integer({ min: 1, max: 3 }),
        }),
        { maxLength: 2 },
      );
