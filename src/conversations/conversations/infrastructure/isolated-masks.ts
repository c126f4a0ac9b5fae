import { Injectable } from '@nestjs/common';
import { Invalid } from '#kernel/domain/errors';
import { charactersOf, type ConversationJson, type Origin, type SentConversation } from '../domain/conversation.js';
import { Masks } from '../domain/masks.js';
import { ConversationProcesses, failsAlways, type ConversationWorker } from './conversation-processes.js';
import * as tasks from './mask-tasks.js';
import { WorkPace } from './work-pace.js';

/** Characters up to which masking is faster than a process is asked. */
const FEW = 2_000;
const WORKER: ConversationWorker<typeof tasks> = {
  file: new URL('./mask-worker.js', import.meta.url),
  tasks: () => Promise.resolve(tasks),
  deadlineMs: 30_000,
};

/** Masks few characters at once, and more in a process. */
@Injectable()
export class IsolatedMasks extends Masks {
  constructor(
    private readonly processes: ConversationProcesses,
    private readonly pace: WorkPace,
  ) {
    super();
  }

  async received(conversations: readonly SentConversation[], origin: Origin): Promise<ConversationJson[]> {
    this.pace.noteIngestion();
    const characters = conversations.reduce((sum, conversation) => sum + charactersOf(conversation), 0);
    if (characters <= FEW) return tasks.receiveAll(conversations, origin);
    try {
      return await this.processes.run(WORKER, 'receiveAll', [conversations, origin]);
    } catch (error) {
      if (failsAlways(error)) throw new Invalid('The conversations take too long to read: send fewer at once');
      throw error;
    }
  }
}
