/**
 * Bundles the thousands of compiled files into a few: `dist/run` is what runs. Finding and reading so many files took
 * more than half of a start. Every entry and every dynamic import is a file of its own. `dist/run/integrations` has the
 * integrations of our own, `dist/run/page-scripts` the scripts of published pages.
 *
 * `node bin/bundle.mjs` does it from a shell, after `nest build`.
 */
import { readFileSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { mendPackages } from './bundled-packages.mjs';
import { buildIntegrations } from './integrations.mjs';
import { buildPageScripts } from './page-scripts.mjs';
import { bundleScript } from './server-script.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/**
 * The folder of the bundle, from which `src` finds package.json, the sample's pages and its workers as from `dist/src`.
 */
const folder = join(root, 'dist', 'run');

const ENTRIES = {
  main: 'dist/src/launch.js',
  server: 'dist/src/main.js',
  quire: 'dist/src/cli/main.js',
  'task-worker': 'dist/libs/kernel/infrastructure/processes/task-worker.js',
  'comment-worker': 'dist/src/content/comments/infrastructure/comment-worker.js',
  'diagram-worker': 'dist/src/publishing/media/infrastructure/diagrams/diagram-worker.js',
  'extraction-worker': 'dist/src/conversations/issues/infrastructure/extraction-worker.js',
  'import-worker': 'dist/src/content/exchange/infrastructure/import-worker.js',
  'index-worker': 'dist/src/content/search/infrastructure/index-worker.js',
  'markdown-worker': 'dist/src/content/revisions/infrastructure/text/markdown-worker.js',
  'merge-worker': 'dist/src/content/change-requests/infrastructure/merge-worker.js',
  'rewrite-worker': 'dist/src/content/exchange/infrastructure/rewrite-worker.js',
  'print-worker': 'dist/src/content/printing/infrastructure/print-worker.js',
  'openapi-worker': 'dist/libs/openapi/openapi-worker.js',
  'translation-worker': 'dist/src/content/translations/infrastructure/translation-worker.js',
  'saml-worker': 'dist/src/organization/single-sign-on/infrastructure/saml/saml-worker.js',
  'cluster-worker': 'dist/src/conversations/clusters/infrastructure/cluster-worker.js',
  'mask-worker': 'dist/src/conversations/conversations/infrastructure/mask-worker.js',
  'strength-worker': 'dist/src/organization/sign-in/infrastructure/password/strength-worker.js',
};

/**
 * Workers that readers wait for. Each is one file with nothing but what it uses, packages included: it starts in a third
 * of the time. Our libraries only define things, so what is not used of them is left out.
 */
const WAITED_FOR = {
  'specification-worker': 'dist/src/publishing/reader/infrastructure/specifications/specification-worker.js',
};

/**
 * Packages of many files that every start loads are bundled, with the packages that only they import. The other
 * dependencies stay where npm put them, and so do dynamic imports: some find threads, native code or data beside
 * themselves.
 */
const WITHIN = [
  '@fastify/accept-negotiator',
  '@fastify/static',
  '@nestjs/common',
  '@nestjs/core',
  '@nestjs/cqrs',
  '@nestjs/platform-fastify',
  '@nestjs/swagger',
  'acorn',
  'bowser',
  'class-transformer',
  'class-validator',
  'cookie',
  'diff',
  'fastify',
  'file-type',
  'gemoji',
  'graphile-worker',
  'htmlparser2',
  'image-size',
  'ipaddr.js',
  'isbot',
  'jose',
  'js-yaml',
  'lru-cache',
  'lz-string',
  'markdown-it',
  'mime-types',
  'pg',
  'pg-cursor',
  'pg-protocol',
  'preact',
  'preact-render-to-string',
  'rxjs',
  'typeorm',
  'yaml',
  'yauzl',
  'yazl',
];

/** Nest imports these dynamically, by name: that works with ES modules only (see `refuseLateCommonJs`). */
const AS_MODULES = {
  'class-transformer': 'class-transformer/esm2015/index.js',
  // The metadata of decorators is imported by this name, and must be the same as that of these decorators.
  'class-transformer/cjs/storage.js': 'class-transformer/esm2015/storage.js',
  'class-validator': 'class-validator/esm2015/index.js',
};

/** Nest takes only the default export of what it imports late here: the plugin of its server that serves Swagger UI. */
const BY_DEFAULT = /^node_modules\/@fastify\/static\//;

/** Bundled CommonJS packages call `require`, which an ES module does not have. */
const REQUIRE = `import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);`;

const OPTIONS = {
  absWorkingDir: root,
  outdir: folder,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  tsconfigRaw: {},
  banner: { js: REQUIRE },
  logLevel: 'warning',
};

/** Class names are kept: the OpenAPI document, migrations and messages are named after them. */
export async function bundle() {
  const { build } = await import('esbuild');
  rmSync(folder, { recursive: true, force: true });
  const { metafile } = await build({
    ...OPTIONS,
    entryPoints: ENTRIES,
    chunkNames: '[name]-[hash]',
    splitting: true,
    keepNames: true,
    alias: AS_MODULES,
    metafile: true,
    // The compiler's OpenAPI plugin emits some keys twice; the second one counts, as without the bundle.
    logOverride: { 'duplicate-object-key': 'silent' },
    plugins: [
      { name: 'unused', setup: leaveUnusedOut(join(root, 'dist', 'libs')) },
      { name: 'packages', setup: leavePackagesOutside },
      { name: 'mended', setup: mendPackages },
    ],
  });
  await build({
    ...OPTIONS,
    entryPoints: WAITED_FOR,
    minifyWhitespace: true,
    plugins: [
      { name: 'unused', setup: leaveUnusedOut(join(root, 'dist')) },
      { name: 'mended', setup: mendPackages },
    ],
  });
  refuseLateCommonJs(metafile);
  nameClassesOnly(metafile);
  const files = readdirSync(folder).filter((name) => name.endsWith('.js'));
  for (const name of files) inOneByte(join(folder, name));
  await bundleScript({ from: join(folder, 'server.js'), to: join(folder, 'server.cjs'), files });
  await buildIntegrations(join(root, 'integrations'), join(folder, 'integrations'));
  await buildPageScripts(join(root, 'libs', 'site-html', 'browser'), join(folder, 'page-scripts'));
}

/**
 * `keepNames` sets the name of every function each time it is created, which cost a request a third of its time. Only
 * the names of classes, which begin with a capital letter, are used, and `type` by Nest for dynamic imports.
 */
function nameClassesOnly({ outputs }) {
  const all = '(target, value) => __defProp(target, "name", { value, configurable: true });';
  const classes = all.replace('=> ', '=> (value > "Z~" && value !== "type") || target.name === value ? target : ');
  const holders = Object.keys(outputs).filter((path) => readFileSync(join(root, path), 'utf8').includes(all));
  if (holders.length !== 1) throw new Error(`Names are given in ${holders.length} files of the bundle, not in one`);
  for (const path of holders)
    writeFileSync(join(root, path), readFileSync(join(root, path), 'utf8').replace(all, classes));
}

/**
 * Escapes what is not ASCII. The engine keeps a source with one character beyond Latin-1 in two bytes for each of all
 * its characters, for as long as the thread lives. The bundler escapes texts, but not expressions and templates.
 */
function inOneByte(path) {
  const source = readFileSync(path, 'utf8');
  const escaped = source.replace(/(\\*)([^\x00-\x7F])/g, (_, slashes, sign) => {
    // A backslash before such a character has no meaning, but would take that of the escape.
    const before = slashes.length % 2 === 0 ? slashes : slashes.slice(1);
    return `${before}\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
  if (escaped !== source) writeFileSync(path, escaped);
}

/** Imports of our own modules below `place` are followed only where something of them is used. */
function leaveUnusedOut(place) {
  return ({ onResolve, resolve }) =>
    onResolve({ filter: /^[.#]/ }, async ({ path, kind, importer, resolveDir, pluginData }) => {
      if (kind === 'entry-point' || pluginData === LOOKING) return undefined;
      const found = await resolve(path, { kind, importer, resolveDir, pluginData: LOOKING });
      return { ...found, sideEffects: !found.path.startsWith(place) };
    });
}

function leavePackagesOutside({ onResolve, resolve }) {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  // What is for development is missing where Quire runs; some packages look for the compiler.
  const known = Object.keys({ ...dependencies, ...devDependencies });
  const outside = new Set(known.filter((name) => !WITHIN.includes(name)));
  onResolve({ filter: /^[^.#/]/ }, async ({ path, kind, importer, resolveDir, pluginData }) => {
    if (kind === 'entry-point' || pluginData === LOOKING) return undefined;
    const look = (from) => resolve(path, { kind, importer, resolveDir: from, pluginData: LOOKING });
    const found = await look(resolveDir);
    // Optional imports: drivers, other platforms, native helpers.
    if (found.errors.length > 0) return { path, external: true };
    const late = kind === 'dynamic-import' && !WITHIN.includes(packageOf(path));
    if (!late && !outside.has(packageOf(path))) return undefined;
    // Another version than ours, which would not be found from the bundle.
    return found.path === (await look(root)).path ? { path, external: true } : undefined;
  });
}

/** The `import()` of a bundled CommonJS module has a default export only, unlike that of the file itself. */
function refuseLateCommonJs({ inputs }) {
  for (const [importer, { imports }] of Object.entries(inputs)) {
    const isLate = ({ kind, path }) => kind === 'dynamic-import' && inputs[path]?.format === 'cjs';
    const late = imports.find((each) => isLate(each) && !BY_DEFAULT.test(each.path));
    if (late) throw new Error(`${importer} imports ${late.path} late, which is CommonJS; leave it outside the bundle`);
  }
}

/** Marks our own resolution of a package, to distinguish it from the bundler's. */
const LOOKING = Symbol('looking');

function packageOf(path) {
  const parts = path.startsWith('@') ? 2 : 1;
  return path.split('/').slice(0, parts).join('/');
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) await bundle();
