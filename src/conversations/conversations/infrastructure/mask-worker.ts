import { runsConversationTasks } from './conversation-threads.js';
import * as tasks from './mask-tasks.js';

export const run = runsConversationTasks(tasks);
