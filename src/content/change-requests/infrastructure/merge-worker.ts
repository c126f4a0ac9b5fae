import { runsTextTasks } from '../../revisions/infrastructure/text/text-processes.js';
import { mergeBody } from '../domain/merge/merge-body.js';

export const run = runsTextTasks({ mergeBody });
