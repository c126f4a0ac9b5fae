import { paragraph, textNode } from '../build.js';
import type { Block, InlineNode, Mark } from '../model.js';
import { inlinesText } from '../text.js';
import type { Frame, FrameStack, Operation, OperationParameter, SourceCell, SourceRow } from './frame.js';
import { headingBlock } from './headings.js';
import { readTable } from './html/read-table.js';
import { OPERATION_PARTS } from './markdown/tag-source.js';
import { tabsItem } from './tab-blocks.js';

const PARTS: ReadonlySet<string> = new Set(OPERATION_PARTS);
/** A `swagger` tag with a source refers to a specification, any other describes its operation itself. */
export const isOperationPart = ({ name, attributes }: Frame): boolean =>
  PARTS.has(name) || (name === 'swagger' && !attributes['src']);
const isOperation = ({ kind, name, attributes }: Frame): boolean =>
  kind === 'tag' && (name === 'api-method' || (name === 'swagger' && !attributes['src']));

/** What a group of parameters is headed by. */
const PLACES: Readonly<Record<string, string>> = {
  path: 'Path parameters',
  query: 'Query parameters',
  header: 'Headers',
  cookie: 'Cookies',
  body: 'Request body',
  formData: 'Form data',
};
const GROUPS: Readonly<Record<string, string>> = {
  'api-method-path-parameters': 'path',
  'api-method-query-parameters': 'query',
  'api-method-headers': 'header',
  'api-method-cookies': 'cookie',
  'api-method-body-parameters': 'body',
  'api-method-form-data-parameters': 'formData',
};

/**
 * The blocks that the older tags for an operation of an API leave: parts are kept until the whole is closed, which then is
 * a heading, the method and address, the description, tables of parameters, and a tab for each response.
 */
export function closeOperationPart(stack: FrameStack, closed: Frame): Block[] {
  const { name, attributes, blocks } = closed;
  if (isOperation(closed)) return operationBlocks(stack, closed);
  const holder = stack.frames.findLast(isOperation);
  if (holder === undefined) return blocks;
  const operation = (holder.operation ??= nothingYet());
  switch (name) {
    case 'api-method-summary': {
      const [first, ...others] = blocks;
      if (first?.type !== 'paragraph') operation.description.push(...blocks);
      else {
        operation.summary.push(...first.nodes);
        operation.description.push(...others);
      }
      return [];
    }
    case 'swagger-description':
    case 'api-method-description':
      operation.description.push(...blocks);
      return [];
    case 'swagger-parameter':
    case 'api-method-parameter':
      addParameter(operation, attributes['in'] ?? groupOf(stack), closed);
      return [];
    case 'swagger-response':
    case 'api-method-response-example': {
      const { status, httpCode, description } = attributes;
      const title = [status ?? httpCode ?? '', description ?? ''].filter((part) => part.trim() !== '').join(': ');
      operation.responses.push({ title, blocks });
      return [];
    }
    default:
      return blocks;
  }
}

const nothingYet = (): Operation => ({ summary: [], description: [], parameters: new Map(), responses: [] });

function groupOf({ frames }: FrameStack): string {
  const group = frames.findLast(({ kind, name }) => kind === 'tag' && Object.hasOwn(GROUPS, name));
  return group === undefined ? 'query' : (GROUPS[group.name] as string);
}

function addParameter(operation: Operation, place: string, { attributes, blocks }: Frame): void {
  const { name = '', type = '', required } = attributes;
  const known = operation.parameters.get(place);
  const isRequired = required !== undefined && required !== 'false';
  const parameter = {
    name,
    type: [type, isRequired ? 'required' : ''].filter((word) => word !== '').join(', '),
    blocks,
  };
  if (known === undefined) operation.parameters.set(place, [parameter]);
  else known.push(parameter);
}

const marked = (text: string, type: 'bold' | 'code'): InlineNode => {
  const mark: Mark = { object: 'mark', type };
  return textNode(text, [mark]);
};

function operationBlocks({ context }: FrameStack, { attributes, blocks, operation }: Frame): Block[] {
  const { method = '', path = '', host, baseUrl, summary } = attributes;
  const words = summary?.trim() ? [textNode(summary.trim())] : (operation?.summary ?? []);
  const address = `${baseUrl ?? host ?? ''}${path}`;
  const line = [
    ...(method === '' ? [] : [marked(method.toUpperCase(), 'bold')]),
    ...(method === '' || address === '' ? [] : [textNode(' ')]),
    ...(address === '' ? [] : [marked(address, 'code')]),
  ];
  const out: Block[] = [];
  if (inlinesText(words).trim() !== '')
    out.push(headingBlock({ level: context.topHeading + 1, top: context.topHeading }, words, undefined));
  if (line.length > 0) out.push(paragraph(line));
  out.push(...(operation?.description ?? []), ...blocks);
  for (const [place, parameters] of operation?.parameters ?? []) {
    out.push(paragraph([marked(Object.hasOwn(PLACES, place) ? (PLACES[place] as string) : place, 'bold')]));
    out.push(...readTable({}, tableRows(parameters), context.allowance));
  }
  const responses = operation?.responses ?? [];
  if (responses.length > 0) {
    const nodes = responses.map(({ title, blocks: body }) => tabsItem(title, body));
    out.push(paragraph([marked('Responses', 'bold')]));
    out.push({ object: 'block', type: 'tabs', isVoid: false, data: {}, nodes });
  }
  return out;
}

function tableRows(parameters: readonly OperationParameter[]): SourceRow[] {
  const cell = (blocks: Block[], header = false): SourceCell => {
    return { header, attributes: {}, blocks, options: [], selected: [], users: [] };
  };
  const head = ['Name', 'Type', 'Description'].map((title) => cell([paragraph([textNode(title)])], true));
  const rows = parameters.map(({ name, type, blocks }) => ({
    head: false,
    cells: [
      cell(name === '' ? [] : [paragraph([marked(name, 'code')])]),
      cell(type === '' ? [] : [paragraph([textNode(type)])]),
      cell(blocks),
    ],
  }));
  return [{ head: true, cells: head }, ...rows];
}
