import { featuresOf } from './features.js';
import { weightOf } from './weights.js';
import type { TermCounts } from './weights.js';

/** A matrix of which only what is not 0 is kept, row by row. */
export interface SparseMatrix {
  rows: number;
  columns: number;
  /** Where each row begins in `indices` and `values`; one more for the end of the last. */
  starts: Int32Array;
  indices: Int32Array;
  values: Float32Array;
}

/** Different terms that are remembered while they are counted; beyond it, those that occurred once are forgotten. */
const MOST_COUNTED = 1_500_000;
/** Different terms that texts are compared by. */
const MOST_TERMS = 150_000;
/** Terms of a text that count, the heaviest ones. */
const MOST_OF_TEXT = 100;
/** How much terms count that are in no other text, where the text itself is there many times. */
const OWN = 0.5;

/** In how many texts each term occurs, of the terms that are in several texts. */
export function countTerms(texts: readonly string[]): TermCounts {
  const frequencies = new Map<string, number>();
  for (const text of texts) {
    for (const term of featuresOf(text).keys()) frequencies.set(term, (frequencies.get(term) ?? 0) + 1);
    if (frequencies.size > MOST_COUNTED) forgetRare(frequencies);
  }
  forgetRare(frequencies);
  return { frequencies: mostFrequent(frequencies), total: texts.length };
}

function forgetRare(frequencies: Map<string, number>): void {
  for (const [term, count] of frequencies) if (count === 1) frequencies.delete(term);
}

function mostFrequent(frequencies: Map<string, number>): Map<string, number> {
  if (frequencies.size <= MOST_TERMS) return frequencies;
  return new Map(
    Array.from(frequencies)
      .sort((a, b) => b[1] - a[1])
      .slice(0, MOST_TERMS),
  );
}

/**
 * A row for each text with the weights of its terms, of length 1, or empty where it has no term that others have. Of a
 * text that is there several `times`, the terms that only it has are several times there, too: they are in a column of
 * its own.
 */
export function termMatrix(
  texts: readonly string[],
  { frequencies, total }: TermCounts,
  times: Int32Array,
): SparseMatrix {
  const columns = new Map(Array.from(frequencies.keys(), (term, at) => [term, at]));
  const starts = new Int32Array(texts.length + 1);
  const indices = new Growing(Int32Array, texts.length * 32);
  const values = new Growing(Float32Array, texts.length * 32);
  texts.forEach((text, row) => {
    let terms: [column: number, weight: number][] = [];
    let own = 0;
    for (const [term, count] of featuresOf(text)) {
      const column = columns.get(term);
      if (column !== undefined) terms.push([column, weightOf(count, frequencies.get(term) ?? 0, total)]);
      else own += weightOf(count, 1, total) ** 2;
    }
    if (terms.length > MOST_OF_TEXT) terms = terms.sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, MOST_OF_TEXT);
    if (own > 0 && times[row]! > 1) terms.push([columns.size + row, Math.sqrt(own * OWN)]);
    const length = Math.sqrt(terms.reduce((sum, [, weight]) => sum + weight * weight, 0));
    for (const [column, weight] of terms) {
      indices.push(column);
      values.push(weight / (length || 1));
    }
    starts[row + 1] = indices.length;
  });
  return {
    rows: texts.length,
    columns: columns.size + texts.length,
    starts,
    indices: indices.taken(),
    values: values.taken(),
  };
}

/** The matrix with rows and columns exchanged. */
export function transposed({ rows, columns, starts, indices, values }: SparseMatrix): SparseMatrix {
  const begins = new Int32Array(columns + 1);
  for (const column of indices) begins[column + 1]!++;
  for (let column = 0; column < columns; column++) begins[column + 1]! += begins[column]!;
  const next = begins.slice();
  const turned = { indices: new Int32Array(indices.length), values: new Float32Array(indices.length) };
  for (let row = 0; row < rows; row++) {
    for (let at = starts[row]!; at < starts[row + 1]!; at++) {
      const place = next[indices[at]!]!++;
      turned.indices[place] = row;
      turned.values[place] = values[at]!;
    }
  }
  return { rows: columns, columns: rows, starts: begins, ...turned };
}

type Numbers = Int32Array | Float32Array;

/** A list of numbers whose length is not known beforehand. */
class Growing<Kind extends Numbers> {
  private numbers: Kind;
  length = 0;

  constructor(
    private readonly make: new (length: number) => Kind,
    expected: number,
  ) {
    this.numbers = new make(Math.max(expected, 16));
  }

  push(value: number): void {
    if (this.length === this.numbers.length) {
      const larger = new this.make(this.numbers.length * 2);
      larger.set(this.numbers);
      this.numbers = larger;
    }
    this.numbers[this.length++] = value;
  }

  taken(): Kind {
    return this.numbers.slice(0, this.length) as Kind;
  }
}
