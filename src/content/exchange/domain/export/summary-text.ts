import { slugOf } from '#kernel/domain/slug';
import { specOf, type PagesSource } from '../../../revisions/domain/computed/pages-source.js';
import type { PageRecord } from '../../../revisions/domain/page/page-record.js';
import type { PageNode, PageTree } from '../../../revisions/domain/tree/page-tree.js';
import type { HrefFor } from './href-for.js';
import { escapeHref, escapeText, escapeTitle } from './markdown-text.js';

/** What a table of contents is written with. */
export interface SummaryWriting {
  hrefFor: HrefFor;
  /** Pages with a file, by their ids. */
  files: ReadonlyMap<string, string>;
  /** Ids of pages that are listed by their link title, since their files have their titles. */
  listed: ReadonlySet<string>;
  /** Called for pages that a table of contents cannot contain. */
  omit: (node: PageNode) => void;
}

/**
 * The table of contents of a tree. A group is a heading, with its slug as an anchor if the slug does not follow from
 * the title; a thematic break ends a group. A link to a page has an anchor, even an empty one, which distinguishes it
 * from the page itself. A link title is the title of the link, unless the page is listed by it.
 */
export function summaryText(tree: PageTree, write: SummaryWriting): string {
  const lines = ['# Table of contents', ''];
  let inGroup = false;
  for (const node of tree.roots) {
    if (node.record.type === 'group') {
      if (lines.at(-1) !== '') lines.push('');
      lines.push(groupHeading(node), '');
      for (const page of node.pages) writePage(page, 0, write, lines);
      inGroup = true;
      continue;
    }
    if (inGroup) {
      if (lines.at(-1) !== '') lines.push('');
      lines.push('***', '');
      inGroup = false;
    }
    writePage(node, 0, write, lines);
  }
  return `${lines.join('\n').trimEnd()}\n`;
}

function groupHeading({ record: { title, slug } }: PageNode): string {
  const anchor = slugOf(title) === slug ? '' : ` <a href="#${slug}" id="${slug}"></a>`;
  return `## ${escapeText(title)}${anchor}`;
}

function writePage(root: PageNode, depth: number, write: SummaryWriting, lines: string[]): void {
  const { hrefFor, files, listed, omit } = write;
  const pending = [{ node: root, depth }];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { record, pages } = next.node;
    const indent = '  '.repeat(next.depth);
    if (record.computed) {
      lines.push(...sourceLines(record.title, record.computed).map((line) => indent + line));
      continue;
    }
    const target = record.type === 'document' && !files.has(record.id) ? undefined : targetOf(next.node, hrefFor);
    if (target === undefined && record.type !== 'group' && record.type !== 'document') omit(next.node);
    else lines.push(`${indent}* ${entryOf(record, target, listed.has(record.id))}`);
    for (const page of [...pages].reverse()) pending.push({ node: page, depth: next.depth + 1 });
  }
}

/** A link title that equals the title would not be read as one from the text, so it is written behind the address. */
function entryOf({ title, linkTitle }: PageRecord, target: string | undefined, isListed: boolean): string {
  if (target === undefined) return escapeText(title);
  if (isListed && linkTitle !== undefined && linkTitle !== title)
    return `[${escapeText(linkTitle)}](${escapeHref(target)})`;
  const tail = linkTitle === undefined ? '' : ` "${escapeTitle(linkTitle)}"`;
  return `[${escapeText(title)}](${escapeHref(target)}${tail})`;
}

/** What pages are made of, as an entry of the table of contents: YAML in a fenced block. */
function sourceLines(title: string, source: PagesSource): string[] {
  const { models, downloadLink, grouping } = source.props;
  const spec = specOf(source);
  return [
    '* ```yaml',
    ...(title === spec ? [] : [`  title: ${JSON.stringify(title)}`]),
    `  type: ${source.type}`,
    '  props:',
    `    models: ${models}`,
    ...(downloadLink === undefined ? [] : [`    downloadLink: ${downloadLink}`]),
    ...(grouping === undefined ? [] : [`    grouping: ${grouping}`]),
    '  dependencies:',
    '    spec:',
    '      ref:',
    '        kind: openapi',
    `        spec: ${JSON.stringify(spec)}`,
    '  ```',
  ];
}

function targetOf({ record }: PageNode, hrefFor: HrefFor): string | undefined {
  if (record.type === 'document') return hrefFor('', { kind: 'page', page: record.id });
  if (record.type !== 'link' || !record.target) return undefined;
  const href = hrefFor('', record.target);
  return record.target.kind === 'page' && href !== undefined && !href.startsWith('/') ? `${href}#` : href;
}
