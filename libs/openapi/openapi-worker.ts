import { parent } from '#worker-process';
import { SpecificationRefused, type LoadedReference } from './specification.js';
import { workOn } from './work.js';
import type { ProcessHears, ProcessSays, ProcessTask, WantedFile } from './worker/says.js';

const starter = parent<ProcessHears, ProcessSays>();
const waiting = new Map<number, (file: WantedFile) => void>();
let wanted = 0;

async function load(wants: string): Promise<LoadedReference> {
  const id = (wanted += 1);
  starter?.say({ wants, id });
  const file = await new Promise<WantedFile>((resolve) => waiting.set(id, resolve));
  if ('problem' in file) throw new Error(file.problem);
  return { url: file.url, text: file.text };
}

async function work({ text, url, limits }: ProcessTask): Promise<ProcessSays> {
  try {
    return { done: await workOn({ text, ...(url !== undefined && { url }) }, load, limits) };
  } catch (error) {
    if (!(error instanceof SpecificationRefused)) return { failed: error instanceof Error ? String(error.stack) : '' };
    const { code, faults, faultCount } = error;
    return { refused: { code, faults, faultCount } };
  }
}

/** The process that works on one specification. */
starter?.onMessage((heard) => {
  if ('task' in heard) return void work(heard.task).then(starter.say);
  waiting.get(heard.id)?.(heard);
  waiting.delete(heard.id);
});
