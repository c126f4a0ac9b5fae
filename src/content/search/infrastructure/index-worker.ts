import { runsTextTasks } from '../../revisions/infrastructure/text/text-processes.js';
import * as tasks from './index-tasks.js';

export const run = runsTextTasks(tasks);
