import type { PageRecord } from '../../../revisions/domain/page/page-record.js';
import { PageTree } from '../../../revisions/domain/tree/page-tree.js';
import type { ImportPlan, PlannedPage } from '../import/import-plan.js';
import { inFolder } from '../import/source-path.js';
import { SPACE_FILE, SUMMARY, TAGS, VARIABLES } from '../import/structure-paths.js';
import { createHrefs, pathsOfPlan } from './href-for.js';
import { spaceFileText, tagsText, variablesText } from './space-files-text.js';
import { summaryText } from './summary-text.js';

/** The texts of a tree that say what is where, each as Quire writes it, by their usual paths. */
export type StructureForm = ReadonlyMap<string, string>;

/**
 * What the plan of an import read, in the form in which an export writes it. `titleOf` answers the title of a page that
 * its file names itself; undefined for others, which have the title that the plan gives them.
 */
export function plannedForm(plan: ImportPlan, titleOf: (page: PlannedPage) => string | undefined): StructureForm {
  const paths = pathsOfPlan(plan);
  const hrefFor = createHrefs(paths);
  const records = plan.pages.map((page) => recordOf(page, titleOf(page)));
  const tree = new PageTree(records);
  const home = plan.pages.find(({ type, sourcePath }) => type === 'document' && sourcePath !== undefined)?.sourcePath;
  return formOf(plan.root, {
    summary: summaryText(tree, { hrefFor, files: paths.pages, listed: new Set(), omit: () => undefined }),
    space: spaceFileText(plan.root, home, plan.redirects, hrefFor),
    variables: variablesText(plan.variables),
    tags: tagsText(plan.tags),
  });
}

/** The texts by their paths from the top of the tree; those without any content are left out. */
export function formOf(
  root: string,
  { summary, space, variables, tags }: Record<'summary' | 'space' | 'variables' | 'tags', string>,
): StructureForm {
  const texts: [string, string][] = [
    [inFolder(root, SUMMARY), summary],
    [SPACE_FILE, space],
    [inFolder(root, VARIABLES), variables],
    [inFolder(root, TAGS), tags],
  ];
  return new Map(texts.filter(([, text]) => text !== ''));
}

function recordOf(page: PlannedPage, title: string | undefined): PageRecord {
  const { id, type, parent, rank, slug, linkTitle, target, computed } = page;
  return {
    id,
    type,
    parent,
    rank,
    slug,
    title: title ?? page.title,
    createdAt: '',
    ...(linkTitle !== undefined && { linkTitle }),
    ...(target !== undefined && { target }),
    ...(computed !== undefined && { computed }),
  };
}
