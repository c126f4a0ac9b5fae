interface Parameter {
  $ref?: string;
  name: string;
  in: string;
}
type Paths = Record<string, Record<string, { parameters?: Parameter[] }>>;

type Use = [text: string, { parameter: Parameter; count: number }];

const byUse = ([a, { count: ofA }]: Use, [b, { count: ofB }]: Use): number => ofB - ofA || (a < b ? -1 : 1);

/**
 * Puts parameters that several operations take word for word among the components, and a reference in their places.
 * Of several parameters with one name, only the most frequent is shared. Ties are broken by the parameter's JSON, so that
 * the order of modules changes nothing.
 */
export function shareParameters(paths: object): Record<string, object> {
  const operations = Object.values(paths as Paths).flatMap((item) => Object.values(item));
  const uses = new Map<string, { parameter: Parameter; count: number }>();
  for (const parameter of operations.flatMap(({ parameters = [] }) => parameters)) {
    if (parameter.$ref !== undefined) continue;
    const text = JSON.stringify(parameter);
    const use = uses.get(text);
    if (use) use.count++;
    else uses.set(text, { parameter, count: 1 });
  }
  const shared = new Map<string, string>();
  const components: Record<string, object> = {};
  for (const [text, { parameter, count }] of [...uses].sort(byUse)) {
    const { name } = parameter;
    if (count === 1 || !/^[A-Za-z]+$/.test(name) || Object.hasOwn(components, name)) continue;
    components[name] = parameter;
    shared.set(text, name);
  }
  for (const operation of operations) {
    if (!operation.parameters) continue;
    operation.parameters = operation.parameters.map((parameter) => {
      const name = shared.get(JSON.stringify(parameter));
      return name === undefined ? parameter : ({ $ref: `#/components/parameters/${name}` } as never);
    });
  }
  return components;
}
