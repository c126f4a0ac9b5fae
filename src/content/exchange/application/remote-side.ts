import { ChangeRequest } from '../../change-requests/domain/change-request.js';
import type { ChangeRequests } from '../../change-requests/domain/change-requests.js';
import type { MergeSources } from '../../change-requests/domain/merge-sources.js';
import { ContentDraft } from '../../revisions/domain/content/content-draft.js';
import type { MapDiff } from '../../revisions/domain/map/diff-maps.js';
import type { ConflictSubject, MergeConflict, MergeSides } from '../../change-requests/domain/merge/merge.js';
import { mergeRevisions } from '../../change-requests/domain/merge/merge-revisions.js';
import type { PageRecord } from '../../revisions/domain/page/page-record.js';
import type { Head, LiveContent, RevisionDraft } from '../../revisions/domain/ports.js';
import type { ContentLimits } from '../../spaces/domain/space/content-limits.js';

interface Clashed {
  sides: MergeSides;
  conflicts: readonly MergeConflict[];
  /** The merged content, with main's side of each conflict. */
  head: Head;
  other: Head;
  author: string;
  now: Date;
}

interface Tools {
  sources: MergeSources;
  content: LiveContent;
  limits: ContentLimits;
}

const MAX_SUBJECT = 100;

/**
 * The merged content with the other side of each conflict. Merges once more with the sides exchanged: the result has
 * the other side's text where they conflict, and main's elsewhere.
 */
export async function otherSide(clashed: Clashed, { sources, content, limits }: Tools): Promise<RevisionDraft> {
  const { sides, conflicts, head, other, author, now } = clashed;
  const theirs = await mergeRevisions(exchanged(sides), sources.lookups(head), limits);
  const draft = new ContentDraft(head, content, now);
  const standing = await content.pages(head, idsOf('page', conflicts));
  const gone: string[] = [];
  for (const id of idsOf('page', conflicts)) {
    const record = recordOf(id, theirs.pages, sides.pages.other);
    if (record) await draft.putPage(placed(record, standing.get(id), conflicts));
    else if (record === null) gone.push(id);
  }
  await draft.deletePages(gone);
  for (const id of idsOf('file', conflicts)) {
    const record = recordOf(id, theirs.files, sides.files.other);
    if (record !== undefined) draft.putFile(id, record);
  }
  for (const id of idsOf('reusable-content', conflicts)) {
    const record = recordOf(id, theirs.contents, sides.contents.other);
    if (record !== undefined) draft.putContent(id, record);
  }
  const names = idsOf('variable', conflicts);
  const values = new Map(Object.entries(other.roots.variables));
  if (names.length > 0) draft.setVariables(Object.fromEntries(names.map((name) => [name, values.get(name) ?? null])));
  const revision = draft.toRevision('edits', author);
  return { ...revision, documents: [...revision.documents, ...theirs.documents] };
}

/** Opens a change request that holds a revision made from one of the space. Answers its id. */
export async function openRequest(
  changeRequests: ChangeRequests,
  from: Head,
  revision: string,
  { subject, author, now }: { subject: string; author: string; now: Date },
): Promise<string> {
  const number = await changeRequests.nextNumber(from.organizationId, from.spaceId);
  const wanted = { subject: [...subject].slice(0, MAX_SUBJECT).join('').slice(0, MAX_SUBJECT) };
  const changeRequest = ChangeRequest.create(from, wanted, number, author, now);
  changeRequest.update({ status: 'open' }, now);
  changeRequest.edit(revision, now);
  await changeRequests.save(changeRequest);
  await changeRequests.contribute(changeRequest, author, now);
  return changeRequest.id;
}

function exchanged({ pages, files, contents, variables }: MergeSides): MergeSides {
  return {
    pages: { main: pages.other, other: pages.main },
    files: { main: files.other, other: files.main },
    contents: { main: contents.other, other: contents.main },
    variables: { base: variables.base, main: variables.other, other: variables.main },
  };
}

/** A slug that is taken is taken on both sides, so such a conflict has no other side to propose. */
function idsOf(subject: ConflictSubject['subject'], conflicts: readonly MergeConflict[]): string[] {
  const about = conflicts.filter((conflict) => conflict.subject === subject && conflict.kind !== 'slug');
  return [...new Set(about.map(({ id }) => id))];
}

/** The record with the other side: null if that side deleted it, undefined if it did not change it. */
function recordOf<R extends { id: string }>(
  id: string,
  merged: ReadonlyMap<string, R | null>,
  { added, changed, removed }: MapDiff<R>,
): R | null | undefined {
  if (removed.some((record) => record.id === id)) return null;
  const own = merged.get(id);
  if (own) return own;
  return changed.find(({ after }) => after.id === id)?.after ?? added.find((record) => record.id === id);
}

/** Its place in the merged content, unless the conflict is about the place. */
function placed(record: PageRecord, current: PageRecord | undefined, conflicts: readonly MergeConflict[]): PageRecord {
  if (!current) return record;
  const about = (kind: string): boolean =>
    conflicts.some((conflict) => conflict.id === record.id && conflict.kind === kind);
  const { parent, rank, slug } = about('place') ? record : current;
  const renamed = conflicts.some((each) => each.id === record.id && each.kind === 'field' && each.field === 'slug');
  return { ...record, parent, rank, slug: renamed ? record.slug : slug };
}
