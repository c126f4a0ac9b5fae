/**
 * Builds the integrations of our own: for each folder of `integrations/` with a manifest, the request that the public
 * command line would send to publish it, into `dist/run/integrations/<name>.json`, and `index.json` with a digest of
 * each.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';

const MANIFEST = 'gitbook-manifest.yaml';
/** The file into which `npm install` copies the library of diagrams for the public command line. */
const LIBRARY = 'mermaid.raw.js';

/** Builds those in `from` into the folder `to`. */
export async function buildIntegrations(from, to) {
  const [{ build }, { parse }] = await Promise.all([import('esbuild'), import('yaml')]);
  mkdirSync(to, { recursive: true });
  const index = {};
  for (const name of readdirSync(from)
    .filter((each) => existsSync(join(from, each, MANIFEST)))
    .sort()) {
    const request = await requestOf(join(from, name), build, parse);
    const text = JSON.stringify(request.body);
    writeFileSync(join(to, `${request.name}.json`), text);
    index[request.name] = createHash('sha256').update(text).digest('hex');
  }
  writeFileSync(join(to, 'index.json'), JSON.stringify(index));
}

async function requestOf(folder, build, parse) {
  const manifest = parse(readFileSync(join(folder, MANIFEST), 'utf8'));
  const { name, script, icon, previewImages = [], ...declared } = manifest;
  const picture = (file) => readFileSync(join(folder, file)).toString('base64');
  const body = {
    ...declared,
    runtime: 'v2',
    ...(icon === undefined ? {} : { icon: picture(icon) }),
    previewImages: previewImages.map(picture),
    script: await scriptOf(join(folder, script), build),
  };
  return { name, body };
}

/** One ES module, as the public command line makes it. */
async function scriptOf(entry, build) {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    platform: 'neutral',
    format: 'esm',
    target: 'es2020',
    minify: true,
    mainFields: ['worker', 'browser', 'module', 'jsnext', 'main'],
    conditions: ['worker', 'browser', 'import', 'production'],
    define: { 'process.env.NODE_ENV': '"production"', MODE: '"production"' },
    external: ['node:*', 'cloudflare:*'],
    loader: { '.raw.js': 'text' },
    logLevel: 'warning',
    plugins: [{ name: 'library', setup: findLibrary }],
  });
  return outputFiles[0].text;
}

/** Takes the library from its package, so that a build leaves no copy among the sources. */
function findLibrary({ onLoad, onResolve }) {
  const { resolve } = createRequire(import.meta.url);
  const path = () => resolve('@mermaid-js/tiny');
  onResolve({ filter: /\.raw\.js$/ }, ({ path: asked }) =>
    basename(asked) === LIBRARY ? { path: path(), namespace: 'library' } : undefined,
  );
  onLoad({ filter: /.*/, namespace: 'library' }, ({ path: file }) => ({
    contents: readFileSync(file, 'utf8'),
    loader: 'text',
  }));
}
