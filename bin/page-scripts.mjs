/**
 * Builds the scripts of published pages: `page.ts` of a folder and what it loads later, and `webframe.ts`, which the
 * pages around frames of integrations load, and `passkeys.ts` of the pages to sign in, as files of their own. The name of each has a digest of its text; `index.json` has the names by those of the sources.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** Builds those in `from` into the folder `to`. */
export async function buildPageScripts(from, to) {
  const { build } = await import('esbuild');
  const { metafile, outputFiles } = await build({
    entryPoints: [join(from, 'page.ts'), join(from, 'webframe.ts'), join(from, 'passkeys.ts')],
    outdir: to,
    write: false,
    entryNames: '[name].[hash]',
    chunkNames: '[name].[hash]',
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    charset: 'utf8',
    metafile: true,
    tsconfigRaw: {},
    logLevel: 'warning',
  });
  const names = Object.entries(metafile.outputs).map(([path, { entryPoint }]) => {
    // Code of several files would be a request more for each of them.
    if (entryPoint === undefined) throw new Error(`${path} is shared by several scripts of pages`);
    return [basename(entryPoint, '.ts'), basename(path)];
  });
  const files = new Map(outputFiles.map(({ path, text }) => [basename(path), text]));
  writeFolder(to, files.set('index.json', JSON.stringify(Object.fromEntries(names.sort()))));
}

/** Writes what is not there yet, and removes what else is: others may read the folder at the same time. */
function writeFolder(folder, files) {
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of files) {
    const path = join(folder, name);
    if (!existsSync(path) || readFileSync(path, 'utf8') !== text) writeFileSync(path, text);
  }
  for (const name of readdirSync(folder)) if (!files.has(name)) rmSync(join(folder, name));
}
