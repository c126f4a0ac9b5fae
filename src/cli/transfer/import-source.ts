import { open, stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { UsageInvalid } from '../failure.js';

/** The source of an import. */
export type ImportSource =
  | { kind: 'folder'; path: string; name: string }
  | { kind: 'archive'; path: string; name: string; size: number }
  | { kind: 'repository'; url: string };

const REPOSITORY = /^(?:(?:https?|ssh|file):\/\/\S+|[\w.-]+@[\w.-]+:\S+)$/;

/** Distinguishes a folder, a zip file and the address of a Git repository. Throws UsageInvalid for anything else. */
export async function importSourceOf(text: string): Promise<ImportSource> {
  const path = resolve(text);
  const found = await stat(path).catch(() => undefined);
  if (found?.isDirectory()) return { kind: 'folder', path, name: basename(path) };
  if (found?.isFile()) {
    if (!(await startsAsZip(path))) throw new UsageInvalid(`${text} is neither a folder nor a zip file`);
    return { kind: 'archive', path, name: basename(path), size: found.size };
  }
  if (REPOSITORY.test(text)) return { kind: 'repository', url: text };
  throw new UsageInvalid(`${text} is neither a folder, a zip file nor the URL of a Git repository`);
}

async function startsAsZip(path: string): Promise<boolean> {
  const file = await open(path, 'r');
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(4), 0, 4, 0);
    return bytesRead === 4 && ['504b0304', '504b0506'].includes(buffer.toString('hex'));
  } finally {
    await file.close();
  }
}
