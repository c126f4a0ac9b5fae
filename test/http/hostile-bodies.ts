import type { ApiDocument, Operation } from '#testing/api-document';

type Json = Record<string, unknown>;

interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  enum?: unknown[];
}

/** A member of a body, with what the document says of it. */
export interface BodyMember {
  /** Names of members that lead to it; a number is the place in a list. */
  path: readonly (string | number)[];
  kinds: ReadonlySet<'object' | 'array' | 'string' | 'other'>;
  /** An object whose members are not described: whatever is in it is taken. */
  isOpaque: boolean;
  /** The types that JSON knows of which it may be; all of them where the document does not say. */
  types: ReadonlySet<string>;
  /** What its texts are, such as `date-time`. */
  formats: ReadonlySet<string>;
}

/** The types of JSON, each with a value. */
export const VALUES_OF_TYPES: Readonly<Record<string, string>> = {
  string: '"text"',
  number: '7',
  boolean: 'true',
  array: '[]',
  object: '{}',
};

/** A body that costs as much as it can. */
export interface HostileBody {
  what: string;
  json: string;
}

const DEEPEST = 4;
/** Of the room there is: all of it, and as much as a document may have where the room is for several. */
const ALL = 1;
const DOCUMENT = 0.4;

/** All members of the JSON body of an operation, those of objects within it as well. */
export function membersOfBody(document: ApiDocument, operation: Operation): BodyMember[] {
  const schema = operation.requestBody?.content['application/json']?.schema as Schema | undefined;
  return schema ? within(document, schema, []) : [];
}

function within(document: ApiDocument, schema: Schema, path: BodyMember['path']): BodyMember[] {
  const found = new Map<string, BodyMember>();
  for (const form of formsOf(document, schema)) {
    // A block tree has too many forms to distinguish them here, and is read as one value.
    if (path.length > 0 && isTree(form)) continue;
    for (const [name, member] of Object.entries(form.properties ?? {})) {
      const forms = formsOf(document, member);
      const at = [...path, name];
      const kinds = new Set(forms.map(kindOf));
      const isOpaque = forms.some((one) => kindOf(one) === 'object' && (one.properties === undefined || isTree(one)));
      const types = new Set([...forms.flatMap(typesOf), ...(found.get(at.join('.'))?.types ?? [])]);
      const formats = new Set(forms.flatMap(({ format }) => format ?? []));
      found.set(at.join('.'), { path: at, kinds, isOpaque, types, formats });
      if (path.length > DEEPEST) continue;
      const items = forms.flatMap((one) => (one.items ? [one.items] : []));
      const inner = [...within(document, member, at), ...items.flatMap((one) => within(document, one, [...at, 0]))];
      for (const one of inner) found.set(one.path.join('.'), one);
    }
  }
  return [...found.values()];
}

const isTree = ({ properties }: Schema): boolean => properties !== undefined && 'nodes' in properties;

