import { runsTextTasks } from '../../revisions/infrastructure/text/text-threads.js';
import { mergeBody } from '../domain/merge/merge-body.js';

export const run = runsTextTasks({ mergeBody });
