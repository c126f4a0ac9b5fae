import { describe, expect, it } from '@jest/globals';
import { changesOf, type WantedGlossaryChanges } from '../../../../src/content/translations/domain/glossary-changes.js';

const translations = { en: 'a' };

describe('changes of a glossary', () => {
  it('are the same in either form', () => {
    expect(
      changesOf({
        operations: [
          { type: 'delete', id: 'x' },
          { type: 'insert', translations },
          { type: 'update', id: 'y', translations },
        ],
      }),
    ).toEqual({ add: [{ terms: translations }], update: [{ id: 'y', terms: translations }], remove: ['x'] });
    expect(changesOf({ remove: ['x'] })).toEqual({ add: [], update: [], remove: ['x'] });
  });

  const REFUSED: [string, WantedGlossaryChanges][] = [
    ['operations must be given', {}],
    ['not as both', { operations: [], remove: [] }],
    ['operations.0.translations is missing', { operations: [{ type: 'insert' }] }],
    ['operations.0.id: an entry is given its id', { operations: [{ type: 'insert', id: 'x', translations }] }],
    ['operations.0.id is missing', { operations: [{ type: 'update', translations }] }],
    ['operations.0.translations is missing', { operations: [{ type: 'update', id: 'x' }] }],
    ['operations.0.id is missing', { operations: [{ type: 'delete' }] }],
    ['operations.0.translations: nothing', { operations: [{ type: 'delete', id: 'x', translations }] }],
    [
      'x is updated and deleted',
      {
        operations: [
          { type: 'delete', id: 'x' },
          { type: 'update', id: 'x', translations },
        ],
      },
    ],
    [
      'x is updated more than once',
      {
        update: [
          { id: 'x', terms: translations },
          { id: 'x', terms: translations },
        ],
      },
    ],
  ];

  it.each(REFUSED)('are refused: %s', (message, wanted) => {
    expect(() => changesOf(wanted)).toThrow(message);
  });
});
