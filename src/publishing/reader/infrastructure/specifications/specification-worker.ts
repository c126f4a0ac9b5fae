import * as tasks from './specification-tasks.js';
import { runsSpecificationTasks } from './specification-thread.js';

export const run = runsSpecificationTasks(tasks);
