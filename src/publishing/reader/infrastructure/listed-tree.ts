import type { ShownNode, ShownPages } from '#content';
import type { FrameLink, PagesPage } from '#site-html';
import type { References } from './references.js';
import { linkOf } from './tree-entries.js';

/** Links in one part of the list. */
const MOST_LINKS = 300;

type Group = PagesPage['groups'][number];

/** What the list of all pages is written with. */
export interface ListedWith {
  /** Where the site space begins, ending with a slash. */
  base: string;
  /** The address of the list. */
  address: string;
  references: Pick<References, 'target'>;
}

/** A part of all pages of a tree, by what they are in. The first part is 1; undefined for one that is not there. */
export function listedPages(tree: ShownPages, part: number, listedWith: ListedWith): PagesPage | undefined {
  const { base, address, references } = listedWith;
  const all = [...groupsOf(tree, (node) => asLink(node, tree, { base, references }))];
  const parts = inParts(all);
  const groups = parts[part - 1];
  if (!groups) return undefined;
  const addressOf = (other: number): string => (other === 1 ? address : `${address}?page=${other}`);
  return {
    kind: 'pages',
    groups,
    ...(part > 1 ? { previous: addressOf(part - 1) } : {}),
    ...(part < parts.length ? { next: addressOf(part + 1) } : {}),
  };
}

/** The top level, and then what is below each page or group, in the order in which they are read. */
function* groupsOf(tree: ShownPages, link: (node: ShownNode) => FrameLink): Generator<Group> {
  const pending: { path: FrameLink[]; nodes: ShownNode[] }[] = [{ path: [], nodes: visible(tree.roots) }];
  for (let level = pending.pop(); level; level = pending.pop()) {
    const { path, nodes } = level;
    yield { path, links: nodes.map(link) };
    const below = nodes.map((node) => ({ path: [...path, link(node)], nodes: visible(node.pages) }));
    pending.push(...below.filter((one) => one.nodes.length > 0).reverse());
  }
}

/** Groups in parts of so many links; what is too long for one goes on in the next. */
function inParts(groups: readonly Group[]): Group[][] {
  const parts: Group[][] = [[]];
  let room = MOST_LINKS;
  for (const { path, links } of groups)
    for (let at = 0; at === 0 || at < links.length;) {
      if (room === 0) {
        parts.push([]);
        room = MOST_LINKS;
      }
      const taken = links.slice(at, at + room);
      parts.at(-1)?.push({ path, links: taken });
      room -= taken.length;
      at += Math.max(1, taken.length);
    }
  return parts;
}

const visible = (nodes: readonly ShownNode[]): ShownNode[] => nodes.filter(({ record }) => record.hidden !== true);

function asLink(node: ShownNode, tree: ShownPages, { base, references }: Omit<ListedWith, 'address'>): FrameLink {
  const { title, href, blank } = linkOf(node, tree, base, references);
  return { title, href: href ?? '', blank };
}
