import { parentPort, workerData } from 'node:worker_threads';
import { SpecificationRefused, type LoadedReference } from './specification.js';
import { workOn } from './work.js';
import { toBytes, toText, type ThreadHears, type ThreadSays, type ThreadTask } from './thread/says.js';

const port = parentPort;

/** The thread that works on one specification. */
if (port && workerData !== null) {
  const { text, url, limits } = workerData as ThreadTask;
  const waiting = new Map<number, (heard: ThreadHears) => void>();
  let wanted = 0;

  const say = (words: ThreadSays, handedOver: ArrayBuffer[] = []): void => port.postMessage(words, handedOver);
  const load = async (wants: string): Promise<LoadedReference> => {
    const id = (wanted += 1);
    say({ wants, id });
    const heard = await new Promise<ThreadHears>((resolve) => waiting.set(id, resolve));
    if ('problem' in heard) throw new Error(heard.problem);
    return { url: heard.url, text: toText(heard.text) };
  };
  port.on('message', (heard: ThreadHears) => {
    waiting.get(heard.id)?.(heard);
    waiting.delete(heard.id);
  });

  try {
    const source = { text: toText(text), ...(url !== undefined && { url }) };
    const { specification, ...done } = await workOn(source, load, limits);
    const bytes = toBytes(specification);
    say({ done, specification: bytes }, [bytes.buffer]);
  } catch (error) {
    if (!(error instanceof SpecificationRefused)) throw error;
    const { code, faults, faultCount } = error;
    say({ refused: { code, faults, faultCount } });
  } finally {
    port.close();
  }
}
