/** How alike two groupings of the same things are, each given as the group of every thing. */
type Groups = ArrayLike<number>;

interface Counts {
  total: number;
  ofFound: Map<number, number>;
  ofTrue: Map<number, number>;
  /** Found group -> true group -> things in both. */
  shared: Map<number, Map<number, number>>;
}

/** Precision: the share of its group that each thing is right to be with; recall: the share that it is with. */
export interface BCubed {
  precision: number;
  recall: number;
  f1: number;
}

/**
 * The adjusted Rand index: of the pairs of things, how many are together in both groupings or apart in both, where 0 is
 * what chance gives and 1 is the same grouping.
 */
export function adjustedRandIndex(found: Groups, truth: Groups): number {
  const { total, ofFound, ofTrue, shared } = countsOf(found, truth);
  const pairs = (counts: Iterable<number>) => {
    let sum = 0;
    for (const count of counts) sum += (count * (count - 1)) / 2;
    return sum;
  };
  const together = Array.from(shared.values(), (row) => pairs(row.values())).reduce((a, b) => a + b, 0);
  const [inFound, inTrue, all] = [pairs(ofFound.values()), pairs(ofTrue.values()), pairs([total])];
  const expected = all === 0 ? 0 : (inFound * inTrue) / all;
  const most = (inFound + inTrue) / 2;
  return most === expected ? 1 : (together - expected) / (most - expected);
}

/** B-cubed precision, recall and their harmonic mean. */
export function bCubed(found: Groups, truth: Groups): BCubed {
  const { total, ofFound, ofTrue, shared } = countsOf(found, truth);
  let [precision, recall] = [0, 0];
  for (const [group, row] of shared) {
    for (const [label, count] of row) {
      precision += (count * count) / (ofFound.get(group) ?? 1);
      recall += (count * count) / (ofTrue.get(label) ?? 1);
    }
  }
  precision /= total || 1;
  recall /= total || 1;
  return { precision, recall, f1: harmonic(precision, recall) };
}

/** The V-measure: the harmonic mean of homogeneity and completeness. It rewards many small groups. */
export function vMeasure(found: Groups, truth: Groups): number {
  const { total, ofFound, ofTrue, shared } = countsOf(found, truth);
  const entropy = (counts: Map<number, number>) =>
    Array.from(counts.values()).reduce((sum, count) => sum - (count / total) * Math.log(count / total), 0);
  let mutual = 0;
  for (const [group, row] of shared) {
    for (const [label, count] of row) {
      const expected = ((ofFound.get(group) ?? 1) * (ofTrue.get(label) ?? 1)) / total;
      mutual += (count / total) * Math.log(count / expected);
    }
  }
  const [inFound, inTrue] = [entropy(ofFound), entropy(ofTrue)];
  return harmonic(inTrue === 0 ? 1 : mutual / inTrue, inFound === 0 ? 1 : mutual / inFound);
}

function countsOf(found: Groups, truth: Groups): Counts {
  if (found.length !== truth.length) throw new RangeError('Both groupings must be of the same things');
  const counts: Counts = { total: found.length, ofFound: new Map(), ofTrue: new Map(), shared: new Map() };
  for (let at = 0; at < found.length; at++) {
    const [group, label] = [found[at] ?? 0, truth[at] ?? 0];
    countIn(counts.ofFound, group);
    countIn(counts.ofTrue, label);
    const row = counts.shared.get(group) ?? new Map<number, number>();
    counts.shared.set(group, row);
    countIn(row, label);
  }
  return counts;
}

function countIn(counts: Map<number, number>, key: number): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

const harmonic = (a: number, b: number): number => (a + b === 0 ? 0 : (2 * a * b) / (a + b));
