import { Injectable } from '@nestjs/common';
import {
  ConversationThreads,
  failsAlways,
  type ConversationWorker,
} from '../../conversations/infrastructure/conversation-threads.js';
import type { FoundIssue } from '../domain/issue.js';
import { IssueExtractor, type ReadConversation } from '../domain/issue-extractor.js';
import * as tasks from './extraction-tasks.js';

const WORKER: ConversationWorker<typeof tasks> = {
  file: new URL('./extraction-worker.js', import.meta.url),
  tasks,
  deadlineMs: 30_000,
};

/** Finds issues by the texts themselves, in a thread. A conversation that can not be read in time has none. */
@Injectable()
export class ThreadedExtractor extends IssueExtractor {
  constructor(private readonly threads: ConversationThreads) {
    super();
  }

  async extract(organizationId: string, conversations: readonly ReadConversation[]): Promise<FoundIssue[][]> {
    try {
      return await this.threads.run(WORKER, 'extractAll', [conversations]);
    } catch (error) {
      if (!failsAlways(error)) throw error;
      if (conversations.length === 1) return [[]];
    }
    // One of them takes too long or too much memory, and the others are not to suffer from it.
    const half = Math.ceil(conversations.length / 2);
    return [
      ...(await this.extract(organizationId, conversations.slice(0, half))),
      ...(await this.extract(organizationId, conversations.slice(half))),
    ];
  }
}
