import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Dispatcher } from '#kernel/application/dispatcher';
import { mapReferences, type Block, type RichDocument } from '#rich-document';
import { ReadOpenAPITexts, type OpenAPIText, type OpenAPITextRequest } from '../../../contract/openapi.js';

/** Texts that one document asks for; blocks beyond show none. */
const MOST_TEXTS = 2_000;

/** What the blocks of documents show of OpenAPI specifications, as Markdown. */
export interface ShownTexts {
  texts: ReadonlyMap<Block, string>;
  /** Changes with the versions of the specifications; empty where there is no text. */
  stamp: string;
}

const NONE: ShownTexts = { texts: new Map(), stamp: '' };

/** Reads what blocks show of OpenAPI specifications, for readers without a renderer. Nothing is asked without such blocks. */
@Injectable()
export class OpenAPITexts {
  constructor(private readonly dispatcher: Dispatcher) {}

  /** Of one document or of some, by one question for all of them. */
  async of(organizationId: string, ...documents: RichDocument[]): Promise<ShownTexts> {
    const wanted = documents.flatMap(wantedBy);
    if (wanted.length === 0) return NONE;
    const found = await this.dispatcher.ask(
      new ReadOpenAPITexts(
        organizationId,
        wanted.map(({ request }) => request),
      ),
    );
    const texts = new Map<Block, string>();
    const versions = new Set<string>();
    wanted.forEach(({ block, request, introduces }, index) => {
      const text = found[index];
      if (!text) return;
      versions.add(`${request.spec} ${text.version}`);
      const before = texts.get(block);
      texts.set(block, [...(before === undefined ? [] : [before]), ...partsOf(text, introduces)].join('\n\n'));
    });
    if (texts.size === 0) return NONE;
    return { texts, stamp: hash('sha256', [...versions].sort().join('\n')).slice(0, 16) };
  }

  /** The same as words for search, without the marks of Markdown. */
  async words(organizationId: string, ...documents: RichDocument[]): Promise<ReadonlyMap<Block, string>> {
    const { texts } = await this.of(organizationId, ...documents);
    return new Map([...texts].map(([block, text]) => [block, wordsOf(text)]));
  }
}

interface Wanted {
  block: Block;
  request: OpenAPITextRequest;
  /** Whether the block shows title and description. */
  introduces: boolean;
}

function wantedBy(document: RichDocument): Wanted[] {
  const wanted: Wanted[] = [];
  mapReferences(document, (ref, use, block) => {
    if (use === 'openapi' && ref.kind === 'openapi' && block) wanted.push(...requestsOf(block, ref.spec));
    return ref;
  });
  return wanted.slice(0, MOST_TEXTS);
}

function requestsOf(block: Block, spec: string): Wanted[] {
  switch (block.type) {
    case 'openapi-operation': {
      const { path, method, headless } = block.data;
      return [{ block, request: { spec, kind: 'operation', name: path, method }, introduces: headless !== true }];
    }
    case 'openapi-webhook': {
      const { name, method, headless } = block.data;
      return [{ block, request: { spec, kind: 'webhook', name, method }, introduces: headless !== true }];
    }
    case 'openapi-schemas':
      return block.data.schemas.map((name) => ({
        block,
        request: { spec, kind: 'model', name, method: '' },
        introduces: false,
      }));
    default:
      return [];
  }
}

const partsOf = ({ introduction, text }: OpenAPIText, introduces: boolean): string[] =>
  [introduces ? introduction : '', text].filter((part) => part !== '');

/** Words of Markdown: marks at the beginnings of lines, of code, of emphasis and of fences are left out. */
function wordsOf(markdown: string): string {
  return markdown
    .replaceAll('&#123;', '{')
    .replace(/^ *(?:\* |`{3,}\w*$|#+ )/gm, '')
    .replace(/[`*]/g, '')
    .replace(/\n{2,}/g, '\n')
    .trim();
}
