import * as tasks from './text-tasks.js';

/** What a worker thread runs: one of the tasks, by name. */
export const run = ({ name, args }: { name: keyof typeof tasks; args: unknown[] }): unknown =>
  (tasks[name] as (...args: unknown[]) => unknown)(...args);
