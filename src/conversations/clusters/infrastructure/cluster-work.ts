import type { ConversationWorker } from '../../conversations/infrastructure/conversation-threads.js';
import * as tasks from './cluster-tasks.js';

/** What threads do for clusters. */
export const CLUSTER_WORK: ConversationWorker<typeof tasks> = {
  file: new URL('./cluster-worker.js', import.meta.url),
  tasks,
  deadlineMs: 60_000,
};
