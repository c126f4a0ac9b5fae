import { runsTextTasks } from '../../revisions/infrastructure/text/text-threads.js';
import { rewriteFiles } from './sources/rewrite-files.js';

export const run = runsTextTasks({ rewriteFiles });
