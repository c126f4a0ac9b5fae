import type { Readable } from 'node:stream';
import {
  GitTree,
  SourceRefused,
  type SkippedEntry,
  type SourceFile,
  type SourceLimits,
} from '../../domain/import/sources.js';
import { damaged } from '../git-objects/delta.js';
import type { ObjectStore } from '../git-objects/objects.js';
import { listTree, type CommitObject } from '../git-objects/tree.js';

/** The files of one commit, read from an object store as they are asked for. */
export class RepositoryTree extends GitTree {
  readonly commit: string;
  readonly message: string;
  private listed: Promise<{ files: SourceFile[]; skipped: SkippedEntry[] }> | undefined;
  private files = new Map<string, string>();
  private passedOver: readonly SkippedEntry[] = [];

  constructor(
    private readonly objects: ObjectStore,
    private readonly head: CommitObject & { oid: string },
    readonly ref: string,
    private readonly limits: SourceLimits,
    private readonly letGo: () => Promise<void>,
  ) {
    super();
    this.commit = head.oid;
    this.message = head.message;
  }

  get skipped(): readonly SkippedEntry[] {
    return this.passedOver;
  }

  async list(): Promise<readonly SourceFile[]> {
    this.listed ??= listTree(this.objects, this.head.tree, this.limits);
    const { files, skipped } = await this.listed;
    if (this.files.size === 0) this.files = new Map(files.map((file) => [file.path, file.oid]));
    this.passedOver = skipped;
    return files;
  }

  async read(path: string): Promise<Buffer> {
    const object = await this.objects.read(await this.oid(path));
    if (object?.kind !== 'blob') throw damaged();
    return object.content;
  }

  async stream(path: string): Promise<Readable> {
    const stream = await this.objects.stream(await this.oid(path));
    if (stream === undefined) throw damaged();
    return stream;
  }

  async close(): Promise<void> {
    await this.objects.close();
    await this.letGo();
  }

  private async oid(path: string): Promise<string> {
    await this.list();
    const oid = this.files.get(path);
    if (oid === undefined) throw new SourceRefused(`The commit has no "${path}"`);
    return oid;
  }
}
