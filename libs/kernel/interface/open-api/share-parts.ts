import { SHARED_PARAMETERS } from './vocabulary.js';

interface Parameter {
  $ref?: string;
  name: string;
  in: string;
}
type Paths = Record<string, Record<string, { parameters?: Parameter[] }>>;

interface Use {
  parameter: Parameter;
  count: number;
}

/**
 * Moves parameters that several operations have in common to the components, and replaces them with references. Of
 * different parameters with one name only the most frequent is shared. The components have the order of
 * SHARED_PARAMETERS; those that it lacks follow by name.
 */
export function shareParameters(paths: object): Record<string, object> {
  const operations = Object.values(paths as Paths).flatMap((item) => Object.values(item));
  const uses = new Map<string, Use>();
  for (const parameter of operations.flatMap(({ parameters = [] }) => parameters)) {
    if (parameter.$ref !== undefined) continue;
    const text = JSON.stringify(parameter);
    const use = uses.get(text);
    if (use) use.count++;
    else uses.set(text, { parameter, count: 1 });
  }
  const shared = mostFrequent(uses);
  for (const operation of operations) {
    if (!operation.parameters) continue;
    operation.parameters = operation.parameters.map((parameter) => {
      const { name } = parameter;
      if (shared.get(name)?.text !== JSON.stringify(parameter)) return parameter;
      return { $ref: `#/components/parameters/${name}` } as never;
    });
  }
  const names = [...shared.keys()].sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
  return Object.fromEntries(names.map((name) => [name, shared.get(name)?.parameter ?? {}]));
}

/** By name, the parameter that most operations take; none that only one does. */
function mostFrequent(uses: ReadonlyMap<string, Use>): Map<string, { text: string; parameter: Parameter }> {
  const shared = new Map<string, { text: string; parameter: Parameter }>();
  const byUse = [...uses].sort(([a, { count: ofA }], [b, { count: ofB }]) => ofB - ofA || (a < b ? -1 : 1));
  for (const [text, { parameter, count }] of byUse) {
    const { name } = parameter;
    if (count > 1 && /^[A-Za-z]+$/.test(name) && !shared.has(name)) shared.set(name, { text, parameter });
  }
  return shared;
}

function rank(name: string): number {
  const place = SHARED_PARAMETERS.indexOf(name);
  return place < 0 ? SHARED_PARAMETERS.length : place;
}
