import type { BlockType, InlineType } from '../model.js';
import {
  CHILDREN,
  FLOW_PARENTS,
  FRAGMENT_CHILDREN,
  INLINE_TYPES,
  INLINES_INSIDE,
  MARK_ORDER,
  TEXT_BLOCKS,
  TOP_LEVEL,
  VOID_BLOCKS,
} from '../schema.js';
import { BLOCK_SHAPES, INLINE_SHAPES, markColor } from './data.js';
import { joinSchemas, pascal, SchemaWriter, type JsonSchema } from './json-schema.js';
import { shapeSchema } from './reader.js';
import { tableData } from './table.js';

/** Which named sub-documents a void block has. */
const FRAGMENTS: Readonly<Partial<Record<BlockType, readonly string[]>>> = {
  image: ['caption'],
  expandable: ['expandable-title', 'expandable-body'],
  table: ['cell'],
};
/** Blocks whose anchor the server computes. */
const ANCHORED: ReadonlySet<string> = new Set<BlockType>(['heading-1', 'heading-2', 'heading-3', 'expandable']);

/**
 * Schemas of documents by their names: `Document` is one as it is answered, `DocumentInput` one as it may be sent.
 * They follow from the tables and readers by which `validateDocument` goes.
 */
export function documentSchemas(): Record<string, JsonSchema> {
  const [answered, sent] = [false, true].map((isSent) => {
    const writer = new SchemaWriter(isSent);
    document(writer);
    return writer.schemas;
  });
  return joinSchemas(answered ?? {}, sent ?? {});
}

const text: JsonSchema = { type: 'string' };
const list = (items: JsonSchema, more: JsonSchema = {}): JsonSchema => ({ type: 'array', items, ...more });
const literal = (...values: readonly string[]): JsonSchema => ({ type: 'string', enum: values });
const object = (required: readonly string[], properties: Readonly<Record<string, JsonSchema>>): JsonSchema => ({
  type: 'object',
  required,
  properties,
});

const document = (writer: SchemaWriter): JsonSchema =>
  writer.refer('Document', (into) => ({
    description: 'A tree of blocks.',
    examples: [EXAMPLE],
    ...object(into.sent ? ['object', 'nodes'] : ['object', 'data', 'nodes'], {
      object: literal('document'),
      data: {
        type: 'object',
        description: 'Of the version of its form, and of whoever wrote it: other members are kept as they are.',
        properties: { schemaVersion: { type: 'integer' } },
        additionalProperties: true,
      },
      nodes: list(flow(into)),
    }),
  }));

/** One line of text. */
const EXAMPLE = {
  object: 'document',
  data: {},
  nodes: [
    {
      object: 'block',
      type: 'paragraph',
      isVoid: false,
      data: {},
      nodes: [{ object: 'text', leaves: [{ object: 'leaf', text: 'Install it with one command.', marks: [] }] }],
    },
  ],
};

const flow = (writer: SchemaWriter): JsonSchema => writer.refer('Block', (into) => blocks(into, TOP_LEVEL));

const blocks = (writer: SchemaWriter, types: Iterable<BlockType>): JsonSchema =>
  writer.choice('type', Object.fromEntries([...types].map((type) => [type, block(writer, type)])));

const KNOWN = 'Others that links may name it by, in lower case; shown to visitors of sites.';
/** The three sizes of headings are one schema. */
const HEADINGS = TOP_LEVEL.filter((type) => type.startsWith('heading-'));
const alike = (type: BlockType): readonly BlockType[] => (HEADINGS.some((own) => own === type) ? HEADINGS : [type]);
const blockName = (type: BlockType): string => `${pascal(type).replace(/^Heading\d$/, 'Heading')}Block`;

const block = (writer: SchemaWriter, type: BlockType): JsonSchema =>
  writer.refer(blockName(type), (into) => {
    const isVoid = VOID_BLOCKS.has(type);
    const data = type === 'table' ? tableData.schema(into) : shapeSchema(BLOCK_SHAPES[type], into);
    const nodes = isVoid ? {} : { nodes: list(childrenOf(into, type), type === 'prompt' ? ONE : {}) };
    const names = type === 'expandable' ? {} : { anchors: list(text, { description: KNOWN }) };
    const properties = { id: text, ...names };
    const anchor = { meta: { type: 'object', description: 'Its anchor in addresses.', properties } };
    return node(into, 'block', alike(type), isVoid, data, {
      ...nodes,
      ...fragmentsOf(into, type),
      ...(ANCHORED.has(type) && !into.sent ? anchor : {}),
    });
  });
const ONE = { minItems: 1, maxItems: 1 };

/** What blocks and inlines have in common. In what is sent, only what can't be known otherwise has to be there. */
function node(
  writer: SchemaWriter,
  kind: 'block' | 'inline',
  types: readonly string[],
  isVoid: boolean,
  data: JsonSchema,
  more: Readonly<Record<string, JsonSchema>>,
): JsonSchema {
  const needsData = !writer.sent || Array.isArray(data['required']);
  const must = Object.keys(more).filter((name) => name !== 'meta' && !(writer.sent && isOptional(more[name])));
  return object(['object', 'type', ...(writer.sent ? [] : ['isVoid']), ...(needsData ? ['data'] : []), ...must], {
    object: literal(kind),
    type: literal(...types),
    key: keyOf(writer),
    isVoid: { type: 'boolean', enum: [isVoid] },
    data: needsData ? data : writer.orNull(data),
    ...more,
  });
}

