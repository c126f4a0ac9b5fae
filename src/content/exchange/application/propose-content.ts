import type { Readable } from 'node:stream';
import type { Caller } from '#kernel/application/caller';
import type { Dispatcher } from '#kernel/application/dispatcher';
import { Conflict } from '#kernel/domain/errors';
import { AuthorizeSpace } from '../../spaces/application/space/authorize-space-query.js';
import type { ImportedContent, SourceOpener } from '../domain/import/import-ports.js';
import type { GitAddress, GitRepositories, SourceTree } from '../domain/import/sources.js';
import { treeOf } from '../domain/import/subfolder.js';
import { changedDocuments, type ChangedDocument, type DocumentAnchors } from '../domain/import/vanished-anchors.js';
import { refusalOf } from './source-refusal.js';
import type { Importer } from './importer.js';
import type { ImportProposalView } from './import-proposal.view.js';
import type { ImportUploads } from './import-uploads.js';
import { ProposeImport, type ProposedImport } from './propose-import.js';
import type { ImportView } from './transfer.view.js';

const MOST_ANCHORS = 1_000;

/** What is imported, and for which subject. */
export interface Proposal {
  caller: Caller;
  spaceId: string;
  subject: string;
}

/** Imports an archive or a repository into a new change request. Authorizes the caller before it receives anything. */
export class ProposeContent {
  constructor(
    private readonly dispatcher: Dispatcher,
    private readonly opener: SourceOpener,
    private readonly repositories: GitRepositories,
    private readonly uploads: ImportUploads,
    private readonly imported: ImportedContent,
    private readonly importer: Importer,
    private readonly anchors: DocumentAnchors,
  ) {}

  /** Throws what the other methods would refuse the caller with. */
  async letIn(caller: Caller, spaceId: string): Promise<void> {
    await this.dispatcher.ask(new AuthorizeSpace(caller, spaceId, 'edit', false));
  }

  archive(proposal: Proposal, bytes: Readable): Promise<ImportProposalView> {
    return this.#propose(proposal, () => this.opener.archive(bytes));
  }

  /** The same for an archive that was sent in parts. Asked again, it answers what it did. */
  async upload(proposal: Proposal, uploadId: string): Promise<ImportProposalView> {
    const { caller, spaceId } = proposal;
    const upload = await this.uploads.get(caller, spaceId, uploadId);
    if (upload.report === null) return this.uploads.use(upload, (open) => this.#propose(proposal, open));
    const view = JSON.parse(upload.report) as ImportView & Partial<ImportProposalView>;
    if (view.vanishedAnchors) return { ...view, vanishedAnchors: view.vanishedAnchors };
    const current = await this.imported.revision(upload.organizationId, spaceId);
    if (view.revision === current) return { ...view, vanishedAnchors: [] };
    throw new Conflict('The space has changed since this archive was imported: announce it again');
  }

  /** The files of a folder in a branch, tag or commit. */
  repository(proposal: Proposal, address: GitAddress, folder: string | undefined): Promise<ImportProposalView> {
    return this.#propose(proposal, async () => treeOf({ folder }, await this.repositories.open(address)));
  }

  async #propose({ caller, spaceId, subject }: Proposal, open: () => Promise<SourceTree>): Promise<ImportProposalView> {
    const space = await this.dispatcher.ask(new AuthorizeSpace(caller, spaceId, 'edit', false));
    try {
      const tree = await open();
      try {
        let proposed: ProposedImport | undefined;
        let changed: ChangedDocument[] = [];
        const report = await this.importer.run(space, tree, {
          author: caller.userId,
          commit: async (state, merged) => {
            proposed = await this.dispatcher.run(new ProposeImport(caller, state, merged, subject));
            changed = changedDocuments(state, merged);
            return proposed?.revision;
          },
        });
        const vanishedAnchors = await this.#vanished(space.organizationId, changed);
        const { changeRequest } = proposed ?? {};
        return { ...report, ...(changeRequest === undefined ? {} : { changeRequest }), vanishedAnchors };
      } finally {
        await tree.close();
      }
    } catch (error) {
      throw refusalOf(error);
    }
  }

  async #vanished(organizationId: string, changed: readonly ChangedDocument[]) {
    const titles = new Map(changed.map(({ page, title }) => [page, title]));
    const vanished = await this.anchors.vanished(organizationId, changed, MOST_ANCHORS);
    return vanished.map(({ page, anchor }) => ({ page, title: titles.get(page) ?? '', anchor }));
  }
}
