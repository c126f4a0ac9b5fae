import { inlinesText, plainText, type Block, type RichDocument } from '#rich-document';

/** Characters that search engines show of a description. */
const MOST = 160;
/** Blocks that are looked at: what comes later does not say what a page is about. */
const MOST_BLOCKS = 12;

/**
 * What search engines and others are given of a page that has no description: its first paragraph, or else the requests
 * that it shows, or whatever it says first. At most 160 characters, cut between two words; undefined where it says
 * nothing.
 */
export function summaryOf({ nodes }: RichDocument): string | undefined {
  const blocks = nodes.slice(0, MOST_BLOCKS);
  for (const read of [paragraphText, requestText, anyText]) {
    const text = blocks.map(read).find((one) => one !== '');
    if (text !== undefined) return shortened(text);
  }
  return undefined;
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
const paragraphText = (block: Block): string => (block.type === 'paragraph' ? oneLine(inlinesText(block.nodes)) : '');
const anyText = (block: Block): string => oneLine(plainText({ object: 'document', data: {}, nodes: [block] }));

function requestText({ type, data }: Block): string {
  if (type === 'openapi-operation' || type === 'swagger') return `${data.method.toUpperCase()} ${data.path}`;
  if (type === 'openapi-webhook') return data.name;
  return type === 'openapi-schemas' ? data.schemas.join(', ') : '';
}

function shortened(text: string): string {
  if (text.length <= MOST) return text;
  const cut = text.slice(0, MOST);
  const end = cut.lastIndexOf(' ');
  // Some languages have no spaces between words; half a character is none.
  const whole = end > MOST / 2 ? cut.slice(0, end) : cut.slice(0, -1).replace(/[\ud800-\udbff]$/, '');
  return `${whole.replace(/[\s.,;:]+$/, '')}…`;
}
