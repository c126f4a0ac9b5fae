import type { ConversationWorker } from '../../conversations/infrastructure/conversation-processes.js';
import type * as tasks from './cluster-tasks.js';

/** What processes do for clusters. */
export const CLUSTER_WORK: ConversationWorker<typeof tasks> = {
  file: new URL('./cluster-worker.js', import.meta.url),
  tasks: () => import('./cluster-tasks.js'),
  deadlineMs: 60_000,
};
