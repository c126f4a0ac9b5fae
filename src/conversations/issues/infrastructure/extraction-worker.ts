import { runsConversationTasks } from '../../conversations/infrastructure/conversation-processes.js';
import * as tasks from './extraction-tasks.js';

export const run = runsConversationTasks(tasks);
