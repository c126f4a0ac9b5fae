/**
 * Makes one CommonJS script of the bundled server. V8 can store what it compiled of a script, on every version of Node,
 * and read it in a tenth of the time (`src/start/compiled-script.ts`); for ES modules Node does so from 22 on.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);

/** What a file of ES modules knows about itself. */
const META = {
  'import.meta.url': '__fileUrl',
  'import.meta.filename': '__filename',
  'import.meta.dirname': '__dirname',
};
const BANNER = `const __fileUrl = require('node:url').pathToFileURL(__filename).href;`;

/** Imports at the beginning of a bundled file: names, and from where. */
const IMPORT = /^import\s*(?:([^;"]*?)\s*from\s*)?"([^"]+)";/gm;

/**
 * Writes the script `to` of the bundled ES module `from` and all that it imports, and deletes nothing. Its first line
 * has a digest of the rest. `files`: names of all files of the bundle, in the same folder.
 */
export async function bundleScript({ from, to, files }) {
  const { build } = await import('esbuild');
  const folder = dirname(from);
  const names = namesOf(files.map((name) => readFileSync(join(folder, name), 'utf8')));
  const { outputFiles } = await build({
    entryPoints: [from],
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    tsconfigRaw: {},
    // A cached script has no `import()` on Node 20: what is imported late is required late.
    supported: { 'dynamic-import': false },
    define: META,
    banner: { js: BANNER },
    // The engine keeps the text for as long as the process lives: a third less of it. Stack traces still name lines.
    minifyWhitespace: true,
    lineLimit: 120,
    logLevel: 'warning',
    logOverride: { 'duplicate-object-key': 'silent' },
    write: false,
    plugins: [{ name: 'outside', setup: (plugin) => requireOutside(plugin, folder, names) }],
  });
  const [{ text }] = outputFiles;
  const digest = createHash('sha256').update(text).digest('hex');
  writeFileSync(to, `// ${digest}\n${text}`);
}

/** The names that the files import from each package, `default` among them, and `*` where one takes all. */
export function namesOf(texts) {
  const names = new Map();
  const all = texts.flatMap((text) => [...text.matchAll(IMPORT)]);
  for (const [, clause = '', from] of all) {
    if (/^[./]/.test(from)) continue;
    const of = names.get(from) ?? new Set();
    names.set(from, of);
    const [, list = ''] = /\{([^}]*)\}/.exec(clause) ?? [];
    for (const part of list.split(',')) {
      const name = part.trim().split(/\s+as\s+/)[0];
      if (name) of.add(name);
    }
    const rest = clause.replace(/\{[^}]*\}/, '');
    if (/\*\s*as\s/.test(rest)) of.add('*');
    if (/^\s*[\w$]/.test(rest)) of.add('default');
  }
  return names;
}

/**
 * Packages and Node's own modules are required, each by a module of its own that exports what `import` would: of
 * CommonJS the default is all of it, of an ES module its own.
 */
function requireOutside({ onResolve, onLoad }, folder, names) {
  onResolve({ filter: /./, namespace: 'outside' }, ({ path }) => ({ path, external: true }));
  onResolve({ filter: /^[^./]/ }, ({ path, kind }) => {
    if (kind === 'entry-point') return undefined;
    if (kind.startsWith('require')) return { path, external: true };
    // Imported late: all of it, as an object.
    return { path, namespace: 'outside', pluginData: { isLate: kind === 'dynamic-import' }, suffix: lateness(kind) };
  });
  onLoad({ filter: /./, namespace: 'outside' }, ({ path, pluginData: { isLate } }) => {
    const { required, isModule } = whatIsRequired(path, folder);
    const named = names.get(path) ?? new Set();
    const takesAll = isLate || named.has('*');
    const each = [...named].filter((name) => name !== '*' && name !== 'default');
    const lines = [`const found = require(${JSON.stringify(required)});`];
    if (takesAll) lines.push(`export * from ${JSON.stringify(required)};`);
    else lines.push(...each.map((name) => `const $${name} = found.${name}; export { $${name} as ${name} };`));
    lines.push(`export default ${isModule ? 'found.default' : 'found'};`);
    return { contents: lines.join('\n'), loader: 'js', resolveDir: folder };
  });
}

/** The same package may be imported early, by names, and late: these are two modules of the bundler. */
const lateness = (kind) => (kind === 'dynamic-import' ? '?late' : '');

/** What `require` has to be given for the very file that `import` of the path would find, and whether it is an ES module. */
export function whatIsRequired(path, folder) {
  if (isBuiltin(path)) return { required: path, isModule: false };
  let file;
  try {
    file = fileURLToPath(import.meta.resolve(path));
  } catch {
    // Optional: another platform's, or a driver's.
    return { required: path, isModule: false };
  }
  const byName = resolvedBy(path);
  const required = byName === file ? path : relative(folder, file).split(sep).join('/');
  return { required, isModule: isEsModule(file) };
}

function resolvedBy(path) {
  try {
    return require.resolve(path);
  } catch {
    return undefined;
  }
}

function isEsModule(file) {
  if (file.endsWith('.mjs')) return true;
  if (!file.endsWith('.js')) return false;
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    try {
      return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).type === 'module';
    } catch {
      if (folder === dirname(folder)) return false;
    }
  }
}
