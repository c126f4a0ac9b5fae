import { runsTextTasks } from '../../revisions/infrastructure/text/text-processes.js';
import * as tasks from './body-tasks.js';

export const run = runsTextTasks(tasks);
