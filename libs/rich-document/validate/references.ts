import type { ContentRef } from '../content-ref.js';
import { fail, objectAt, reads, shaped, shapedBy, stringAt } from './reader.js';
import type { Read, Shape } from './reader.js';

const name: Read<string> = reads(
  ({ sent }) => ({ type: 'string', ...(sent ? { pattern: '\\S' } : {}) }),
  (value, path) => {
    const text = stringAt(value, path);
    if (text.trim() === '') fail(path, 'must not be empty');
    return text;
  },
);

const SHAPES: Readonly<Record<ContentRef['kind'], Shape>> = {
  file: { file: name, 'space?': name },
  url: { url: stringAt },
  page: { page: name, 'space?': name },
  anchor: { anchor: name, 'page?': name, 'space?': name },
  user: { user: name },
  collection: { collection: name },
  space: { space: name },
  'reusable-content': { reusableContent: name, 'space?': name },
  tag: { tag: name, 'space?': name },
  openapi: { spec: name },
};
const READERS = new Map(Object.entries(SHAPES).map(([kind, shape]) => [kind, shaped(shape)]));
const ALL = shapedBy('kind', SHAPES, 'Ref');

/** A content reference, of one of the kinds given or of any. */
export const reference = (...kinds: ContentRef['kind'][]): Read<ContentRef> =>
  reads(
    kinds.length === 0
      ? (writer) => writer.refer('ContentRef', ALL)
      : shapedBy('kind', Object.fromEntries(kinds.map((kind) => [kind, SHAPES[kind]])), 'Ref'),
    (value, path) => {
      const kind = objectAt(value, path)['kind'];
      const read = typeof kind === 'string' ? READERS.get(kind) : undefined;
      if (read === undefined) fail(`${path}.kind`, 'must be a kind of reference');
      if (kinds.length > 0 && !kinds.includes(kind as ContentRef['kind']))
        fail(`${path}.kind`, `must be ${kinds.join(' or ')}`);
      return { kind, ...read(value, path) } as ContentRef;
    },
  );
