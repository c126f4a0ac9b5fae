import { runsConversationTasks } from '../../conversations/infrastructure/conversation-threads.js';
import * as tasks from './cluster-tasks.js';

export const run = runsConversationTasks(tasks);
