/*
 * What one space is at, as SQL: the version of each row that its view is made of. `xmin` names the transaction that wrote
 * a row, and so differs between any two committed versions of it; no column can be forgotten by it. Stamps of many spaces
 * stand behind each other in the order of their ids.
 */

const ROWS = `s.id, ' ', s.xmin, ' ', h.xmin, ' ', g.xmin, ' ', y.xmin`;

/** Visitors are told of no counts, and may read every space that they are shown. */
export const STAMP_FOR_VISITORS = `concat(${ROWS})`;

/** Members may also be granted a role; `granted` is its rank. */
export function stampForMembers(granted: string): string {
  return `concat(${ROWS}, ' ', k.xmin, ' ', ${granted})`;
}
