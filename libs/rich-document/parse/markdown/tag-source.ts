import type { Attributes } from '../html/html.js';
import { COLONS, containerAttributes } from './callout-rules.js';

/** A `{% … %}` tag in the source. */
export interface TagSource {
  name: string;
  /** What follows the name, trimmed. */
  rest: string;
  raw: string;
  /** Offset behind the tag. */
  end: number;
}

/** The parts in which older files describe an operation of an API; `swagger` may hold the newer ones. */
export const OPERATION_PARTS = [
  'swagger-description',
  'swagger-parameter',
  'swagger-response',
  'api-method',
  'api-method-summary',
  'api-method-description',
  'api-method-spec',
  'api-method-request',
  'api-method-path-parameters',
  'api-method-query-parameters',
  'api-method-headers',
  'api-method-cookies',
  'api-method-body-parameters',
  'api-method-form-data-parameters',
  'api-method-parameter',
  'api-method-response',
  'api-method-response-example',
  'api-method-response-example-description',
] as const;
const NAME = /^\{%[ \t\n]*(@[\w.-]+\/[\w.-]+|[a-zA-Z][\w-]*)/;
/** Tags that hold content until their `{% end… %}`. */
export const CONTAINERS: ReadonlySet<string> = new Set([
  'hint',
  'code',
  'prompt',
  'tabs',
  'tab',
  'stepper',
  'step',
  'columns',
  'column',
  'updates',
  'update',
  'if',
  'code-tabs',
  'code-tabs-item',
  ...OPERATION_PARTS,
  COLONS,
]);
/** Tags without content; the text before an optional `{% end… %}` is a label or a caption. */
export const LEAVES: ReadonlySet<string> = new Set([
  'content-ref',
  'file',
  'embed',
  'openapi-operation',
  'openapi-schemas',
  'openapi-webhook',
  'openapi',
  'swagger',
  'include',
  'math',
  'page-ref',
]);
/** The container a part belongs to; it may lack its own end tag. */
export const PART_OF: Readonly<Record<string, string>> = {
  tab: 'tabs',
  step: 'stepper',
  column: 'columns',
  update: 'updates',
};
export const isKnown = (name: string): boolean =>
  CONTAINERS.has(name) || LEAVES.has(name) || name.startsWith('@') || isEnd(name);
export const isEnd = (name: string): boolean =>
  name.startsWith('end') && (CONTAINERS.has(name.slice(3)) || LEAVES.has(name.slice(3)));

/** Reads the tag that starts at `start`, quotes respected; undefined if it does not end before `limit`. */
export function readTag(source: string, start: number, limit: number): TagSource | undefined {
  const head = NAME.exec(source.slice(start, start + 200));
  if (head === null) return undefined;
  const name = head[1] as string;
  const bodyStart = start + head[0].length;
  let position = bodyStart;
  let quotesClose = true;
  while (position < limit) {
    const code = source.charCodeAt(position);
    if (code === 37 && source.charCodeAt(position + 1) === 125) {
      return {
        name,
        rest: source.slice(bodyStart, position).trim(),
        raw: source.slice(start, position + 2),
        end: position + 2,
      };
    }
    if (quotesClose && (code === 34 || (code === 39 && source.charCodeAt(position - 1) === 61))) {
      const close = closingQuote(source, position + 1, limit, code);
      if (close === -1 && name !== 'if') return undefined;
      quotesClose = close !== -1;
      position = close === -1 ? position : close;
    }
    position++;
  }
  return undefined;
}

/** A backslash escapes a quote unless the quote evidently ends the value. */
function closingQuote(source: string, from: number, limit: number, quote: number): number {
  for (let position = from; position < limit; position++) {
    if (source.charCodeAt(position) !== quote) continue;
    if (source.charCodeAt(position - 1) !== 92 || /^[\s%]/.test(source.charAt(position + 1))) return position;
  }
  return -1;
}

const ATTRIBUTE = /([@\w:.-]+)(?:\s*=\s*(?:"((?:\\"(?![\s%]|$)|[^"])*)"|'([^']*)'|([^\s"'%]+)))?|"([^"]*)"/g;
const ENTITY = /&(?:quot|amp|lt|gt|#\d{1,7}|#x[\da-f]{1,6});/gi;
const NAMED: Record<string, string> = { '&quot;': '"', '&amp;': '&', '&lt;': '<', '&gt;': '>' };

function decode(value: string): string {
  if (!value.includes('&')) return value;
  return value.replace(ENTITY, (entity) => {
    const named = NAMED[entity.toLowerCase()];
    if (named !== undefined) return named;
    const hex = /^&#x/i.test(entity);
    const point = parseInt(entity.slice(hex ? 3 : 2, -1), hex ? 16 : 10);
    return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : '\ufffd';
  });
}

/** The attributes of a tag. A quoted value without a name is called by its position: `0`. */
export function tagAttributes(rest: string): Attributes {
  const attributes: Attributes = {};
  for (const match of rest.matchAll(ATTRIBUTE)) {
    const [, name, double, single, bare, alone] = match;
    if (name !== undefined) {
      if (Object.hasOwn(attributes, name) || name === '__proto__') continue;
      attributes[name] = decode(double?.replaceAll('\\"', '"') ?? single ?? bare ?? '');
    } else if (alone !== undefined) {
      attributes['0'] ??= decode(alone);
    }
  }
  return attributes;
}

/** The attributes of a tag by its name; the rest of `if` is its expression. */
export function attributesOfTag(name: string, rest: string): Attributes {
  if (name === 'if') return { expression: rest };
  return name === COLONS ? containerAttributes(rest) : tagAttributes(rest);
}

/** A tag as a report names it: without its attributes. */
export function tagName(raw: string): string {
  const name = NAME.exec(raw)?.[1];
  return name === undefined ? raw : `{% ${name} %}`;
}
