import type { Dispatcher } from '#kernel/application/dispatcher';
import { ReplaceProposedPage, type Proposal } from '#content';
import { proposedPage } from '../domain/page-skeleton.js';
import { readProposal, type PageWriter, type ProposalTask } from '../domain/proposal.js';

export const WRITE_PAGE = 'conversations.write-page';

/** A page that is begun, and what a language model is given to write it further. */
export interface WritePageJob {
  organizationId: string;
  spaceId: string;
  proposal: Proposal;
  task: ProposalTask;
}

/** What came of it: `kept` where the page was edited meanwhile, `nonsense` where no page was written. */
export type Written = 'written' | 'kept' | 'nonsense';

/** Puts what a language model writes into a page that is begun, unless its author has edited it meanwhile. */
export async function writePage(
  { organizationId, spaceId, proposal, task }: WritePageJob,
  writer: PageWriter,
  dispatcher: Dispatcher,
): Promise<Written> {
  const blocks = readProposal(await writer.write(task), task.material);
  if (!blocks) return 'nonsense';
  const page = proposedPage(task.material, blocks);
  const replaced = await dispatcher.run(new ReplaceProposedPage(organizationId, spaceId, proposal, page));
  return replaced ? 'written' : 'kept';
}
