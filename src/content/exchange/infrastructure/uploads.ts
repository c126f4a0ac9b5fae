import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '#kernel/domain/clock';
import { Settings } from '#kernel/infrastructure/settings';
import { Outbound, OutboundError, OutboundTooLarge } from '#outbound';
import type { AnnouncedArchive } from '../domain/import/archive-uploads.js';
import type { SourceOpener } from '../domain/import/import-ports.js';
import { SourceDiffers, SourceRefused, SourceTooLarge, type SourceTree } from '../domain/import/sources.js';
import { receiveToFile, type ReceivedFile } from './sources/received-file.js';
import { ZipSource } from './sources/zip-source.js';
import { SingleFile } from './single-file.js';

const FETCH_TIMEOUT_MS = 120_000;
/** Nothing in the folder is at work for so long without being written to. */
const LEFT_MS = 2 * 60 * 60 * 1000;

/** Uploaded and remote trees, kept in the data folder while they are read. */
@Injectable()
export class Uploads implements SourceOpener, OnModuleInit {
  readonly #folder: string;

  constructor(
    private readonly settings: Settings,
    private readonly outbound: Outbound,
    private readonly clock: Clock,
  ) {
    this.#folder = join(settings.dataDir, 'incoming');
  }

  /**
   * Clears away what uploads, prints and exchanges with Git repositories left in the folder when a server was killed,
   * keys included. Another process of the data folder may be at work there, on what is newer.
   */
  async onModuleInit(): Promise<void> {
    const since = this.clock.now().getTime() - LEFT_MS;
    for (const name of await readdir(this.#folder).catch(() => [])) {
      const path = join(this.#folder, name);
      const found = await stat(path).catch(() => undefined);
      if (found && found.mtimeMs < since) await rm(path, { recursive: true, force: true });
    }
  }

  async archive(bytes: Readable): Promise<SourceTree> {
    await mkdir(this.#folder, { recursive: true });
    const received = await receiveToFile(bytes, this.#folder, this.settings.maxFileBytes).catch((error: unknown) => {
      if (error instanceof SourceRefused || error instanceof OutboundError || bytes.errored !== error) throw error;
      throw new SourceRefused(`The archive did not arrive whole: ${(error as Error).message}`);
    });
    return this.#opened(received);
  }

  async assembled(bytes: Readable, { size, sha256 }: AnnouncedArchive): Promise<SourceTree> {
    await mkdir(this.#folder, { recursive: true });
    const received = await receiveToFile(bytes, this.#folder, size);
    if (received.size === size && received.sha256 === sha256) return this.#opened(received);
    await received.remove();
    throw new SourceDiffers('The archive is not the one that was announced');
  }

  async #opened(received: ReceivedFile): Promise<SourceTree> {
    try {
      return await ZipSource.open(received.path);
    } finally {
      // The tree holds the file open; without its name nothing of it outlives the process.
      await received.remove();
    }
  }

  async fetch(url: string, kind: 'zip' | 'markdown'): Promise<SourceTree> {
    const maxBytes = kind === 'zip' ? this.settings.maxFileBytes : this.settings.maxDocumentBytes;
    try {
      const { body, url: final } = await this.outbound.fetch(url, { maxBytes, timeoutMs: FETCH_TIMEOUT_MS });
      return kind === 'zip' ? await this.archive(body) : await SingleFile.read(nameOf(final), body);
    } catch (error) {
      if (error instanceof OutboundTooLarge) throw new SourceTooLarge(error.message);
      if (error instanceof OutboundError) throw new SourceRefused(error.message);
      throw error;
    }
  }
}

/** The name of the Markdown file at an address. */
function nameOf(url: string): string {
  const last = new URL(url).pathname.split('/').findLast((part) => part !== '') ?? '';
  const name = decodeURIComponent(last.replace(/%(?![0-9a-f]{2})/gi, '%25')).replace(/[\p{Cc}/\\:]/gu, '-');
  const stem = name.replace(/\.(?:md|markdown)$/i, '').replace(/^\.+/, '');
  return `${stem === '' ? 'page' : stem.slice(0, 200)}.md`;
}
