import type { StoredDocument } from '../../../revisions/domain/ports.js';
import type { MergeConflict, MergedBody, MergeLookups, Versions } from './merge.js';
import { isGenerated, type MergedRecords } from './merge-records.js';
import { chooseThreeWay } from './three-way.js';

type Subject = 'page' | 'reusable-content';

/** Merged bodies by the hashes of their three versions, which identify the result. */
export type MergedBodies = Map<string, MergedBody>;

/** Number of bodies read and merged at a time. */
const BATCH = 50;

/**
 * Merges the bodies of records. A body that both sides changed is merged unless the result is in `merged` already. A
 * result larger than `maxBytes` is dropped: main's body stays, with a conflict about the whole body.
 */
export async function mergeBodies<R extends { id: string; document?: string }>(
  subject: Subject,
  { records, versions, conflicts }: MergedRecords<R>,
  lookups: Pick<MergeLookups, 'documents' | 'mergeBody'>,
  maxBytes: number,
  merged: MergedBodies,
): Promise<StoredDocument[]> {
  const both: { record: R; hashes: Versions<string> }[] = [];
  for (const [id, { base, main, other }] of versions) {
    const record = records.get(id);
    if (!record || !main || !other || isGenerated(record)) continue;
    const hashes = { base: base?.document, main: main.document, other: other.document };
    const { value, clash } = chooseThreeWay(hashes);
    if (clash) both.push({ record, hashes });
    else if (value !== record.document) records.set(id, withDocument(record, value));
  }
  await mergeEach(
    both.map(({ hashes }) => hashes),
    lookups,
    maxBytes,
    merged,
  );
  const documents = new Map<string, StoredDocument>();
  for (const { record, hashes } of both) {
    const { stored, conflicts: found } = merged.get(keyOf(hashes)) as MergedBody;
    conflicts.push(...found.map((conflict): MergeConflict => ({ subject, id: record.id, ...conflict })));
    if (!stored || stored.hash === hashes.main) continue;
    records.set(record.id, withDocument(record, stored.hash));
    if (stored.hash !== hashes.other) documents.set(stored.hash, stored);
  }
  return [...documents.values()];
}

/** Merges bodies that are not in `merged` yet, and adds the results to it. */
async function mergeEach(
  wanted: readonly Versions<string>[],
  lookups: Pick<MergeLookups, 'documents' | 'mergeBody'>,
  maxBytes: number,
  merged: MergedBodies,
): Promise<void> {
  const left = wanted.filter((hashes) => !merged.has(keyOf(hashes)));
  for (let at = 0; at < left.length; at += BATCH) {
    const batch = left.slice(at, at + BATCH);
    const hashes = batch.flatMap((three) => Object.values(three).filter((hash) => hash !== undefined));
    const bodies = await lookups.documents([...new Set(hashes)]);
    for (const three of batch) {
      const [base, main, other] = [three.base, three.main, three.other].map((hash) => bodyOf(hash, bodies));
      merged.set(keyOf(three), await lookups.mergeBody({ base, main, other }, maxBytes));
    }
  }
}

function keyOf({ base = '', main = '', other = '' }: Versions<string>): string {
  return `${base}/${main}/${other}`;
}

function bodyOf(hash: string | undefined, bodies: ReadonlyMap<string, string>): string | undefined {
  if (hash === undefined) return undefined;
  const body = bodies.get(hash);
  if (body === undefined) throw new Error(`The document ${hash} is missing from the store.`);
  return body;
}

function withDocument<R extends { document?: string }>({ document: _, ...record }: R, hash: string | undefined): R {
  return (hash === undefined ? record : { ...record, document: hash }) as R;
}
