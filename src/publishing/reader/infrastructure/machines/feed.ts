import { Turns } from '#kernel/application/turns';
import { isHeading, plainText, type Block, type RichDocument, type Update } from '#rich-document';
import { changedAt, type ListedPage, type ListedSpace } from './listed-pages.js';
import { XML_HEAD, xmlText } from '../../domain/machines/xml.js';

export interface FeedEntry {
  /** Never changes. */
  id: string;
  url: string;
  title: string;
  summary: string;
  /** ISO 8601. */
  updatedAt: string;
}

export interface Feed {
  title: string;
  language: string;
  /** What it tells the news of. */
  url: string;
  /** Its own URL. */
  self: string;
  entries: readonly FeedEntry[];
}

const MOST_ENTRIES = 50;
const LONGEST_SUMMARY = 2_000;
const DATE = /^\d{4}-\d{2}-\d{2}/;

/** In the Atom format, the latest entries first. */
export function atomFeed({ title, language, url, self, entries }: Feed): string {
  const latest = latestOf(entries);
  const lines = [
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${xmlText(language)}">`,
    ...[`<id>${xmlText(url)}</id>`, `<title>${xmlText(title)}</title>`],
    `<updated>${xmlText(latest[0]?.updatedAt ?? new Date(0).toISOString())}</updated>`,
    `<author><name>${xmlText(title)}</name></author>`,
    `<link rel="self" type="application/atom+xml" href="${xmlText(self)}"/>`,
    `<link rel="alternate" type="text/html" href="${xmlText(url)}"/>`,
    ...latest.map(entryText),
    '</feed>\n',
  ];
  return XML_HEAD + lines.join('\n');
}

/** The pages of spaces that were changed last. */
export async function changedPages(spaces: readonly ListedSpace[]): Promise<FeedEntry[]> {
  const turns = new Turns();
  let latest: FeedEntry[] = [];
  for (const { node, url } of spaces.flatMap(({ pages }) => pages)) {
    await turns.next();
    const { title, description: summary = '' } = node.record;
    latest.push({ id: `${url}#${node.record.id}`, url, title, summary, updatedAt: changedAt(node) });
    if (latest.length === 10 * MOST_ENTRIES) latest = latestOf(latest);
  }
  return latestOf(latest);
}

function latestOf(entries: readonly FeedEntry[]): FeedEntry[] {
  return [...entries].sort((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1)).slice(0, MOST_ENTRIES);
}

/** The updates that a page tells of; none where it has no blocks of that kind. */
export function updatesOf(document: RichDocument, { url, node }: Pick<ListedPage, 'url' | 'node'>): FeedEntry[] {
  const dates = new Map<string, number>();
  const updates = updatesIn(document.nodes).filter(
    ({ data }) => DATE.test(data.date) && !Number.isNaN(Date.parse(data.date)),
  );
  // Counted from the oldest, which is the last: new ones do not rename those that are known.
  return updates.reverse().map((update) => {
    const { date } = update.data;
    const nth = (dates.get(date) ?? 0) + 1;
    dates.set(date, nth);
    const heading = update.nodes.find(isHeading);
    const rest = heading ? update.nodes.filter((block) => block !== heading) : update.nodes;
    return {
      id: `${url}#${node.record.id}-${date}-${nth}`,
      url,
      title: (heading && textOf([heading])) || date.slice(0, 10),
      summary: textOf(rest).slice(0, LONGEST_SUMMARY),
      updatedAt: new Date(date).toISOString(),
    };
  });
}

function textOf(nodes: Block[]): string {
  return plainText({ object: 'document', data: {}, nodes }).replace(/\s+/g, ' ').trim();
}

/** Whether blocks tell of updates. */
export const hasUpdates = (blocks: readonly Block[]): boolean => updatesIn(blocks).length > 0;

function updatesIn(blocks: readonly Block[]): Update[] {
  return blocks.flatMap((block): Update[] => {
    if (block.type === 'updates') return block.nodes;
    return 'nodes' in block ? updatesIn(block.nodes.filter((node): node is Block => node.object === 'block')) : [];
  });
}

function entryText({ id, url, title, summary, updatedAt }: FeedEntry): string {
  const told = summary === '' ? '' : `<summary>${xmlText(summary)}</summary>`;
  return `<entry><id>${xmlText(id)}</id><title>${xmlText(title)}</title><link href="${xmlText(url)}"/><updated>${xmlText(updatedAt)}</updated>${told}</entry>`;
}
