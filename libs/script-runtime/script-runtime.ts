import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { accountOf } from './account.js';
import { isAvailable, type Availability } from './availability.js';
import { BackOff } from './back-off.js';
import { findBinary } from './binary.js';
import type { CallLimits, ScriptOutcome } from './call.js';
import type { EgressHandler } from './egress.js';
import { RuntimeBusy, RuntimeUnavailable, ScriptError, ScriptPaused, ScriptRefused } from './errors.js';
import type { ScriptRequest } from './exchange.js';
import { makeHome } from './home.js';
import { ScriptProcess } from './script-process.js';

export interface ScriptRuntimeOptions {
  /** For sockets and configurations. Several runtimes, of other processes too, may share it. */
  folder: string;
  mostProcesses: number;
  /** A process without calls is stopped after so long. */
  idleMs: number;
  /** Of V8's heap; all memory together is limited to somewhat more. */
  memoryMb: number;
  /** How long a script may take to start; 5 seconds by default. */
  startMs?: number;
  egress: EgressHandler;
  log: (message: string) => void;
  /** The path of workerd; that from npm by default. */
  binary?: string;
}

export interface Script {
  /** Of this version: the same id always has the same source. */
  id: string;
  /** One ES module, whose default export has a method `fetch`. Called when a process is started. */
  source: () => Promise<string>;
}

const START_MS = 5_000;
/** How often idle processes are looked for, as a part of the time that they may be idle. */
const LOOKS = 4;
const REFUSALS_KEPT = 200;

interface Running {
  slot: number;
  starting: Promise<ScriptProcess>;
  process?: ScriptProcess;
}

/** Runs untrusted scripts, each version in a process of its own that starts with the first call. */
export class ScriptRuntime {
  private readonly running = new Map<string, Running>();
  /** Processes on their way out, which still count. */
  private readonly leaving = new Set<Running>();
  private readonly backOff = new BackOff();
  private readonly refusals = new Map<string, ScriptRefused>();
  private readonly waiting = new Set<() => void>();
  private readonly looks: NodeJS.Timeout;
  private home: string | undefined;
  private checked: Promise<Availability> | undefined;
  private started = 0;
  private stopped = false;

  constructor(private readonly options: ScriptRuntimeOptions) {
    this.looks = setInterval(() => this.stopIdle(), Math.max(10, options.idleMs / LOOKS)).unref();
  }

  /** Whether scripts can run on this machine, and if not why. */
  availability(): Promise<Availability> {
    return (this.checked ??= this.check());
  }

  private async check(): Promise<Availability> {
    const { binary } = this.options;
    const found = binary === undefined ? findBinary() : { path: binary };
    return 'reason' in found ? { available: false, ...found } : isAvailable(found.path);
  }

  /** The number of processes, for statistics. */
  get processes(): number {
    return this.running.size + this.leaving.size;
  }

  /** Rejects with a ScriptError. */
  async run(script: Script, request: ScriptRequest, limits: CallLimits): Promise<ScriptOutcome> {
    const giveUp = Date.now() + limits.deadlineMs;
    for (;;) {
      const process = await this.processFor(script, giveUp);
      // Others may have retired it to make room for theirs.
      if (process.retired) continue;
      const outcome = await process.call(request, limits);
      this.backOff.succeeded(script.id);
      return outcome;
    }
  }

  /** Kills all processes. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearInterval(this.looks);
    this.wake();
    const all = [...this.running.values(), ...this.leaving];
    await Promise.all(
      all.map(async ({ starting }) => {
        const process = await starting.catch(() => undefined);
        process?.kill('stopped');
        await process?.gone;
      }),
    );
    if (this.home !== undefined) rmSync(this.home, { recursive: true, force: true });
  }

  private async processFor(script: Script, giveUp: number): Promise<ScriptProcess> {
    const availability = await this.availability();
    for (;;) {
      if (!availability.available) throw new RuntimeUnavailable(availability.reason);
      if (this.stopped) throw new RuntimeUnavailable('the runtime has been stopped');
      const known = this.running.get(script.id);
      if (known) {
        const process = await known.starting;
        if (!process.retired) return process;
        this.leave(script.id, known);
        continue;
      }
      this.throwIfFailing(script.id);
      if (this.processes < this.options.mostProcesses) return this.start(script, availability.binary);
      await this.makeRoom(giveUp);
    }
  }

  /** A script that was refused is refused again, until it may be tried once more: the fault may be the machine's. */
  private throwIfFailing(id: string): void {
    const until = this.backOff.pausedUntil(id);
    if (until !== undefined) throw this.refusals.get(id) ?? new ScriptPaused(until);
    this.refusals.delete(id);
  }

