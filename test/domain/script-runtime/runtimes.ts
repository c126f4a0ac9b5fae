import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ScriptError, ScriptRuntime, type CallLimits, type Script, type ScriptRuntimeOptions } from '#script-runtime';

const folder = mkdtempSync(join(tmpdir(), 'scripts-'));
const runtimes: ScriptRuntime[] = [];

export const LIMITS: CallLimits = {
  deadlineMs: 60_000,
  maxResponseBytes: 1_000_000,
  logs: { lines: 50, characters: 20_000 },
  mask: [],
};

/** A real runtime whose scripts reach nothing. */
export function openRuntime(options: Partial<ScriptRuntimeOptions> = {}): ScriptRuntime {
  const runtime = new ScriptRuntime({
    folder,
    mostProcesses: 4,
    idleMs: 60_000,
    memoryMb: 64,
    startMs: 60_000,
    egress: () => Promise.resolve({ status: 403, headers: {}, body: 'nothing is reached' }),
    log: () => undefined,
    ...options,
  });
  runtimes.push(runtime);
  return runtime;
}

export async function stopRuntimes(): Promise<void> {
  for (const runtime of runtimes.splice(0)) await runtime.stop();
  rmSync(folder, { recursive: true, force: true });
}

let scripts = 0;

/** A script of a new version with this source. */
export function scriptOf(source: string): Script {
  scripts += 1;
  return { id: `version-${scripts}`, source: () => Promise.resolve(source) };
}

/** A script whose handler is this body of a function of `request`, `env` and `ctx`. */
export function handlerOf(body: string, top = ''): Script {
  return scriptOf(`${top}\nexport default { async fetch(request, env, ctx) { ${body} } };`);
}

/** The text of the answer to a call of one script. */
export async function ask(
  runtime: ScriptRuntime,
  script: Script,
  limits: Partial<CallLimits> = {},
  path = '/v1',
): Promise<string> {
  const { body } = await runtime.run(script, { path }, { ...LIMITS, ...limits });
  return body.toString();
}

/** The error that a call rejects with. */
export async function failureOf(call: Promise<unknown>): Promise<ScriptError> {
  try {
    await call;
  } catch (error) {
    if (error instanceof ScriptError) return error;
    throw error;
  }
  throw new Error('It did not fail');
}

/** Waits until this is so. */
export async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5));
}