/** What a schema may be, with references followed. */
function formsOf(document: ApiDocument, schema: Schema): Schema[] {
  const name = schema.$ref?.split('/').at(-1);
  if (name !== undefined) return formsOf(document, (document.components.schemas[name] ?? {}) as Schema);
  const choices = [...(schema.allOf ?? []), ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  return choices.length === 0 ? [schema] : choices.flatMap((choice) => formsOf(document, choice));
}

function typesOf({ type, properties, items, enum: values }: Schema): string[] {
  const said = [
    type ?? (properties ? 'object' : items ? 'array' : (values?.map((value) => typeof value) ?? [])),
  ].flat();
  return said.length === 0 ? Object.keys(VALUES_OF_TYPES) : said.map((one) => (one === 'integer' ? 'number' : one));
}

function kindOf({ type, properties, items }: Schema): 'object' | 'array' | 'string' | 'other' {
  const types = [type].flat();
  if (types.includes('object') || properties) return 'object';
  if (types.includes('array') || items) return 'array';
  return types.includes('string') ? 'string' : 'other';
}

/** Members whose texts are read as Markdown, also if they accept a block tree instead. */
const TAKES_MARKDOWN = /^(markdown|description|instructions)$/;
const TAKES_TREE = /^(document|description|instructions|content)$/;

/** Pieces that are repeated up to the limit; `#` is replaced by a number. */
const PIECES: readonly (readonly [what: string, piece: string])[] = [
  ['many keys', '"k#":1'],
  ['many objects', '{}'],
  ['many objects with a key of their own', '{"k#":1}'],
  ['many lists', '[[]]'],
  ['many texts', '"#"'],
];

/** A beginning, and what comes after it again and again. */
export type Markdown = readonly [what: string, begin: (size: number) => string, piece: string];

/** Markdown that grows while it is read. */
export const HOSTILE_MARKDOWN: readonly Markdown[] = [
  ['one definition used thousands of times', (size) => `[a]: https://example.com/${'x'.repeat(size / 3)}\n\n`, '[a] '],
  ['a table of many columns', (size) => `|${'a|'.repeat(size / 6)}\n|${'-|'.repeat(size / 6)}\n`, '|b'],
  ['many rows of a table', () => '|a|b|\n|-|-|\n', '|x|y|\n'],
  ['many footnotes', () => '', 'x[^#]\n\n[^#]: y\n\n'],
  ['one footnote used thousands of times', (size) => `[^a]: ${'y'.repeat(size / 3)}\n\n`, 'x[^a] '],
  ['nested quotes', (size) => '> '.repeat(size / 4), '>'],
  [
    'nested lists',
    (size) => Array.from({ length: Math.sqrt(size) }, (_, depth) => `${' '.repeat(depth * 2)}- a\n`).join(''),
    '- ',
  ],
  ['emphasis that does not end', () => '', '*a **b '],
  ['brackets that do not close', () => '', '[a]('],
  ['code marks of all lengths', () => '', '`a``b'],
  ['tags that do not close', () => '', '<a href="'],
  ['many definitions', () => '', '[k#]: /x\n'],
  ['entities', () => '', '&amp;&#x41;'],
];

/** What costs most: a text that is refused, and one that is taken. */
export const WORST_MARKDOWN = HOSTILE_MARKDOWN.filter(([what]) => /^(one definition|brackets)/.test(what));

/** Bodies of about `bytes` bytes that cost as much as they can, made of one that would be taken. */
export function* hostileBodies(
  sample: unknown,
  members: readonly BodyMember[],
  bytes: number,
  texts: readonly Markdown[],
): Generator<HostileBody> {
  const filled = (piece: string, room: number): string => repeated(piece, room, ',');
  const top = JSON.stringify(typeof sample === 'object' && sample !== null ? sample : {}).slice(1, -1);
  const begin = top === '' ? '{' : `{${top},`;
  yield { what: 'many keys', json: `${begin}${filled('"k#":1', bytes - top.length - 10)}}` };
  yield { what: 'a list of objects', json: `[${filled('{}', bytes - 4)}]` };
  yield { what: 'depth', json: `${begin}"deep":${'['.repeat(190)}${']'.repeat(190)}}` };
  yield { what: 'a text of one member', json: `${begin}"long":"${'x'.repeat(bytes - top.length - 20)}"}` };
  for (const member of members) {
    const name = String(member.path.at(-1));
    const at = (what: string, json: string): HostileBody => ({
      what: `${what} in ${member.path.join('.')}`,
      json: placed(sample, member.path, json),
    });
    const room = bytes - top.length - 200;
    if (member.isOpaque || member.kinds.has('object'))
      for (const [what, piece] of member.isOpaque ? PIECES : PIECES.slice(0, 1))
        yield at(what, what === 'many keys' ? `{${filled(piece, room)}}` : `{"a":[${filled(piece, room)}]}`);
    if (member.kinds.has('array'))
      for (const [what, piece] of PIECES.slice(1)) yield at(what, `[${filled(piece, room)}]`);
    if (member.kinds.has('string')) yield at('a long text', JSON.stringify('é'.repeat(room / 2)));
    if (TAKES_TREE.test(name) && member.kinds.has('object')) {
      for (const size of [ALL * room, DOCUMENT * room]) {
        yield at('many blocks', `{"object":"document","nodes":[${filled(PARAGRAPH, size)}]}`);
        yield at('many leaves', `{"object":"document","nodes":[${PARAGRAPH.replace(LEAF, filled(LEAF, size))}]}`);
      }
    }
    if (!TAKES_MARKDOWN.test(name)) continue;
    for (const text of texts) {
      const [what, begin, piece] = text;
      for (const share of WORST_MARKDOWN.includes(text) ? [ALL, DOCUMENT] : [DOCUMENT]) {
        const json = JSON.stringify(markdown(begin, piece, share * room * 0.9));
        yield at(`${what} (${json.length} bytes)`, member.kinds.has('object') ? `{"markdown":${json}}` : json);
      }
    }
  }
}

export function markdown(begin: (size: number) => string, piece: string, size: number): string {
  const start = begin(size);
  return `${start}${repeated(piece, size - start.length, '')}`;
}

const LEAF = '{"object":"leaf","text":"a","marks":[]}';
const PARAGRAPH = `{"object":"block","type":"paragraph","nodes":[{"object":"text","leaves":[${LEAF}]}]}`;

/** Digits of each number, so that all pieces are of one length. */
const DIGITS = 7;
/** By what is repeated: the longest text so far of numbered pieces, with which all the shorter ones begin. */
const numbered = new Map<string, string>();

/** As many pieces as there is room for, numbered where they say so. */
function repeated(piece: string, room: number, between: string): string {
  const { length: width } = (piece + between).replaceAll('#', '0'.repeat(DIGITS));
  const count = Math.max(1, Math.floor(room / width));
  const length = count * width - between.length;
  if (!piece.includes('#')) return (piece + between).repeat(count).slice(0, length);
  let text = numbered.get(piece + between) ?? '';
  if (text.length < length) {
    const parts = (piece + between).split('#');
    text = Array.from({ length: count }, (_, index) => parts.join(String(index).padStart(DIGITS, '0'))).join('');
    numbered.set(piece + between, text);
  }
  return text.slice(0, length);
}

/** The sample as JSON with other JSON in the place of a member. */
export function placed(sample: unknown, path: BodyMember['path'], json: string): string {
  const MARK = '\u0001here';
  const body = structuredClone(sample ?? {}) as Json;
  let holder = body as Record<string | number, unknown>;
  for (const [index, step] of path.slice(0, -1).entries()) {
    const fallback = typeof path[index + 1] === 'number' ? [] : {};
    const next = holder[step];
    const fits = typeof next === 'object' && next !== null && Array.isArray(next) === Array.isArray(fallback);
    if (!fits) holder[step] = fallback;
    holder = holder[step] as Record<string | number, unknown>;
  }
  holder[path.at(-1) ?? ''] = MARK;
  return JSON.stringify(body).replace(JSON.stringify(MARK), () => json);
}
