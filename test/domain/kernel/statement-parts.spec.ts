import { describe, expect, it } from '@jest/globals';
import { jsonId, jsonObject, jsonText, NOT_WRITTEN } from '#kernel/infrastructure/database/json-object';
import { columnNames, recordSchema, selectColumns, selectJson } from '#kernel/infrastructure/database/record-schema';

interface Boat {
  id: string;
  builtAt: Date;
}

const schema = recordSchema<Boat>({
  name: 'Boat',
  columns: { id: { type: 'text', primary: true }, builtAt: { type: 'timestamptz', name: 'built_at' } },
});

describe('the columns of a table', () => {
  it('are selected under the names of the members', () => {
    expect(selectColumns(schema, 'b')).toBe('b.id, b.built_at as "builtAt"');
    expect(selectColumns(schema, 'b', ['builtAt'])).toBe('b.built_at as "builtAt"');
  });

  it('are listed by their own names, or as one JSON object', () => {
    expect(columnNames(schema)).toBe('id, built_at');
    expect(selectJson(schema, 'b')).toBe(`json_build_object('id', b.id, 'builtAt', b.built_at)`);
  });
});

describe('a view that SQL writes', () => {
  it('joins neighbouring literals and leaves out unset and unwritten parts', () => {
    const text = jsonObject<{ object: 'boat'; id: string; name?: string; crew?: number }>({
      object: `'"boat"'`,
      id: jsonId('b.id'),
      name: { whenSet: jsonText('b.name') },
      crew: NOT_WRITTEN,
    });
    expect(text).toBe(
      `'{"object":"boat","id":"' || b.id || '"' || coalesce(',"name":' || to_json(b.name)::text, '') || '}'`,
    );
  });
});
