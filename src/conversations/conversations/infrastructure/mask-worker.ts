import { runsConversationTasks } from './conversation-processes.js';
import * as tasks from './mask-tasks.js';

export const run = runsConversationTasks(tasks);
