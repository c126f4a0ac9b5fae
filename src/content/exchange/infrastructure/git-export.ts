import { buffer } from 'node:stream/consumers';
import { Injectable } from '@nestjs/common';
import { Dispatcher } from '#kernel/application/dispatcher';
import { Clock } from '#kernel/domain/clock';
import { Settings } from '#kernel/infrastructure/settings';
import { Exporter } from '../application/exporter.js';
import { RecordExport } from '../application/record-export.js';
import { writtenSources } from '../application/written-sources.js';
import type { ExportedFile } from '../domain/export/export-ports.js';
import type { GitRun } from '../domain/export/git-link.js';
import { ImportedContent, SourceReaders } from '../domain/import/import-ports.js';
import type { SourceFile } from '../domain/import/import-plan.js';
import { GitRepositories, sourcePath, type GitFile, type GitPushed } from '../domain/import/sources.js';
import { objectOid } from './git-objects/oid.js';

/**
 * Commits the content of a space to a repository. Files of the repository that never were content stay as they are;
 * those that came from it and are gone in the space are removed.
 */
@Injectable()
export class GitExport {
  constructor(
    private readonly dispatcher: Dispatcher,
    private readonly imported: ImportedContent,
    private readonly exporter: Exporter,
    private readonly repositories: GitRepositories,
    private readonly readers: SourceReaders,
    private readonly settings: Settings,
    private readonly clock: Clock,
  ) {}

  /** `starting` is called before the commit is sent, unless the repository has the content already. */
  async push(run: GitRun, starting: (commit: string, revision: string) => Promise<void>): Promise<GitPushed> {
    const state = await this.imported.load(run.organizationId, run.spaceId);
    const tree = await this.exporter.open(state);
    const folder = folderOf(run);
    const written = new Map<string, SourceFile>();
    const known = new Set([...state.items.values()].flatMap(({ path }) => (path === null ? [] : [folder + path])));
    const pushed = await this.repositories.push({
      ...run.address,
      files: gitFiles(tree.files(), folder, written),
      keep: (path) => !known.has(path),
      message: run.commitMessage ?? 'Update documentation',
      author: { name: 'Quire', email: `quire@${new URL(this.settings.publicUrl).hostname}`, at: this.#at(run) },
      beforePush: (commit) => starting(commit, state.revisionId),
    });
    const changes = await writtenSources(this.readers, state, tree.plan, [...written.values()]);
    await this.dispatcher.run(new RecordExport(state, changes, pushed.commit));
    return pushed;
  }

  #at({ at }: GitRun): Date {
    const time = at === undefined ? NaN : Date.parse(at);
    return Number.isNaN(time) ? this.clock.now() : new Date(time);
  }
}

/** The folder of the repository that is the whole of the tree, with a slash behind it. */
export function folderOf({ folder }: { folder?: string | undefined }): string {
  const path = folder === undefined ? undefined : sourcePath(folder.replace(/^(?:\.?\/)+/, '') || '.');
  return path === undefined ? '' : `${path}/`;
}

/** The files to commit; `written` learns their names and sizes on the way. */
export async function* gitFiles(
  files: AsyncIterable<ExportedFile>,
  folder: string,
  written: Map<string, SourceFile>,
): AsyncGenerator<GitFile> {
  for await (const { path, oid, content } of files) {
    if (oid !== undefined) written.set(path, { path, oid, size: 0 });
    yield {
      path: folder + path,
      ...(oid === undefined ? {} : { oid }),
      content: async () => {
        const bytes = await content();
        const whole = Buffer.isBuffer(bytes) ? bytes : await buffer(bytes);
        written.set(path, { path, oid: objectOid('blob', whole), size: whole.length });
        return whole;
      },
    };
  }
}