const isOptional = (schema: JsonSchema | undefined): boolean =>
  Array.isArray(schema?.['type']) && schema['type'].includes('null');
const keyOf = (writer: SchemaWriter): JsonSchema =>
  writer.orNull({ type: 'string', description: 'Its id in the document, by which comments name it.' });

function childrenOf(writer: SchemaWriter, type: BlockType): JsonSchema {
  if (TEXT_BLOCKS.has(type)) return inlines(writer, INLINES_INSIDE[type]);
  // What was written in Markdown may nest more freely, and is taken back as it was answered.
  return FLOW_PARENTS.has(type) ? flow(writer) : blocks(writer, CHILDREN[type] ?? []);
}

function fragmentsOf(writer: SchemaWriter, type: BlockType): Record<string, JsonSchema> {
  const names = FRAGMENTS[type];
  if (names === undefined) return {};
  const bounds = names.length > 1 ? { minItems: names.length, maxItems: names.length } : {};
  if (!writer.sent) return { fragments: list(fragments(writer, names), bounds) };
  const sent = list(fragment(writer, ''), bounds);
  return { fragments: names.length > 1 ? sent : writer.orNull(sent) };
}

const fragments = (writer: SchemaWriter, names: readonly string[]): JsonSchema =>
  writer.choice('type', Object.fromEntries(names.map((name) => [name, fragment(writer, name)])));

/** In requests, one of two members gives the role of a fragment, so that all share one schema. */
function fragment(writer: SchemaWriter, name: string): JsonSchema {
  const key = keyOf(writer);
  const { sent } = writer;
  if (sent) {
    return writer.refer('Fragment', (into) =>
      object(['object', 'nodes'], {
        object: literal('fragment'),
        key,
        fragment: into.orNull({ ...text, description: 'What it is: the name of a cell, or as `type`.' }),
        type: into.orNull({ ...text, description: 'What it is: `caption`, `expandable-title` and the like.' }),
        nodes: list(flow(into)),
      }),
    );
  }
  const title = name === 'cell' ? 'TableCell' : pascal(name);
  return writer.refer(`${title}Fragment`, (into) => {
    const isFlow = FLOW_PARENTS.has(name);
    const nodes = list(isFlow ? flow(into) : blocks(into, FRAGMENT_CHILDREN[name] ?? []));
    const head = { object: literal('fragment'), key };
    return name === 'cell'
      ? object(['object', 'fragment', 'nodes'], { ...head, fragment: text, nodes })
      : object(['object', 'fragment', 'type', 'nodes'], {
          ...head,
          fragment: literal(name),
          type: literal(name),
          nodes,
        });
  });
}

const inlines = (writer: SchemaWriter, types: ReadonlySet<string> = INLINE_TYPES): JsonSchema => {
  const isAll = types === INLINE_TYPES;
  const choice = (into: SchemaWriter): JsonSchema =>
    into.choice('type', Object.fromEntries([...types].map((type) => [type, inline(into, type as InlineType)])));
  if (types.size === 0) return textNode(writer);
  return { anyOf: [textNode(writer), isAll ? writer.refer('Inline', choice) : choice(writer)] };
};

const inline = (writer: SchemaWriter, type: InlineType): JsonSchema =>
  writer.refer(`${pascal(type).replace(/^Inline/, '')}Inline`, (into) => {
    const isVoid = type !== 'link' && type !== 'annotation';
    const data = shapeSchema(INLINE_SHAPES[type], into);
    const nodes: Record<string, JsonSchema> = isVoid ? {} : { nodes: list(inlines(into, INLINES_INSIDE[type])) };
    if (type === 'annotation') nodes['fragments'] = list(fragment(into, 'annotation-body'), ONE);
    return node(into, 'inline', [type], isVoid, data, nodes);
  });

const textNode = (writer: SchemaWriter): JsonSchema =>
  writer.refer('TextNode', (into) =>
    object(['object', 'leaves'], {
      object: literal('text'),
      key: keyOf(into),
      leaves: list(
        into.refer('TextLeaf', (own) =>
          object(own.sent ? ['object', 'text'] : ['object', 'text', 'marks'], {
            object: literal('leaf'),
            text,
            marks: own.orNull(list(mark(own))),
          }),
        ),
      ),
    }),
  );

const mark = (writer: SchemaWriter): JsonSchema =>
  writer.refer('Mark', (into) => {
    const plain = into.refer('PlainMark', () =>
      object(['object', 'type'], {
        object: literal('mark'),
        type: literal(...MARK_ORDER.filter((type) => type !== 'color')),
      }),
    );
    const color = into.refer('ColorMark', (own) =>
      object(['object', 'type', 'data'], {
        object: literal('mark'),
        type: literal('color'),
        data: markColor.schema(own),
      }),
    );
    return into.choice('type', Object.fromEntries(MARK_ORDER.map((type) => [type, type === 'color' ? color : plain])));
  });
