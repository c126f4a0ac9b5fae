import type { MergeLookups, MergeResult, MergeSides } from './merge.js';
import { mergeBodies } from './merge-bodies.js';
import { mergeContents, mergeFiles, mergePages, mergeVariables, type MergedRecords } from './merge-records.js';
import { mergeTree } from './merge-tree.js';
import { settleSiblings } from './settle-siblings.js';
import { isSame, sortConflicts } from './three-way.js';

/**
 * Merges two revisions that came from one into what main has to change. What does not clash merges without a trace;
 * where both sides changed the same thing, main's side stands and the other is told. The cost follows what the two
 * sides changed, and the pages beside those that came to stand elsewhere.
 */
export async function mergeRevisions(
  sides: MergeSides,
  lookups: MergeLookups,
  limits: { maxDocumentBytes: number },
): Promise<MergeResult> {
  const pages = mergePages(sides.pages);
  const contents = mergeContents(sides.contents);
  const files = mergeFiles(sides.files);
  const { variables, conflicts } = mergeVariables(sides.variables);
  await mergeTree(pages, lookups);
  const moved = await settleSiblings(pages, lookups);
  const documents = [
    ...(await mergeBodies('page', pages, lookups, limits.maxDocumentBytes)),
    ...(await mergeBodies('reusable-content', contents, lookups, limits.maxDocumentBytes)),
  ];
  return {
    pages: changesToMain(pages),
    files: changesToMain(files),
    contents: changesToMain(contents),
    ...(variables === undefined ? {} : { variables }),
    documents,
    moved,
    conflicts: sortConflicts([...pages.conflicts, ...files.conflicts, ...contents.conflicts, ...conflicts]),
  };
}

function changesToMain<R>({ records, versions }: MergedRecords<R>): Map<string, R | null> {
  const changes = new Map<string, R | null>();
  for (const [id, record] of records) {
    if (!isSame(record, versions.get(id)?.main)) changes.set(id, record ?? null);
  }
  return changes;
}
