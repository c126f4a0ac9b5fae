import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { bytesOf } from '../clients/choices.js';
import type { Change } from '../history.js';
import type { Snapshot } from '../snapshot.js';
import type { Content, Contents, Files } from './content.js';

/** The fault of the files of a revision after a batch of changes; undefined without one. */
export function faultOfInsertedFiles(before: Files, changes: readonly Change[], after: Files): string | undefined {
  const left = new Map(after);
  for (const file of before.values()) {
    if (!isDeepStrictEqual(left.get(file.id), file)) return `file ${file.id} is gone, or another than it was`;
    left.delete(file.id);
  }
  for (const change of changes) {
    if (change.operation !== 'insert_files') continue;
    for (const { name } of change.files) {
      const bytes = Buffer.from(bytesOf(name));
      const blob = createHash('sha256').update(bytes).digest('hex');
      const inserted = [...left.values()].find((file) => file.name === name);
      if (!inserted) return `the file "${name}" was not inserted`;
      if (inserted.blob !== blob || inserted.size !== bytes.length)
        return `the file "${name}" has other bytes: ${JSON.stringify(inserted)}`;
      left.delete(inserted.id);
    }
  }
  const [more] = left.values();
  return more && `the file "${more.name}" came from nowhere`;
}

/** The fault of the files of a merge. Clients only add files, so those of both sides must be there. */
export function faultOfMergedFiles(main: Files, other: Files, merged: Files): string | undefined {
  const both = new Map([...main, ...other]);
  for (const [id, file] of both) {
    if (!isDeepStrictEqual(merged.get(id), file)) return `file ${id} ("${file.name}") is gone, or another than it was`;
  }
  const more = [...merged.values()].find(({ id }) => !both.has(id));
  return more && `the file "${more.name}" came from nowhere`;
}

/**
 * A page uses every file that it names and that existed at that time: the address leads to the file wherever it moves.
 */
export function faultOfNamedFiles(
  changes: readonly Change[],
  files: Files,
  after: Content,
  contents: Contents,
): string | undefined {
  for (const change of changes) {
    const markdown = 'document' in change ? change.document?.markdown : undefined;
    const [, file = ''] = /\/files\/(\w+)/.exec(markdown ?? '') ?? [];
    if (!files.has(file)) continue;
    const page = [...after.values()].find((one) => contents.text(one) === markdown);
    if (page && !contents.uses(page).includes(file))
      return `page ${page.id} names the file ${file} and does not use it`;
  }
  return undefined;
}

/** Faults of files that a page uses but that are missing, in the space and in every change request. */
export function faultsOfUses({ contents, head, changeRequests }: Snapshot): string[] {
  const faults: string[] = [];
  for (const revision of [head, ...changeRequests.map((changeRequest) => changeRequest.revision)]) {
    const files = contents.files(revision);
    for (const page of contents.of(revision)?.values() ?? []) {
      for (const file of contents.uses(page)) {
        if (!files.has(file)) faults.push(`In ${revision} page ${page.id} uses the file ${file}, which is not there`);
      }
    }
  }
  return faults;
}
