import type { MergeLookups, MergeResult, MergeSides } from './merge.js';
import { mergeBodies, type MergedBodies } from './merge-bodies.js';
import { mergeContents, mergeFiles, mergePages, mergeVariables, type MergedRecords } from './merge-records.js';
import type { PageRecord } from '../../../revisions/domain/page/page-record.js';
import { mergeTree } from './merge-tree.js';
import { settleSiblings } from './settle-siblings.js';
import { isSame, sortConflicts } from './three-way.js';

/**
 * Merges two revisions with a common base. Returns the changes to main. Where both sides changed the same, main's side
 * is taken and the other becomes a conflict. The cost depends on what the two sides changed and on the siblings of
 * moved pages. Bodies that were merged before are reused.
 */
export async function mergeRevisions(
  sides: MergeSides,
  lookups: MergeLookups,
  limits: { maxDocumentBytes: number },
  bodies: MergedBodies = new Map(),
): Promise<MergeResult> {
  const pages = mergePages(sides.pages);
  const contents = mergeContents(sides.contents);
  const files = mergeFiles(sides.files);
  const { variables, conflicts } = mergeVariables(sides.variables);
  await mergeTree(pages, lookups);
  const moved = await settleSiblings(pages, lookups);
  const documents = [
    ...(await mergeBodies('page', pages, lookups, limits.maxDocumentBytes, bodies)),
    ...(await mergeBodies('reusable-content', contents, lookups, limits.maxDocumentBytes, bodies)),
  ];
  return {
    pages: changesToMain(pages),
    files: changesToMain(files),
    contents: changesToMain(contents),
    ...(variables === undefined ? {} : { variables }),
    documents,
    moved,
    grows: growthOf(pages),
    conflicts: sortConflicts([...pages.conflicts, ...files.conflicts, ...contents.conflicts, ...conflicts]),
  };
}

/** Merges only the bodies of two revisions. This takes most of the time of a merge and needs no locks. */
export async function precomputeBodies(
  sides: Pick<MergeSides, 'pages' | 'contents'>,
  lookups: Pick<MergeLookups, 'documents' | 'mergeBody'>,
  limits: { maxDocumentBytes: number },
): Promise<MergedBodies> {
  const bodies: MergedBodies = new Map();
  await mergeBodies('page', mergePages(sides.pages), lookups, limits.maxDocumentBytes, bodies);
  await mergeBodies('reusable-content', mergeContents(sides.contents), lookups, limits.maxDocumentBytes, bodies);
  return bodies;
}

/** By how many pages the merged content is larger than main. */
function growthOf({ records, versions }: MergedRecords<PageRecord>): number {
  let growth = 0;
  for (const [id, { main }] of versions) growth += Number(records.get(id) !== undefined) - Number(main !== undefined);
  return growth;
}

function changesToMain<R>({ records, versions }: MergedRecords<R>): Map<string, R | null> {
  const changes = new Map<string, R | null>();
  for (const [id, record] of records) {
    if (!isSame(record, versions.get(id)?.main)) changes.set(id, record ?? null);
  }
  return changes;
}
