import { DocumentTooLarge, parsePage, plainText, type Block, type InlineNode, type Text } from '#rich-document';
import { document, pageLink, text } from './blocks.js';
import type { NearPage, PageMaterial } from './page-skeleton.js';

/** What a page says that may hold the answer; `page` counts the pages of the material from 1. */
export interface ProposalPassage {
  page: number;
  title: string;
  heading: string;
  text: string;
}

/** What a language model is given to write a page from. */
export interface ProposalTask {
  material: PageMaterial;
  passages: readonly ProposalPassage[];
}

/** Writes the Markdown of pages. */
export abstract class PageWriter {
  /** Whether it may be asked for an organization now; false without a language model. */
  abstract writesFor(organizationId: string): boolean;
  /** The Markdown, unchecked. Links to pages of the material have the address `page:<number>`. */
  abstract write(task: ProposalTask): Promise<string>;
}

/** Letters and digits that a page has at least. */
const FEWEST_LETTERS = 40;
const MOST_CHARACTERS = 20_000;
const MAX_BYTES = 200_000;

/** What a page may be made of; a block that holds something else is left out. */
const BLOCKS: ReadonlySet<string> = new Set([
  'paragraph',
  'heading-1',
  'heading-2',
  'heading-3',
  'list-ordered',
  'list-unordered',
  'list-item',
  'blockquote',
  'hint',
  'divider',
  'code',
  'code-line',
]);

const CODE = /^(`{3,}|~{3,})[^]*?^\1|`+[^`\n]+`+/gm;
/** Elements of HTML, and what Quire reads as blocks and expressions. */
const MARKUP = /<[/!?a-z]|\{%|\{\{/i;

/**
 * Reads what a model wrote as blocks of a page. Undefined where it is no page: too short or too long, with HTML, or with
 * nothing left of it. Links lead to pages that are near, all others become plain text.
 */
export function readProposal(
  markdown: string,
  { near, spaceId }: Pick<PageMaterial, 'near' | 'spaceId'>,
): Block[] | undefined {
  const written = unwrapped(markdown);
  if (written.length > MOST_CHARACTERS) return undefined;
  if (MARKUP.test(written.replace(CODE, ''))) return undefined;
  const link = (url: string, title: string): InlineNode => {
    const page = near[Number(/^page:(\d{1,3})$/.exec(url)?.[1] ?? 0) - 1];
    return page ? pageLink(title, page, spaceId) : text(title);
  };
  try {
    const blocks = parsePage(written, { maxBytes: MAX_BYTES }).document.nodes.flatMap((block) => kept(block, link));
    return lettersIn(plainText(document(blocks))) < FEWEST_LETTERS ? undefined : blocks;
  } catch (error) {
    if (error instanceof DocumentTooLarge) return undefined;
    throw error;
  }
}

function lettersIn(content: string): number {
  return content.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
}

/** Models like to wrap what they write in a block of code. */
function unwrapped(markdown: string): string {
  const all = markdown.trim();
  return (/^```(?:markdown|md)?\n([^]*)\n```$/.exec(all)?.[1] ?? all).trim();
}

type MakeLink = (url: string, title: string) => InlineNode;

function kept(block: Block, link: MakeLink): Block[] {
  if (!BLOCKS.has(block.type)) return [];
  if (!('nodes' in block)) return [block];
  const nodes = (block.nodes as (Block | InlineNode)[]).flatMap((node): (Block | InlineNode)[] =>
    node.object === 'block' ? kept(node, link) : inline(node, link),
  );
  return nodes.length === 0 ? [] : [{ ...block, nodes } as Block];
}

function inline(node: InlineNode, link: MakeLink): InlineNode[] {
  if (node.object === 'text') return [node];
  if (node.type !== 'link') return [];
  const title = node.nodes.map((child) => (child.object === 'text' ? textOf(child) : '')).join('');
  return [link(node.data.ref.kind === 'url' ? node.data.ref.url : '', title)];
}

function textOf({ leaves }: Text): string {
  return leaves.map((leaf) => leaf.text).join('');
}

/** The pages that passages are from, the nearest first, and the passages with the numbers of their pages. */
export function numbered(quoted: readonly (NearPage & { heading: string; text: string })[]): {
  near: NearPage[];
  passages: ProposalPassage[];
} {
  const near = new Map<string, NearPage>();
  for (const { spaceId, pageId, title } of quoted) near.set(`${spaceId}/${pageId}`, { spaceId, pageId, title });
  const order = [...near.keys()];
  const passages = quoted.map(({ spaceId, pageId, title, heading, text: said }) => {
    return { page: order.indexOf(`${spaceId}/${pageId}`) + 1, title, heading, text: said };
  });
  return { near: [...near.values()], passages };
}
