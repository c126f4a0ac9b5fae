/** The boundary rules, made from context-map.cjs: each place gets one rule that forbids all it is not let into. */
const map = require('./context-map.cjs');

const literal = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const folder = (path) => `^${literal(path)}`;
const room = (context, name) => folder(`src/${context}/${name}/`);
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

const contextRules = Object.entries(map.contexts).flatMap(([context, upstream]) => {
  const contracts = upstream.map((name) => room(name, 'contract'));
  const ofRooms = Object.entries(map.rooms).flatMap(([name, table]) =>
    only(
      `${context}-${name}`,
      room(context, name),
      [
        ...[name, 'contract', ...table.own].map((own) => room(context, own)),
        ...(table.upstream ? contracts : []),
        ...kernelParts(table.kernel),
        ...table.libraries.map(library),
        ...nodeModules(table.node),
        ...packages(table.vendors),
      ],
      [...nodeModules(table.nodeTypes), ...packages(table.vendorTypes)],
    ),
  );
  const { own, kernel, libraries, vendors } = map.moduleFile;
  const ofModule = only(`${context}-module`, `^src/${context}/${context}\\.module\\.ts$`, [
    ...own.map((name) => room(context, name)),
    ...kernelParts(kernel),
    ...libraries.map(library),
    ...packages(vendors),
  ]);
  return [...ofRooms, ...ofModule];
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

const contracts = Object.keys(map.contexts).map((context) => room(context, 'contract'));
const modules = Object.keys(map.contexts).map((context) => `^src/${context}/${context}\\.module\\.ts$`);
const knownLibraries = ['kernel', ...Object.keys(map.libraries)].map(library);
const programFiles = `^(src/[^/]+\\.ts$|${literal(map.program.start)})`;
const mayProgram = [programFiles, ...contracts, ...knownLibraries, ...nodeModules('*'), ...packages('*')];
const root = `^${literal(map.program.root)}$`;
const extras = map.program.extras.map((path) => `^${literal(path)}$`);

const programRules = [
  ...only('program-root', root, [...mayProgram, ...modules]),
  { ...only('program', programFiles, [...mayProgram, ...extras])[0], from: { path: programFiles, pathNot: root } },
  ...only('command-line', folder(map.program.cli), [...mayProgram, folder(map.program.cli), ...extras]),
];

const places = [
  ...Object.keys(map.contexts).flatMap((context) => Object.keys(map.rooms).map((name) => room(context, name))),
  ...Object.keys(map.kernelRooms).map((name) => `^${map.kernel[name]}`),
  ...Object.keys(map.libraries).map(library),
  ...modules,
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
