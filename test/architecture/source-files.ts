import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';

/** The project's folder. */
export const ROOT = process.cwd();

/** All files below a folder of the project, as paths from the project's folder with `/`. */
export function filesBelow(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort();
}

/** All TypeScript files of the product. */
export function sourceFiles(): string[] {
  return ['src', 'libs'].flatMap(filesBelow).filter((path) => path.endsWith('.ts'));
}
