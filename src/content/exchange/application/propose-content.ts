import type { Readable } from 'node:stream';
import type { Caller } from '#kernel/application/caller';
import type { Dispatcher } from '#kernel/application/dispatcher';
import { AuthorizeSpace } from '../../spaces/application/space/authorize-space-query.js';
import type { SourceOpener } from '../domain/import/import-ports.js';
import { changedDocuments, type ChangedDocument, type DocumentAnchors } from '../domain/import/vanished-anchors.js';
import { refusalOf } from './source-refusal.js';
import type { Importer } from './importer.js';
import type { ImportProposalView } from './import-proposal.view.js';
import { ProposeImport, type ProposedImport } from './propose-import.js';

const MOST_ANCHORS = 1_000;

/** Imports an upload into a new change request. Authorizes the caller before it receives anything. */
export class ProposeContent {
  constructor(
    private readonly dispatcher: Dispatcher,
    private readonly opener: SourceOpener,
    private readonly importer: Importer,
    private readonly anchors: DocumentAnchors,
  ) {}

  /** Throws what `propose` would refuse the caller with. */
  async letIn(caller: Caller, spaceId: string): Promise<void> {
    await this.dispatcher.ask(new AuthorizeSpace(caller, spaceId, 'edit', false));
  }

  async propose(caller: Caller, spaceId: string, subject: string, bytes: Readable): Promise<ImportProposalView> {
    const space = await this.dispatcher.ask(new AuthorizeSpace(caller, spaceId, 'edit', false));
    try {
      const tree = await this.opener.archive(bytes);
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
