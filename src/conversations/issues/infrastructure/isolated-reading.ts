import { Injectable } from '@nestjs/common';
import {
  ConversationProcesses,
  failsAlways,
  type ConversationWorker,
} from '../../conversations/infrastructure/conversation-processes.js';
import type { ReadConversation } from '../domain/issue-extractor.js';
import type * as tasks from './extraction-tasks.js';

type Tasks = typeof tasks;

const WORKER: ConversationWorker<Tasks> = {
  file: new URL('./extraction-worker.js', import.meta.url),
  tasks: () => import('./extraction-tasks.js'),
  deadlineMs: 30_000,
};

/** Reads conversations in a process. */
@Injectable()
export class IsolatedReading {
  constructor(private readonly processes: ConversationProcesses) {}

  /** The result of a task for each conversation; nothing for one that can not be read in time. */
  async run<N extends keyof Tasks>(
    name: N,
    conversations: readonly ReadConversation[],
  ): Promise<ReturnType<Tasks[N]>[number][]> {
    if (conversations.length === 0) return [];
    try {
      return await this.processes.run(WORKER, name, [conversations] as unknown as Parameters<Tasks[N]>);
    } catch (error) {
      if (!failsAlways(error)) throw error;
      if (conversations.length === 1) return [[]];
    }
    // One of them takes too long or too much memory, and the others are not to suffer from it.
    const half = Math.ceil(conversations.length / 2);
    return [
      ...(await this.run(name, conversations.slice(0, half))),
      ...(await this.run(name, conversations.slice(half))),
    ];
  }
}
