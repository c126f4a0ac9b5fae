import { runsConversationTasks } from '../../conversations/infrastructure/conversation-processes.js';
import * as tasks from './cluster-tasks.js';

export const run = runsConversationTasks(tasks);
