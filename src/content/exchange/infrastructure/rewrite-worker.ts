import { runsTextTasks } from '../../revisions/infrastructure/text/text-processes.js';
import { rewriteFiles } from './sources/rewrite-files.js';

export const run = runsTextTasks({ rewriteFiles });
