import { paragraph, textNode, urlRef } from '../build.js';
import { codeTabs, tabsItem } from './tab-blocks.js';
import type { ContentRef } from '../content-ref.js';
import type { Block, Code, Column, Hint, TabsItem, Update } from '../model.js';
import { HINT_STYLES } from '../schema.js';
import type { Attributes } from './html/html.js';
import { lengthOf } from './html/images.js';

const flag = (value: string | undefined): boolean => value !== undefined && value !== 'false';
const filled = (blocks: Block[]): Block[] => (blocks.length === 0 ? [paragraph([])] : blocks);

/** The attributes that are given and not empty, under their own names. */
function strings<Name extends string>(attributes: Attributes, ...names: Name[]): { [Key in Name]?: string } {
  const found: { [Key in Name]?: string } = {};
  for (const name of names) if (attributes[name]) found[name] = attributes[name];
  return found;
}
function flags<Name extends string>(attributes: Attributes, ...names: Name[]): { [Key in Name]?: boolean } {
  const found: { [Key in Name]?: boolean } = {};
  for (const name of names) if (attributes[name] !== undefined) found[name] = flag(attributes[name]);
  return found;
}
const integer = (value: string | undefined): number | undefined =>
  value !== undefined && /^[1-9]\d{0,8}$/.test(value) ? Number(value) : undefined;
const voidBlock = (type: Block['type'], data: object): Block =>
  ({ object: 'block', type, isVoid: true, data }) as unknown as Block;

function codeOptions(attributes: Attributes): Code['data'] {
  const { overflow } = attributes;
  const count = integer(attributes['collapsedLineCount']);
  return {
    ...titleOf(attributes),
    ...(overflow === 'wrap' || overflow === 'scroll' ? { overflow } : {}),
    ...flags(attributes, 'lineNumbers', 'fullWidth', 'expandable'),
    ...(count === undefined ? {} : { collapsedLineCount: count }),
  };
}

const titleOf = ({ title, filename }: Attributes): { title?: string } => {
  const own = title || filename;
  return own ? { title: own } : {};
};

/** `code` gives its options to the fences in it; nothing else in it is touched. */
const withOptions = (attributes: Attributes, blocks: Block[]): Block[] =>
  blocks.map((block) =>
    block.type === 'code' ? { ...block, data: { ...block.data, ...codeOptions(attributes) } } : block,
  );

function promptOf(attributes: Attributes, blocks: Block[]): Block[] {
  const code = blocks.find((block) => block.type === 'code');
  if (code === undefined) return blocks;
  const { defaultExpanded } = attributes;
  return [
    {
      object: 'block',
      type: 'prompt',
      isVoid: false,
      data: {
        description: attributes['description'] ?? '',
        ...strings(attributes, 'icon'),
        ...providers(attributes['openInAIProviders']),
        ...(defaultExpanded === 'hidden' || defaultExpanded === 'partial' || defaultExpanded === 'full'
          ? { defaultExpanded }
          : {}),
      },
      nodes: [code],
    },
    ...blocks.filter((block) => block !== code),
  ];
}

/** Written as JSON where it is no plain word. */
function providers(value: string | undefined): { openInAIProviders?: unknown } {
  if (value === undefined) return {};
  try {
    return { openInAIProviders: JSON.parse(value) as unknown };
  } catch {
    return { openInAIProviders: value };
  }
}

const columnOf = (attributes: Attributes): Column['data'] => {
  const width = lengthOf(attributes['width']);
  const align = attributes['verticalAlignment'] ?? attributes['valign'];
  return {
    ...(width === undefined ? {} : { width }),
    ...(align === 'top' || align === 'middle' || align === 'bottom' ? { verticalAlignment: align } : {}),
  };
};

