import * as tasks from './markdown-tasks.js';
import { runsTextTasks } from './text-processes.js';

export const run = runsTextTasks(tasks);
