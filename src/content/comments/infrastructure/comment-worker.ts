import { runsTextTasks } from '../../revisions/infrastructure/text/text-threads.js';
import * as tasks from './comment-tasks.js';

export const run = runsTextTasks(tasks);