/** Names separated by commas; JSON where a name has a comma or more than a name. */
function listOf(value: string | undefined): unknown[] {
  const json = value?.startsWith('[') ? parseJson(value) : undefined;
  if (Array.isArray(json)) return json as unknown[];
  return (value ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

function tagRef(tag: unknown): ContentRef {
  if (typeof tag === 'object' && tag !== null && 'tag' in tag && typeof tag.tag === 'string') {
    return {
      kind: 'tag',
      tag: tag.tag,
      ...('space' in tag && typeof tag.space === 'string' ? { space: tag.space } : {}),
    };
  }
  return { kind: 'tag', tag: String(tag) };
}

function updateOf(attributes: Attributes): Update['data'] {
  const date = new Date(attributes['date'] ?? '');
  const tags = listOf(attributes['tags']);
  return {
    date: Number.isNaN(date.getTime()) ? '1970-01-01T00:00:00.000Z' : date.toISOString(),
    ...(tags.length === 0 ? {} : { tags: tags.map(tagRef) }),
  };
}

/** A container of parts. Content between the parts is moved before it, so that it is not lost. */
export function partsOf(
  type: 'tabs' | 'stepper' | 'columns' | 'updates',
  part: Block['type'],
  data: object,
  blocks: Block[],
): Block[] {
  const parts = blocks.filter((block) => block.type === part);
  const others = blocks.filter((block) => block.type !== part);
  if (parts.length === 0) return others;
  return [...others, { object: 'block', type, isVoid: false, data, nodes: parts } as unknown as Block];
}

/** The blocks of a tag with its content; undefined if the tag lacks a required attribute. */
export function tagBlocks(name: string, attributes: Attributes, blocks: Block[]): Block[] | undefined {
  if (name.startsWith('@')) return [integrationOf(name, attributes), ...blocks];
  const node = (type: Block['type'], data: object): Block[] => [
    { object: 'block', type, isVoid: false, data, nodes: filled(blocks) } as unknown as Block,
  ];
  switch (name) {
    case 'hint': {
      const style = attributes['style'] ?? '';
      const known = (HINT_STYLES.has(style) ? style : 'info') as Hint['data']['style'];
      return node('hint', { style: known, ...strings(attributes, 'icon') });
    }
    case 'code':
      return withOptions(attributes, blocks);
    case 'code-tabs':
      return codeTabs(blocks);
    case 'code-tabs-item':
      return [tabsItem(attributes['title'] ?? attributes['language'], blocks)];
    case 'prompt':
      return promptOf(attributes, blocks);
    case 'tabs':
      return partsOf('tabs', 'tabs-item', flags(attributes, 'fullWidth'), blocks);
    case 'tab':
      return node('tabs-item', strings(attributes, 'title', 'icon', 'slug') satisfies TabsItem['data']);
    case 'stepper':
      return partsOf('stepper', 'stepper-step', {}, blocks);
    case 'step':
      return node('stepper-step', strings(attributes, 'icon'));
    case 'columns':
      return partsOf('columns', 'column', flags(attributes, 'fullWidth'), blocks);
    case 'column':
      return node('column', columnOf(attributes));
    case 'updates': {
      const { format } = attributes;
      const known = format === 'full' || format === 'short' || format === 'numeric' ? { format } : {};
      return partsOf('updates', 'update', known, blocks);
    }
    case 'update':
      return node('update', updateOf(attributes));
    case 'if':
      return node('if', { expression: ifExpression(attributes['expression'] ?? '') });
    default:
      return leafBlocks(name, attributes, blocks);
  }
}

const EXPRESSION_ATTRIBUTE = /^expression="([^"]*)"$/;

/** An expression that cannot be written in the tag directly is in an attribute. */
function ifExpression(rest: string): string {
  const quoted = EXPRESSION_ATTRIBUTE.exec(rest)?.[1];
  return quoted === undefined
    ? rest
    : quoted.replaceAll('&quot;', '"').replaceAll('&#10;', '\n').replaceAll('&amp;', '&');
}

