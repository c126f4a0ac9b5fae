import { runsTextTasks } from '../../revisions/infrastructure/text/text-processes.js';
import { importPages } from './sources/import-pages.js';

export const run = runsTextTasks({ importPages });
