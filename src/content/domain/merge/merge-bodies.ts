import { emptyDocument, mergeDocuments, type RichDocument } from '#rich-document';
import { storedDocument } from '../page/stored-document.js';
import type { StoredDocument } from '../ports.js';
import type { MergeConflict, MergeLookups } from './merge.js';
import { isMade, type MergedRecords } from './merge-records.js';
import { chooseThreeWay, type Versions } from './three-way.js';

type Subject = 'page' | 'reusable-content';

/** Bodies that were merged, by the hashes of their three versions: these say all, whatever else becomes of the sides. */
export type MergedBodies = Map<string, MergedBody>;

/** `stored` is absent where main's body stays. */
interface MergedBody {
  stored?: StoredDocument;
  conflicts: BodyConflict[];
}

/** Bodies read and merged at a time. */
const BATCH = 50;

/**
 * Gives merged records their bodies. A body that both sides changed is merged, unless it is among those `merged`
 * already; one that would be larger than `maxBytes` stays as main has it, in conflict as a whole.
 */
export async function mergeBodies<R extends { id: string; document?: string }>(
  subject: Subject,
  { records, versions, conflicts }: MergedRecords<R>,
  lookups: Pick<MergeLookups, 'documents'>,
  maxBytes: number,
  merged: MergedBodies,
): Promise<StoredDocument[]> {
  const both: { record: R; hashes: Versions<string> }[] = [];
  for (const [id, { base, main, other }] of versions) {
    const record = records.get(id);
    if (!record || !main || !other || isMade(record)) continue;
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

/** Merges bodies that are not among those `merged` yet, and puts them there. */
async function mergeEach(
  wanted: readonly Versions<string>[],
  lookups: Pick<MergeLookups, 'documents'>,
  maxBytes: number,
  merged: MergedBodies,
): Promise<void> {
  const left = wanted.filter((hashes) => !merged.has(keyOf(hashes)));
  for (let at = 0; at < left.length; at += BATCH) {
    const batch = left.slice(at, at + BATCH);
    const hashes = batch.flatMap((three) => Object.values(three).filter((hash) => hash !== undefined));
    const bodies = await lookups.documents([...new Set(hashes)]);
    for (const three of batch) {
      const [base, main, other] = [three.base, three.main, three.other].map((hash) => parsed(hash, bodies));
      merged.set(keyOf(three), mergeBody([base, main, other] as [RichDocument, RichDocument, RichDocument], maxBytes));
    }
  }
}

function keyOf({ base = '', main = '', other = '' }: Versions<string>): string {
  return `${base}/${main}/${other}`;
}

type BodyConflict =
  Extract<MergeConflict, { kind: 'block' | 'field' }> extends infer C
    ? C extends unknown
      ? Omit<C, 'subject' | 'id'>
      : never
    : never;

function mergeBody([base, main, other]: [RichDocument, RichDocument, RichDocument], maxBytes: number): MergedBody {
  const { document, conflicts, data } = mergeDocuments(base, main, other);
  const stored = storedDocument(document);
  if (Buffer.byteLength(stored.body) > maxBytes) {
    const keys = new Set([...main.nodes, ...base.nodes, ...other.nodes].flatMap(({ key }) => key ?? []));
    const [before, ours, theirs] = [base.nodes, main.nodes, other.nodes];
    return { conflicts: [{ kind: 'block', keys: [...keys], after: null, base: before, main: ours, other: theirs }] };
  }
  const found: BodyConflict[] = conflicts.map((conflict) => ({ kind: 'block', ...conflict }));
  for (const { name, ...versions } of data) found.push({ kind: 'field', field: `document.${name}`, ...versions });
  return { stored, conflicts: found };
}

function parsed(hash: string | undefined, bodies: ReadonlyMap<string, string>): RichDocument {
  if (hash === undefined) return emptyDocument();
  const body = bodies.get(hash);
  if (body === undefined) throw new Error(`The document ${hash} is missing from the store.`);
  return JSON.parse(body) as RichDocument;
}

function withDocument<R extends { document?: string }>({ document: _, ...record }: R, hash: string | undefined): R {
  return (hash === undefined ? record : { ...record, document: hash }) as R;
}
