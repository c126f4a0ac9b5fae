import type { ContentRef } from '../content-ref.js';
import type { Block, Length } from '../model.js';
import { readTag } from '../parse/markdown/tag-source.js';
import type { RenderContext } from './context.js';
import { attribute, destination, escapeAttribute } from './escape.js';
import { labelOf } from './labels.js';

export const lengthText = (length: Length | undefined): string | undefined =>
  length === undefined ? undefined : typeof length === 'number' ? String(length) : `${length.value}${length.unit}`;

/** The opening tag of a container, by block type. */
export function openingTag(block: Block): string {
  switch (block.type) {
    case 'hint':
      return `{% hint${attribute('style', block.data.style)}${attribute('icon', block.data.icon)} %}`;
    case 'tabs':
      return `{% tabs${attribute('fullWidth', block.data.fullWidth)} %}`;
    case 'tabs-item': {
      const { title, icon, slug } = block.data;
      return `{% tab${attribute('title', title)}${attribute('icon', icon)}${attribute('slug', slug)} %}`;
    }
    case 'stepper':
      return '{% stepper %}';
    case 'stepper-step':
      return `{% step${attribute('icon', block.data.icon)} %}`;
    case 'columns':
      return `{% columns${attribute('fullWidth', block.data.fullWidth)} %}`;
    case 'column': {
      const { width, verticalAlignment } = block.data;
      return `{% column${attribute('width', lengthText(width))}${attribute('verticalAlignment', verticalAlignment)} %}`;
    }
    case 'updates':
      return `{% updates${attribute('format', block.data.format)} %}`;
    case 'update': {
      const { date, tags } = block.data;
      const day = date.endsWith('T00:00:00.000Z') ? date.slice(0, -14) : date;
      return `{% update${attribute('date', day)}${attribute('tags', tags === undefined ? undefined : tagList(tags))} %}`;
    }
    case 'prompt': {
      const { description, icon, openInAIProviders, defaultExpanded } = block.data;
      const rest =
        attribute('openInAIProviders', jsonOrWord(openInAIProviders)) + attribute('defaultExpanded', defaultExpanded);
      return `{% prompt${attribute('description', description)}${attribute('icon', icon)}${rest} %}`;
    }
    case 'if':
      return ifTag(block.data.expression);
    default:
      return '';
  }
}

const NAMES: Partial<Record<Block['type'], string>> = { 'tabs-item': 'tab', 'stepper-step': 'step' };
export const closingTag = (block: Block): string => `{% end${NAMES[block.type] ?? block.type} %}`;

/** Names separated by commas, or JSON where a name is more than a word. */
const names = (list: readonly string[]): string =>
  list.every((name) => name !== '' && name === name.trim() && !name.includes(',') && !name.startsWith('['))
    ? list.join(',')
    : JSON.stringify(list);
const tagList = (tags: readonly ContentRef[]): string =>
  tags.some((tag) => tag.kind === 'tag' && tag.space !== undefined)
    ? JSON.stringify(tags)
    : names(tags.map((tag) => (tag.kind === 'tag' ? tag.tag : '')));

/** A string as it is, unless it reads as JSON; anything else as JSON. */
function jsonOrWord(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== 'string') return JSON.stringify(value);
  try {
    JSON.parse(value);
    return JSON.stringify(value);
  } catch {
    return value;
  }
}

function ifTag(expression: string): string {
  const tag = expression === '' ? '{% if %}' : `{% if ${expression} %}`;
  const read = readTag(tag, 0, tag.length);
  const isSafe = read?.rest === expression && read.end === tag.length && !/\n|^expression=/.test(expression);
  if (isSafe) return tag;
  const value = expression.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('\n', '&#10;');
  return `{% if expression="${value}" %}`;
}

/** A block that is one tag, with a label for readers of the source where the notation has one. */
export function leafTag(block: Block, context: RenderContext): string | undefined {
  switch (block.type) {
    case 'file':
      return `{% file${attribute('src', context.href(block.data.ref, 'file'))} %}`;
    case 'embed':
      return `{% embed${attribute('url', block.data.url)}${attribute('fullWidth', block.data.fullWidth)} %}`;
    case 'content-ref': {
      const href = context.href(block.data.ref, 'content-ref');
      return `{% content-ref${attribute('url', href)} %}\n${labelled(href)}\n{% endcontent-ref %}`;
    }
    case 'reusable-content':
      return `{% include "${escapeAttribute(context.href(block.data.ref, 'include'))}" %}`;
    case 'swagger': {
      const { ref, path, method, expanded, fullWidth } = block.data;
      const href = context.href(ref, 'swagger');
      const flags = attribute('expanded', expanded) + attribute('fullWidth', fullWidth);
      return `{% openapi${attribute('src', href)}${attribute('path', path)}${attribute('method', method)}${flags} %}\n${labelled(href)}\n{% endopenapi %}`;
    }
    case 'openapi-operation': {
      const { ref, path, method, headless } = block.data;
      const own = attribute('path', path) + attribute('method', method) + attribute('headless', headless);
      return `{% openapi-operation${attribute('spec', specOf(ref))}${own} %}\n{% endopenapi-operation %}`;
    }
    case 'openapi-schemas': {
      const { ref, schemas, grouped, title } = block.data;
      const own = attribute('schemas', names(schemas)) + attribute('grouped', grouped) + attribute('title', title);
      return `{% openapi-schemas${attribute('spec', specOf(ref))}${own} %}\n{% endopenapi-schemas %}`;
    }
    case 'openapi-webhook': {
      const { ref, name, method, headless } = block.data;
      const own = attribute('name', name) + attribute('method', method) + attribute('headless', headless);
      return `{% openapi-webhook${attribute('spec', specOf(ref))}${own} %}\n{% endopenapi-webhook %}`;
    }
    case 'integration':
      return integrationTag(block.data);
    default:
      return undefined;
  }
}

/** Specifications are named by their slug, which is no href. */
const specOf = (ref: ContentRef): string => (ref.kind === 'openapi' ? ref.spec : '');

/** An href with words. Renderers show the title of the target instead. */
const labelled = (href: string): string => `[${labelOf(href)}](${destination(href)})`;

const RESERVED = new Set(['fullWidth', 'data-props', 'data-action', 'data-url', '__proto__', '0']);

function integrationTag({
  integration,
  block,
  props,
  action,
  url,
  fullWidth,
}: Extract<Block, { type: 'integration' }>['data']): string {
  const entries = Object.entries(props);
  const isPlain = entries.every(
    ([name, value]) => typeof value === 'string' && /^[A-Za-z_][\w-]*$/.test(name) && !RESERVED.has(name),
  );
  const own = isPlain
    ? entries.map(([name, value]) => attribute(name, value as string)).join('')
    : attribute('data-props', JSON.stringify(props));
  const rest =
    attribute('data-action', action === undefined ? undefined : JSON.stringify(action)) +
    attribute('data-url', url) +
    attribute('fullWidth', fullWidth);
  return `{% @${integration}/${block}${own}${rest} %}`;
}
