import { runsTextTasks } from '../../revisions/infrastructure/text/text-processes.js';
import * as tasks from './comment-tasks.js';

export const run = runsTextTasks(tasks);
