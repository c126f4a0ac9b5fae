/** The boundary rules, made from context-map.cjs: each place gets one rule that forbids all it is not let into. */
const map = require('./context-map.cjs');

const literal = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const folder = (path) => `^${literal(path)}`;
const contract = (context) => folder(`src/${context}/contract/`);
// A context without areas has its rooms in its own folder.
const room = (context, area, name) => folder(`src/${context}/${area && `${area}/`}${name}/`);
const areaModule = (context, area) =>
  area === '' ? contextFile(context, 'module') : `^src/${context}/${literal(area)}/${literal(area)}\\.module\\.ts$`;
const contextFile = (context, name) => `^src/${context}/${context}\\.${name}\\.ts$`;
const migrations = (context) => folder(`src/${context}/migrations/`);
const library = (name) => folder(`libs/${name}/`);
const packages = (names = []) =>
  names === '*' ? ['node_modules/'] : names.map((name) => folder(`node_modules/${name}/`));
const nodeModules = (names = []) =>
  names === '*'
    ? [`^(node:)?(${require('node:module').builtinModules.map(literal).join('|')})$`]
    : names.map((name) => `^(node:)?${literal(name)}(/|$)`);

/** Nothing but `may` (patterns of paths), and of `mayTypes` nothing but the types. */
function only(name, from, may, mayTypes = []) {
  const rules = [{ name, severity: 'error', from: { path: from }, to: { pathNot: [...may, ...mayTypes] } }];
  if (mayTypes.length > 0) {
    const values = { path: mayTypes, dependencyTypesNot: ['type-only'] };
    rules.push({ name: `${name}-types-only`, severity: 'error', from: { path: from }, to: values });
  }
  return rules;
}

const kernelParts = (names) => names.map((name) => `^${map.kernel[name]}`);

const nameOf = (...parts) => parts.filter((part) => part !== '').join('-');

/** An area with all that it may know: itself, the core, and what its row names. */
const areasOf = ({ core = [], areas = { '': [] } }) =>
  Object.entries(areas).map(([area, others]) => [area, [...new Set([area, ...core, ...others])]]);

const contextRules = Object.entries(map.contexts).flatMap(([context, table]) => {
  const upstream = table.upstream.map(contract);
  const rulesOf = (name, from, known, { own, kernel, libraries, node, nodeTypes, vendors, vendorTypes, ...room }) =>
    only(
      name,
      from,
      [
        contract(context),
        ...known(own),
        ...(room.upstream ? upstream : []),
        ...kernelParts(kernel),
        ...libraries.map(library),
        ...nodeModules(node),
        ...packages(vendors),
      ],
      [...nodeModules(nodeTypes), ...packages(vendorTypes)],
    );
  const ofContract = rulesOf(`${context}-contract`, contract(context), () => [], map.contract);
  const ofAreas = areasOf(table).flatMap(([area, known]) => {
    const within = (names) => known.flatMap((other) => names.map((name) => room(context, other, name)));
    const ofRooms = Object.entries(map.rooms).flatMap(([name, row]) =>
      rulesOf(nameOf(context, area, name), room(context, area, name), (own) => within([name, ...own]), row),
    );
    const { own, kernel, libraries, vendors } = map.areaModule;
    const ofModule = only(nameOf(context, area, 'module'), areaModule(context, area), [
      ...known.map((other) => areaModule(context, other)),
      ...within(own),
      ...kernelParts(kernel),
      ...libraries.map(library),
      ...packages(vendors),
    ]);
    return [...ofRooms, ...ofModule];
  });
  const areas = areasOf(table).map(([area]) => area);
  const ofFiles = (table.areas ? Object.entries(map.contextFiles) : []).flatMap(([name, row]) =>
    only(`${context}-${name}`, contextFile(context, name), [
      ...areas.flatMap((area) =>
        row.areas.map((part) => (part === 'module' ? areaModule(context, area) : room(context, area, part))),
      ),
      ...(row.migrations ? [migrations(context)] : []),
      ...kernelParts(row.kernel ?? []),
      ...packages(row.vendors),
    ]),
  );
  const ofMigrations = only(`${context}-migrations`, migrations(context), packages(map.migrations.vendors));
  return [...ofContract, ...ofAreas, ...ofFiles, ...ofMigrations];
});

const kernelRules = Object.entries(map.kernelRooms).flatMap(([name, { own, libraries = [], node, vendors }]) =>
  only(`kernel-${name}`, `^${map.kernel[name]}`, [
    ...kernelParts([name, ...own]),
    ...libraries.map(library),
    ...nodeModules(node),
    ...packages(vendors),
  ]),
);

const libraryRules = Object.entries(map.libraries).flatMap(([name, { libraries = [], node, vendors }]) =>
  only(`library-${name}`, library(name), [
    ...[name, ...libraries].map(library),
    ...nodeModules(node),
    ...packages(vendors),
  ]),
);

const contexts = Object.keys(map.contexts);
const contracts = contexts.map(contract);
const assembled = ['module', 'persistence'].flatMap((name) => contexts.map((context) => contextFile(context, name)));
const knownLibraries = ['kernel', ...Object.keys(map.libraries)].map(library);
const programFiles = `^(src/[^/]+\\.ts$|${literal(map.program.start)})`;
const mayProgram = [programFiles, ...contracts, ...knownLibraries, ...nodeModules('*'), ...packages('*')];
const root = `^${literal(map.program.root)}$`;
const extras = map.program.extras.map((path) => `^${literal(path)}$`);

const programRules = [
  ...only('program-root', root, [...mayProgram, ...assembled]),
  { ...only('program', programFiles, [...mayProgram, ...extras])[0], from: { path: programFiles, pathNot: root } },
  ...only('command-line', folder(map.program.cli), [...mayProgram, folder(map.program.cli), ...extras]),
];

const places = [
  ...contracts,
  ...contexts.map(migrations),
  ...contexts.flatMap((context) => Object.keys(map.contextFiles).map((name) => contextFile(context, name))),
  ...Object.entries(map.contexts).flatMap(([context, table]) =>
    areasOf(table).flatMap(([area]) => [
      areaModule(context, area),
      ...Object.keys(map.rooms).map((name) => room(context, area, name)),
    ]),
  ),
  ...Object.keys(map.kernelRooms).map((name) => `^${map.kernel[name]}`),
  ...Object.keys(map.libraries).map(library),
  programFiles,
  folder(map.program.cli),
];

module.exports = {
  forbidden: [
    ...contextRules,
    ...kernelRules,
    ...libraryRules,
    ...programRules,
    {
      name: 'stands-nowhere',
      comment: 'A file outside every place of context-map.cjs is guarded by no rule.',
      severity: 'error',
      from: { path: '^(src|libs)/', pathNot: places },
      to: {},
    },
    { name: 'no-cycle', severity: 'error', from: { path: '^(src|libs)/' }, to: { circular: true } },
    { name: 'resolvable', severity: 'error', from: { path: '^(src|libs)/' }, to: { couldNotResolve: true } },
    {
      name: 'declared-dependency',
      comment: 'What runs in production is in "dependencies" of package.json, under its own name.',
      severity: 'error',
      from: { path: '^(src|libs)/' },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^libs/testing/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['quire-source', 'node', 'import', 'default', 'types'],
      mainFields: ['module', 'main', 'types'],
      extensions: ['.ts', '.js', '.json', '.d.ts'],
    },
  },
};
