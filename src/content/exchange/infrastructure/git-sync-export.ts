import { Injectable } from '@nestjs/common';
import { Dispatcher } from '#kernel/application/dispatcher';
import { Conflict } from '#kernel/domain/errors';
import { RecordPush } from '../application/record-push.js';
import type { GitExchange } from '../application/git-exchange.js';
import { Exporter, type ExportedTree } from '../application/exporter.js';
import { writtenSources } from '../application/written-sources.js';
import { GitRepositories, type GitCommit } from '../domain/import/sources.js';
import { changeWords } from '../domain/export/change-words.js';
import { displaced, exportChanges, type ExportChanges } from '../domain/export/export-changes.js';
import { ExportTexts } from '../domain/export/export-ports.js';
import { GitSyncs, type SyncPoint, type SyncTurn } from '../domain/export/git-sync.js';
import { ImportedContent, SourceReaders, type ImportedState } from '../domain/import/import-ports.js';
import type { SourceFile } from '../domain/import/import-plan.js';
import { CommitAuthors } from './commit-authors.js';
import { folderOf, gitFiles } from './git-export.js';

/** What a push is to change. */
interface Draft {
  state: ImportedState;
  tree: ExportedTree;
  changes: ExportChanges;
  /** What has changed in the space, in words. */
  words: string;
}

const WORDS = 'Update documentation';

/**
 * Writes the changes of a space since both sides were equal as one commit. Writes only files whose content changed. The
 * commit is determined by the revision and its parent commit, so repeating it makes the same commit.
 */
@Injectable()
export class GitSyncExport {
  constructor(
    private readonly dispatcher: Dispatcher,
    private readonly imported: ImportedContent,
    private readonly exporter: Exporter,
    private readonly texts: ExportTexts,
    private readonly repositories: GitRepositories,
    private readonly readers: SourceReaders,
    private readonly syncs: GitSyncs,
    private readonly authors: CommitAuthors,
  ) {}

  /**
   * `head` is where the branch is; undefined where there is none yet. Throws GitHeadMoved if it is elsewhere. `exchange`
   * hears of the commit before it is sent.
   */
  async push(turn: SyncTurn, head: string | undefined, exchange: GitExchange): Promise<void> {
    const version = await this.imported.version(turn.organizationId, turn.spaceId);
    if (turn.base !== undefined && version.startsWith(`${turn.base}.`)) return;
    const draft = await this.#draft(turn, undefined);
    const { state, tree, changes } = draft;
    const folder = folderOf(turn);
    const written = new Map<string, SourceFile>();
    const revision = state.revisionId;
    const pushed = await this.repositories.push({
      ...turn.address,
      files: gitFiles(tree.files(changes.write), folder, written),
      keep: (path) => !path.startsWith(folder) || !changes.remove.has(path.slice(folder.length)),
      ...(await this.#words(turn, draft)),
      expectedHead: head ?? null,
      beforePush: async (commit) => {
        await this.syncs.pushing(turn, { revision, commit });
        await exchange.start(commit, revision);
      },
    });
    await this.#record(turn, draft, written, { base: revision, commit: pushed.commit });
    exchange.succeed();
  }

  /** Notes a push that arrived before its end could be noted. */
  async adopt(turn: SyncTurn, { revision, commit }: { revision: string; commit: string }): Promise<void> {
    const draft = await this.#draft(turn, revision);
    const written = new Map<string, SourceFile>();
    const files = gitFiles(draft.tree.files(draft.changes.write), '', written);
    for await (const { content } of files) await content();
    await this.#record(turn, draft, written, { base: revision, commit });
  }

  async #draft(turn: SyncTurn, revision: string | undefined): Promise<Draft> {
    const { organizationId, spaceId } = turn;
    const state = await this.imported.load(organizationId, spaceId, revision);
    const tree = await this.exporter.open(state);
    const earlier = turn.base === undefined ? undefined : await this.#before(turn.base, state);
    const before = earlier && (await this.exporter.open(earlier)).plan;
    const moved = displaced(state, tree.plan);
    const hashes = [...tree.plan.pages, ...tree.plan.reusableContents].flatMap(({ document }) => document ?? []);
    const stale = before && moved.size > 0 ? await this.texts.referring(organizationId, hashes, [...moved]) : undefined;
    const words = (earlier && changeWords(earlier, state)) ?? WORDS;
    return { state, tree, changes: exportChanges(state, before, tree.plan, stale ?? new Set()), words };
  }

  async #before(base: string, { organizationId, spaceId, sources }: ImportedState): Promise<ImportedState> {
    const state = await this.imported.load(organizationId, spaceId, base);
    if (state.sources !== sources) throw new Conflict('The space was imported anew meanwhile');
    return state;
  }

  async #record(
    turn: SyncTurn,
    { state, tree, changes }: Draft,
    written: ReadonlyMap<string, SourceFile>,
    point: SyncPoint,
  ): Promise<void> {
    const files = new Map<string, SourceFile>();
    for (const { path, oid } of state.items.values()) {
      if (path !== null && oid !== null && !changes.remove.has(path)) files.set(path, { path, oid, size: 0 });
    }
    for (const { path } of tree.plan.texts) files.set(path, { path, oid: '', size: 0 });
    for (const [path, file] of written) files.set(path, file);
    const sources = await writtenSources(this.readers, state, tree.plan, [...files.values()]);
    await this.dispatcher.run(new RecordPush(turn, point, { state, changes: sources }));
  }

  async #words({ organizationId }: SyncTurn, { state, words }: Draft): Promise<Pick<GitCommit, 'message' | 'author'>> {
    const { author, message, at } = await this.syncs.words(organizationId, state.revisionId);
    return { message: message ?? words, author: { ...(await this.authors.of(organizationId, author)), at } };
  }
}
