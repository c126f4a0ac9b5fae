import { print, type Terminal } from '../terminal.js';
import { printReport } from '../transfer/report.js';
import type { SitePreview, SpacePreview } from './preview-site.js';
import type { Published } from './publish-site.js';
import { changeLine, type SiteChange } from './site-config.js';

/** Prints what was published, with the address as the last line. */
export function printPublished(terminal: Terminal, published: Published): void {
  const { site, created, structure, spaces } = published;
  print(terminal, `Site      ${site.id} (${site.title})${created ? ', new' : ''}`);
  printStructure(terminal, structure.changes, structure.remarks);
  for (const { key, title, changed, report, space } of spaces) {
    print(terminal, '');
    print(
      terminal,
      `${key} (${title}): ${report === undefined ? 'not in the repository' : changed ? 'changed' : 'as before'}`,
    );
    if (report) printReport(terminal, space, report);
  }
  print(terminal, '');
  if (!isChanged(published)) print(terminal, 'Nothing has changed');
  print(terminal, `Address   ${site.urls.published ?? 'none: no space of the site is shown yet'}`);
}

/** Whether anything is different from before. */
export function isChanged({ created, structure, spaces }: Published): boolean {
  return created || structure.changes.length > 0 || spaces.some(({ changed }) => changed);
}

/** Prints what publishing would change. */
export function printPreview(terminal: Terminal, preview: SitePreview): void {
  print(terminal, `Site      ${preview.site ?? 'would be created'}`);
  printStructure(terminal, preview.changes, preview.remarks);
  for (const space of preview.spaces) {
    print(terminal, '');
    printSpace(terminal, space);
  }
}

/** Whether links or anchors would break that are not broken now. */
export function breaksLinks({ spaces }: SitePreview): boolean {
  return spaces.some(({ vanishedAnchors, brokenLinks }) => vanishedAnchors.length > 0 || brokenLinks.total > 0);
}

function printStructure(
  terminal: Terminal,
  changes: readonly SiteChange[],
  remarks: readonly { line: number; message: string }[],
): void {
  if (changes.length === 0) print(terminal, 'Structure as it is');
  for (const change of changes) print(terminal, `Structure ${changeLine(change)}`);
  for (const { line, message } of remarks) print(terminal, `docs.yaml:${line}: ${message}`);
}

function printSpace(terminal: Terminal, space: SpacePreview): void {
  const { key, title, preview, pages, vanishedAnchors, brokenLinks, notUnderstood } = space;
  if (preview === undefined) {
    print(terminal, `${key} (${title}): ${space.new ? 'new' : 'as it is'}`);
    return;
  }
  print(terminal, `${key} (${title}): ${preview}`);
  for (const [kind, names] of Object.entries(pages)) {
    if (Array.isArray(names)) printNames(terminal, `pages ${kind}`, names);
  }
  if (pages.more > 0) print(terminal, `  and ${pages.more} more changes`);
  printNames(terminal, 'anchors that vanish', vanishedAnchors);
  printNames(terminal, 'links that break', brokenLinks.items, brokenLinks.total);
  if (notUnderstood > 0) print(terminal, `  not understood (${notUnderstood})`);
}

function printNames(terminal: Terminal, label: string, names: readonly string[], total = names.length): void {
  if (total === 0) return;
  print(terminal, `  ${label} (${total})`);
  for (const name of names) print(terminal, `    ${name}`);
}
