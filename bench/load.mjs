import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { pinBeside } from './pinning.mjs';

const GENERATOR = fileURLToPath(new URL('load/generate.mjs', import.meta.url));

/** The load generator's process, seen from the harness. */
export class Load {
  #child = fork(GENERATOR);

  constructor() {
    pinBeside(this.#child.pid);
  }

  /** Runs a plan (see load/generate.mjs) and answers what came of it. Throws when any answer had another status. */
  async run(plan, expected = 200) {
    this.#child.send(plan);
    const [message] = await once(this.#child, 'message');
    if (message.error !== undefined) throw new Error(`The load could not be made: ${message.error}`);
    const strange = Object.keys(message.result.statuses).filter((status) => Number(status) !== expected);
    if (strange.length > 0) throw new Error(`${plan.requests[0].path} was answered with ${strange.join(', ')}`);
    return message.result;
  }

  close() {
    this.#child.disconnect();
  }
}
