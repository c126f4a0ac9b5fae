import { runsTextTasks } from '../../revisions/infrastructure/text/text-threads.js';
import { importPages } from './sources/import-pages.js';

export const run = runsTextTasks({ importPages });
