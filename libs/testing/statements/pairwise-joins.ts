/** A node of a plan, as `explain (format json)` writes it. */
export interface PlanNode {
  'Node Type': string;
  Alias?: string;
  'Relation Name'?: string;
  Schema?: string;
  'Index Cond'?: string;
  'Join Filter'?: string;
  Plans?: PlanNode[];
}

/** Nodes that return what the one below them returns, so many rows at most. */
const PASSING = new Set(['Materialize', 'Memoize', 'Sort', 'Incremental Sort', 'LockRows', 'Subquery Scan']);

/**
 * The tables, `schema.table`, whose rows of one organization a plan compares with a list one by one: with thousands of
 * both, as an organization may have, these are millions of comparisons. PostgreSQL plans that where it takes an
 * organization for one row. A list is what a function returns: `unnest` above all.
 */
export function pairwiseJoins(plan: PlanNode): string[] {
  const found = below(plan).flatMap((node) => {
    const [one, other] = node.Plans ?? [];
    if (node['Node Type'] !== 'Nested Loop' || !one || !other || !comparesColumns(node['Join Filter'])) return [];
    return [
      [one, other],
      [other, one],
    ].flatMap(([list, rows]) => {
      const table = rowsOfOrganization(rows!);
      return table !== undefined && returnsList(list!) ? [table] : [];
    });
  });
  return [...new Set(found)];
}

export const below = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(below)];

/** What has a limit returns a few. */
const returnsList = (node: PlanNode): boolean =>
  node['Node Type'] === 'Function Scan' || (node['Node Type'] !== 'Limit' && (node.Plans ?? []).some(returnsList));

const comparesColumns = (filter = ''): boolean => /\b\w+\.\w+\)?(?:::\w+)? = /.test(filter);

/** The table of a scan that is given nothing but the organization. */
function rowsOfOrganization(node: PlanNode): string | undefined {
  const [only] = node.Plans ?? [];
  if (PASSING.has(node['Node Type']) && only) return rowsOfOrganization(only);
  const condition = node['Index Cond'] ?? '';
  const columns = [...condition.matchAll(/\b(?:\w+\.)?(\w+) = /g)].map(([, column]) => column);
  return columns.length === 1 && columns[0] === 'organization_id' && !/[<>@~]/.test(condition)
    ? `${node.Schema}.${node['Relation Name']}`
    : undefined;
}