/** A label inside a tag that names its target already: a lone link, or nothing. */
const isLabel = (blocks: Block[]): boolean =>
  blocks.length === 0 ||
  (blocks.length === 1 &&
    blocks[0]?.type === 'paragraph' &&
    blocks[0].nodes.every((node) => node.object === 'inline' && node.type !== 'button'));

/** The caption of a file or an embed follows it as text, since they have no room for one. */
const captionOf = ({ caption }: Attributes, blocks: Block[]): Block[] =>
  blocks.length === 0 && caption?.trim() ? [paragraph([textNode(caption.trim())])] : blocks;

function leafBlocks(name: string, attributes: Attributes, blocks: Block[]): Block[] | undefined {
  const captioned = name === 'file' || name === 'embed';
  const caption = captioned ? captionOf(attributes, blocks) : isLabel(blocks) ? [] : blocks;
  const spec = attributes['spec'] ?? '';
  const endpoint = { path: attributes['path'] ?? '', method: attributes['method'] ?? '' };
  const openapi = { ref: { kind: 'openapi', spec } };
  switch (name) {
    case 'page-ref':
      return attributes['page']
        ? [voidBlock('content-ref', { ref: urlRef(attributes['page']) }), ...caption]
        : undefined;
    case 'content-ref':
      return attributes['url'] ? [voidBlock('content-ref', { ref: urlRef(attributes['url']) }), ...caption] : undefined;
    case 'file':
      return attributes['src'] ? [voidBlock('file', { ref: urlRef(attributes['src']) }), ...caption] : undefined;
    case 'embed':
      return attributes['url']
        ? [voidBlock('embed', { url: attributes['url'], ...flags(attributes, 'fullWidth') }), ...caption]
        : undefined;
    case 'math':
      return [voidBlock('math', { formula: attributes['formula'] ?? '' })];
    case 'include': {
      const path = attributes['0'];
      return path
        ? [voidBlock('reusable-content', { ref: { kind: 'reusable-content', reusableContent: path } }), ...blocks]
        : undefined;
    }
    case 'openapi':
    case 'swagger':
      if (!attributes['src']) return undefined;
      return [
        voidBlock('swagger', {
          ref: urlRef(attributes['src']),
          ...endpoint,
          ...flags(attributes, 'expanded', 'fullWidth'),
        }),
        ...caption,
      ];
    case 'openapi-operation':
      return [voidBlock(name, { ...openapi, ...endpoint, ...flags(attributes, 'headless') }), ...caption];
    case 'openapi-schemas': {
      const schemas = listOf(attributes['schemas']).filter((schema) => typeof schema === 'string');
      return [
        voidBlock(name, { ...openapi, schemas, ...flags(attributes, 'grouped'), ...strings(attributes, 'title') }),
        ...caption,
      ];
    }
    case 'openapi-webhook':
      return [
        voidBlock(name, {
          ...openapi,
          name: attributes['name'] ?? '',
          method: endpoint.method,
          ...flags(attributes, 'headless'),
        }),
        ...caption,
      ];
    default:
      return undefined;
  }
}

function integrationOf(name: string, attributes: Attributes): Block {
  const slash = name.indexOf('/');
  const { fullWidth, 'data-props': json, 'data-action': action, 'data-url': url, ...props } = attributes;
  const isFlag = fullWidth === 'true' || fullWidth === 'false';
  return voidBlock('integration', {
    integration: name.slice(1, slash),
    block: name.slice(slash + 1),
    props:
      json === undefined ? (isFlag || fullWidth === undefined ? props : { ...props, fullWidth }) : parseObject(json),
    ...(action === undefined ? {} : { action: parseJson(action) }),
    ...(url === undefined ? {} : { url }),
    ...(isFlag ? { fullWidth: fullWidth === 'true' } : {}),
  });
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return json;
  }
}
function parseObject(json: string): Record<string, unknown> {
  const value = parseJson(json);
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}
