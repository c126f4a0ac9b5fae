/**
 * Rows of several organizations, those of each together, for statements that give the organization as a parameter. In
 * the order of the ids of the organizations: two transactions that lock rows of the same ones do not wait in a circle.
 */
export function byOrganization<T extends { organizationId: string }>(rows: readonly T[]): [string, T[]][] {
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    const group = groups.get(row.organizationId);
    if (group) group.push(row);
    else groups.set(row.organizationId, [row]);
  }
  return [...groups].sort(([one], [other]) => (one < other ? -1 : 1));
}
