import type { FileRecord } from '../checks/content.js';
import type { History } from '../history.js';
import type { Snapshot } from '../snapshot.js';
import { drop, replaceFiles, revisionOf, spoil, type Spoiled } from './spoiling.js';

export function keepFiles(snapshot: Snapshot, isKept: (revision: string) => boolean): void {
  replaceFiles(snapshot, (revision, files) => (isKept(revision) ? files : new Map()));
}

export function spoilFiles({ snapshot }: Spoiled): void {
  const spoiled = (file: FileRecord): [string, FileRecord] => [file.id, { ...file, blob: 'other' }];
  replaceFiles(snapshot, (_, files) => new Map([...files.values()].map(spoiled)));
}

export function loseMergedFile({ snapshot }: Spoiled): void {
  const { id } = revisionOf(snapshot, (row) => row.type === 'merge' && snapshot.contents.files(row.id).size > 0);
  keepFiles(snapshot, (revision) => revision !== id);
}

export function loseUsedFiles({ snapshot }: Spoiled): void {
  const { contents } = snapshot;
  const uses = (): string[] => ['none'];
  snapshot.contents = {
    of: (id) => contents.of(id),
    files: (id) => contents.files(id),
    text: (page) => contents.text(page),
    uses,
  };
}

/** Clears what the pages use of the files they name. */
export function useNothing({ snapshot }: Spoiled): void {
  const { contents } = snapshot;
  const uses = (): string[] => [];
  snapshot.contents = {
    of: (id) => contents.of(id),
    files: (id) => contents.files(id),
    text: (page) => contents.text(page),
    uses,
  };
}

export function reopenConflicts({ snapshot: { conflicts } }: Spoiled): void {
  for (const conflict of conflicts) Object.assign(conflict, { resolution: null, revisionResolved: null });
}

export function settleOtherwise({ snapshot: { conflicts } }: Spoiled): void {
  for (const conflict of conflicts.filter(({ resolution }) => resolution !== null)) conflict.resolution = 'value';
}

/** Records the first conflict, which was settled with the other side, as settled in the revision that left it. */
export function unsettle({ snapshot: { conflicts } }: Spoiled): void {
  const settled = conflicts.find(({ resolution }) => resolution === 'changeRequest');
  if (settled) settled.revisionResolved = settled.revision;
}

export function missConflicts(history: History): void {
  spoil(history, 'find-conflicts', ({ told }) => (told.conflicts = []));
}

export function misplaceReviews({ snapshot: { reviews } }: Spoiled): void {
  for (const review of reviews) review.revision = 'other';
}

/** Makes the last review outdated. */
export function outdateReviews({ history, snapshot: { reviews } }: Spoiled): void {
  for (const review of reviews) review.outdated = true;
  drop(history, 'ask');
}

export function doubleReviews({ snapshot: { reviews } }: Spoiled): void {
  reviews.push(...reviews.map((review) => ({ ...review, id: `not ${review.id}`, outdated: false })));
}

export function loseRemarks({ snapshot: { comments } }: Spoiled): void {
  for (const comment of comments) comment.review = null;
}

/** Removes the approval of what was merged under the first rules. */
export function mergeUnreviewed({ snapshot: { reviews } }: Spoiled): void {
  for (const review of reviews) review.status = 'changes-requested';
}

/** Adds an edit between an approval and the merge. */
export function mergeEdited({ snapshot: { changeRequests, reviews } }: Spoiled): void {
  for (const { id, revisionInitial, revisionMerged } of changeRequests) {
    const ofIt = revisionMerged === null ? [] : reviews.filter(({ changeRequest }) => changeRequest === id);
    for (const review of ofIt) review.revision = revisionInitial;
  }
}

export function setRules({ snapshot }: Spoiled): void {
  snapshot.mergeRules = { type: 'rules', rules: [{ rule: 'require_agent_review' }] };
}
