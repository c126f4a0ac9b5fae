import { pathToFileURL } from 'node:url';
import { parent } from '#worker-process';
import { Kept, LastKept } from './kept.js';
import type { RunsTask } from './in-worker.js';
import type { WorkerHears, WorkerSays, WorkerTask } from './says.js';

const starter = parent<WorkerHears, WorkerSays>();
const known = new LastKept<Kept>();

async function run({ file, name, args, kept }: WorkerTask): Promise<WorkerSays> {
  try {
    const worker = (await import(pathToFileURL(file).href)) as { run: RunsTask };
    const all = args.map((value, at) => (kept.has(at) ? known.get(kept.get(at) ?? '') : value));
    return await worker.run({ name, args: all });
  } catch (error) {
    return { failed: error instanceof Error ? error : new Error(String(error)) };
  }
}

/** A process that runs tasks of worker files, one after the other. */
starter?.onMessage((heard) => {
  if ('keep' in heard) known.put(heard.id, new Kept(heard.keep, heard.id));
  else void run(heard.task).then(starter.say);
});
