import * as tasks from './markdown-tasks.js';
import { runsTextTasks } from './text-threads.js';

export const run = runsTextTasks(tasks);
