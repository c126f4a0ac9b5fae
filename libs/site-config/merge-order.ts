interface Orders {
  base: readonly string[];
  file: readonly string[];
  site: readonly string[];
}

/**
 * The order of what is in one list now. It is that of the side which has reordered what both had before; what only the
 * other side has comes after what it comes after there. Where both have reordered, the file counts (`clash`).
 */
export function mergedOrder(
  here: readonly string[],
  { base, file, site }: Orders,
): { order: string[]; clash: boolean } {
  const wanted = new Set(here);
  const byFile = isReordered(base, file, wanted);
  const bySite = isReordered(base, site, wanted);
  const [first, second] = bySite && !byFile ? [site, file] : [file, site];
  const order = first.filter((one) => wanted.has(one));
  insertInto(order, second, wanted);
  insertInto(order, here, wanted);
  return { order, clash: byFile && bySite && isReordered(file, site, wanted) };
}

function insertInto(order: string[], list: readonly string[], wanted: ReadonlySet<string>): void {
  const there = new Set(order);
  let last: string | undefined;
  for (const one of list) {
    if (wanted.has(one) && !there.has(one)) {
      order.splice(last === undefined ? 0 : order.indexOf(last) + 1, 0, one);
      there.add(one);
    }
    if (there.has(one)) last = one;
  }
}

/** Whether two lists have what both hold in different orders. */
function isReordered(before: readonly string[], after: readonly string[], wanted: ReadonlySet<string>): boolean {
  const [old, now] = [new Set(before), new Set(after)];
  const left = before.filter((one) => now.has(one) && wanted.has(one));
  const right = after.filter((one) => old.has(one) && wanted.has(one));
  return left.some((one, at) => one !== right[at]);
}
