import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

const folders: string[] = [];

/** A new empty folder, removed by `removeScratch`. */
export async function scratch(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'quire-test-'));
  folders.push(folder);
  return folder;
}

export async function removeScratch(): Promise<void> {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
}

export async function bytesOf(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
