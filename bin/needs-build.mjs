/**
 * Which of Jest's arguments select specs that need the build: those that name a file of `dist/` or a command that runs
 * it, or import a file in test/ or libs/testing that does. All others run from the sources without a build.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const NAMES_BUILD = /['"`](?:\.\.\/)*(?:dist\/|bin\/(?:start|quire)\.mjs)/;
const IMPORTS = /\b(?:from|import)\s+'(\.{1,2}\/[^']+|#testing\/[^']+)'/g;

/** Whether a run with these arguments needs the build; without the name of a spec all run, so it does. */
export function needsBuild(args, root) {
  const patterns = args.filter((argument, at) => !argument.startsWith('-') && !/^-[a-zA-Z]$/.test(args[at - 1] ?? ''));
  if (patterns.length === 0 || args.some((argument) => /^--(?:config|rootDir|testMatch|shard)/.test(argument)))
    return true;
  const specs = filesBelow(join(root, 'test')).filter((file) => /\.(?:spec|suite|browser)\.ts$/.test(file));
  return specs
    .filter((file) => patterns.some((pattern) => matches(file, pattern, root)))
    .some((file) => runsBuild(file, root));
}

/** Like Jest: a regular expression over the whole path. */
function matches(file, pattern, root) {
  try {
    return new RegExp(pattern, 'i').test(file) || relative(root, file) === pattern;
  } catch {
    return file.includes(pattern);
  }
}

function runsBuild(file, root, seen = new Set()) {
  if (seen.has(file) || !existsSync(file)) return false;
  seen.add(file);
  const text = readFileSync(file, 'utf8');
  if (NAMES_BUILD.test(text)) return true;
  const imported = [...text.matchAll(IMPORTS)].map(([, name]) =>
    name.startsWith('#testing/')
      ? join(root, 'libs', 'testing', `${name.slice('#testing/'.length)}.ts`)
      : join(dirname(file), name.replace(/\.js$/, '.ts')),
  );
  // Jest compiles what a spec imports of the sources.
  return imported.filter((each) => !relative(root, each).startsWith('src')).some((each) => runsBuild(each, root, seen));
}

function filesBelow(folder) {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true }).filter((entry) => entry.isFile());
  return entries.map((entry) => join(entry.parentPath ?? entry.path, entry.name));
}
