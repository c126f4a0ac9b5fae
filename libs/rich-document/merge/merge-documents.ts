import { anchorInPlace } from '../keys/anchors.js';
import { copyTree, keyInPlace } from '../keys/keys.js';
import type { RichDocument } from '../model.js';
import { mergeBlocks, type BlockConflict, type Propose } from './merge-blocks.js';
import { proposeBlock } from './propose-block.js';

/** The limit of proposals for the conflicts of one document: more conflicts are not resolved one by one. */
const MAX_PROPOSALS = 200;

/** A member of a document's own data that both sides set to different values; absent where a version has none. */
export interface DataConflict {
  name: string;
  base?: unknown;
  main?: unknown;
  other?: unknown;
}

export interface MergedDocument {
  /** Both sides' changes; where they clash, main's. */
  document: RichDocument;
  /** In no particular order. */
  conflicts: BlockConflict[];
  data: DataConflict[];
}

/**
 * Merges two documents that came from one, by their top-level blocks: each keeps its identity by its key. Blocks that
 * only one side changed, moved, brought in or deleted are merged without a trace.
 */
export function mergeDocuments(base: RichDocument, main: RichDocument, other: RichDocument): MergedDocument {
  let proposals = 0;
  const propose: Propose = (...versions) => (proposals++ < MAX_PROPOSALS ? proposeBlock(...versions) : undefined);
  const { nodes, conflicts } = mergeBlocks(base.nodes, main.nodes, other.nodes, propose);
  const { data, conflicts: dataConflicts } = mergeData(base.data, main.data, other.data);
  const isMains = nodes.length === main.nodes.length && nodes.every((node, index) => node === main.nodes[index]);
  const document = isMains ? { ...main, data } : settled({ ...main, data, nodes });
  return { document, conflicts, data: dataConflicts };
}

/** A document of blocks from several others: keys and anchors unique again. */
export function settled(document: RichDocument): RichDocument {
  const copy = copyTree(document);
  anchorInPlace(copy);
  keyInPlace(copy.nodes);
  return copy;
}

function mergeData(base: RichDocument['data'], main: RichDocument['data'], other: RichDocument['data']) {
  const data = { ...main };
  const conflicts: DataConflict[] = [];
  for (const name of new Set([base, main, other].flatMap((version) => Object.keys(version)))) {
    const [before, ours, theirs] = [base, main, other].map((version) => JSON.stringify(version[name]));
    if (theirs === before || theirs === ours) continue;
    if (ours !== before) conflicts.push({ name, base: base[name], main: main[name], other: other[name] });
    else if (theirs === undefined) delete data[name];
    else data[name] = other[name];
  }
  return { data, conflicts };
}