  private start(script: Script, binary: string): Promise<ScriptProcess> {
    const slot = this.freeSlot();
    const running: Running = { slot, starting: this.begin(script, binary, slot) };
    this.running.set(script.id, running);
    running.starting.then(
      (process) => {
        running.process = process;
        void process.gone.then(() => {
          if (process.faulty) this.backOff.failed(script.id);
          this.forget(script.id, running);
        });
      },
      (error: unknown) => {
        if (error instanceof ScriptError && !(error instanceof RuntimeUnavailable)) this.failed(script.id, error);
        this.forget(script.id, running);
      },
    );
    return running.starting;
  }

  private async begin({ id, source }: Script, binary: string, slot: number): Promise<ScriptProcess> {
    const { memoryMb, startMs = START_MS, egress, log } = this.options;
    const text = await source();
    this.home ??= makeHome(this.options.folder);
    this.started += 1;
    const folder = join(this.home, String(this.started % 1_000_000));
    const onIdle = (): void => this.wake();
    const options = { scriptId: id, binary, folder, memoryMb, startMs, account: accountOf(slot), egress, log, onIdle };
    return ScriptProcess.start(options, text);
  }

  private failed(id: string, error: ScriptError): void {
    this.backOff.failed(id);
    if (!(error instanceof ScriptRefused)) return;
    this.refusals.set(id, error);
    if (this.refusals.size > REFUSALS_KEPT) this.refusals.delete(this.refusals.keys().next().value!);
  }

  private freeSlot(): number {
    const taken = new Set([...this.running.values(), ...this.leaving].map(({ slot }) => slot));
    let slot = 0;
    while (taken.has(slot)) slot += 1;
    return slot;
  }

  /** Stops the process that has been idle the longest, and waits until a process ends or becomes idle. */
  private async makeRoom(giveUp: number): Promise<void> {
    const patience = giveUp - Date.now();
    if (patience <= 0) throw new RuntimeBusy('as many scripts as may run at once');
    if (this.leaving.size === 0) this.stopLeastRecentlyUsed();
    await new Promise<void>((resolve) => {
      const timer = setTimeout(() => go(), patience);
      const go = (): void => {
        clearTimeout(timer);
        this.waiting.delete(go);
        resolve();
      };
      this.waiting.add(go);
    });
  }

  private stopLeastRecentlyUsed(): void {
    const idle = this.idleProcesses().sort((a, b) => a.process.lastUsed - b.process.lastUsed)[0];
    if (idle) this.retire(idle);
  }

  private stopIdle(): void {
    const since = Date.now() - this.options.idleMs;
    for (const each of this.idleProcesses()) if (each.process.lastUsed < since) this.retire(each);
  }

  private idleProcesses(): { id: string; running: Running; process: ScriptProcess }[] {
    return [...this.running].flatMap(([id, running]) =>
      running.process?.idle ? [{ id, running, process: running.process }] : [],
    );
  }

  private retire({ id, running, process }: { id: string; running: Running; process: ScriptProcess }): void {
    process.retire();
    this.leave(id, running);
  }

  private leave(id: string, running: Running): void {
    if (this.running.get(id) !== running) return;
    this.running.delete(id);
    this.leaving.add(running);
  }

  private forget(id: string, running: Running): void {
    if (this.running.get(id) === running) this.running.delete(id);
    this.leaving.delete(running);
    this.wake();
  }

  private wake(): void {
    for (const go of [...this.waiting]) go();
  }
}
