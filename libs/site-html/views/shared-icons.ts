import { iconSheets } from '../icon-sheet.js';
import type { DocumentPage, SectionEntry, SitePage, TreeEntry } from '../model.js';

/**
 * The addresses of the icons of sections and of the tree, which are the same on many pages: those that a whole section
 * shows are in a file of their own, so that it stays the same where other parts of the tree open.
 */
export function sharedIcons({ frame, content }: SitePage): Map<string, string> {
  const tree = content.kind === 'document' && content.layout.tree ? content.tree : [];
  const everywhere = new Set([...inSections(frame.sections), ...atTop(tree)]);
  const below = inTree(tree).filter((name) => !everywhere.has(name));
  const named = [...iconSheets(everywhere, frame.icons), ...iconSheets(below, frame.icons)];
  return new Map(named.map(([name, file]) => [name, frame.files.shared + file]));
}

const inSections = (sections: readonly SectionEntry[]): string[] =>
  sections.flatMap(({ icon, children }) => [...named(icon), ...inSections(children)]);

/** Of the top level, and of its groups. */
const atTop = (tree: DocumentPage['tree']): string[] =>
  tree.flatMap(({ icon, kind, children }) => [
    ...named(icon),
    ...(kind === 'group' ? children.flatMap((child) => named(child.icon)) : []),
  ]);

const inTree = (tree: readonly TreeEntry[]): string[] =>
  tree.flatMap(({ icon, children }) => [...named(icon), ...inTree(children)]);

const named = (icon: string | undefined): string[] => (icon === undefined || icon === '' ? [] : [icon]);
