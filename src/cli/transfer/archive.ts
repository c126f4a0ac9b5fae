import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { zipFolder } from '../../content/exchange/infrastructure/sources/folder-zip.js';
import { showBytes } from '../progress.js';
import type { Terminal } from '../terminal.js';
import { counted } from './counted.js';
import type { ImportSource } from './import-source.js';

/** An archive that can be read as often as it is needed; nothing of it is kept. */
export interface Archive {
  name: string;
  /** Bytes. */
  size: number;
  /** SHA-256 of the bytes, hex. */
  sha256: string;
  open(): Readable;
}

/** Reads a zip file, or a folder as the archive that it makes, to learn its size and hash. */
export async function readArchive(
  terminal: Terminal,
  source: Exclude<ImportSource, { kind: 'repository' }>,
): Promise<Archive> {
  const isFile = source.kind === 'archive';
  // The same folder makes the same bytes each time.
  const open = (): Readable => (isFile ? createReadStream(source.path) : zipFolder(source.path));
  const progress = showBytes(terminal, 'Reading', isFile ? source.size : undefined);
  const hash = createHash('sha256');
  let size = 0;
  try {
    for await (const chunk of counted(open(), progress) as AsyncIterable<Buffer>) {
      terminal.signal.throwIfAborted();
      hash.update(chunk);
      size += chunk.length;
    }
  } finally {
    progress.end();
  }
  return { name: isFile ? source.name : `${source.name}.zip`, size, sha256: hash.digest('hex'), open };
}
