import { Turns } from '#kernel/application/turns';
import type { ShownNode, ShownPages } from '#content';
import type { FrameLink, PagesPage } from '#site-html';
import type { References } from './references.js';
import { linkOf } from './tree-entries.js';

/** Links in one part of the list. */
const MOST_LINKS = 300;

type Group = PagesPage['groups'][number];

/** Pages with those that they are in, the nearest last. */
interface Listed {
  path: readonly ShownNode[];
  nodes: readonly ShownNode[];
}

/** A part of all pages of a tree, by what they are in. */
export interface ListedPart {
  groups: readonly Listed[];
  /** Whether others come after it. */
  hasNext: boolean;
}

/** What the list of all pages is written with. */
export interface ListedWith {
  /** Where the site space begins, ending with a slash. */
  base: string;
  /** The address of the list. */
  address: string;
  references: Pick<References, 'target'>;
}

/** The first part is 1; undefined for one that is not there. What is too long for a part goes on in the next. */
export async function partOf(tree: ShownPages, part: number): Promise<ListedPart | undefined> {
  const turns = new Turns();
  const groups: Listed[] = [];
  let number = 1;
  let room = MOST_LINKS;
  for (const { path, nodes } of groupsOf(tree)) {
    for (let at = 0; at === 0 || at < nodes.length;) {
      if (room === 0) {
        if (number === part) return { groups, hasNext: true };
        number++;
        room = MOST_LINKS;
      }
      const taken = nodes.slice(at, at + room);
      if (number === part) groups.push({ path, nodes: taken });
      room -= taken.length;
      at += Math.max(1, taken.length);
    }
    await turns.next();
  }
  return number === part ? { groups, hasNext: false } : undefined;
}

/** The pages of a part as it is drawn. */
export function listedPages(tree: ShownPages, part: number, listed: ListedPart, listedWith: ListedWith): PagesPage {
  const { base, address, references } = listedWith;
  const link = (node: ShownNode): FrameLink => asLink(node, tree, { base, references });
  const addressOf = (other: number): string => (other === 1 ? address : `${address}?page=${other}`);
  return {
    kind: 'pages',
    groups: listed.groups.map(({ path, nodes }): Group => ({ path: path.map(link), links: nodes.map(link) })),
    ...(part > 1 ? { previous: addressOf(part - 1) } : {}),
    ...(listed.hasNext ? { next: addressOf(part + 1) } : {}),
  };
}

/** The top level, and then what is below each page or group, in the order in which they are read. */
function* groupsOf(tree: ShownPages): Generator<Listed> {
  const pending: Listed[] = [{ path: [], nodes: visible(tree.roots) }];
  for (let level = pending.pop(); level; level = pending.pop()) {
    const { path, nodes } = level;
    yield level;
    const below = nodes.flatMap((node): Listed[] => {
      const inside = node.pages.length === 0 ? [] : visible(node.pages);
      return inside.length === 0 ? [] : [{ path: [...path, node], nodes: inside }];
    });
    pending.push(...below.reverse());
  }
}

const visible = (nodes: readonly ShownNode[]): ShownNode[] => nodes.filter(({ record }) => record.hidden !== true);

function asLink(node: ShownNode, tree: ShownPages, { base, references }: Omit<ListedWith, 'address'>): FrameLink {
  const { title, href, blank } = linkOf(node, tree, base, references);
  return { title, href: href ?? '', blank };
}
