import type { ChildProcess } from 'node:child_process';
import { rmSync } from 'node:fs';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { Call, type CallLimits, type ScriptOutcome } from './call.js';
import type { EgressHandler } from './egress.js';
import { EgressServer } from './egress-server.js';
import { RuntimeBusy, ScriptCrashed, ScriptError, ScriptTimeout, ScriptTooLarge, type CrashReason } from './errors.js';
import { exchange, type ScriptRequest } from './exchange.js';
import { EGRESS_SOCKET, SCRIPT_SOCKET, writeFiles } from './files.js';
import { launch, type Launch } from './launch.js';
import { readLines } from './lines.js';
import { awaitStart } from './starting.js';
import { CALL_HEADER } from './wrapper.js';

const NICE = 10;
/** How long a process that isn't stuck may take to answer a ping on a busy machine. */
const PING_MS = 1_000;
const CALLS_AT_ONCE = 100;
/** Characters of output for each call; the wrapper writes less. */
const OUTPUT_OF_A_CALL = 4_000_000;
const ERRORS_KEPT = 4_000;
/** What V8 and the allocator write when they get no more. */
const NO_MEMORY = /heap limit|out of memory|cannot allocate memory/i;

export interface ProcessOptions extends Launch {
  scriptId: string;
  startMs: number;
  egress: EgressHandler;
  log: (message: string) => void;
  /** Called when no call is left. */
  onIdle: () => void;
}

/** workerd with one script. */
export class ScriptProcess {
  /** Resolves when the process and all that belongs to it are gone. */
  readonly gone: Promise<void>;
  lastUsed = Date.now();
  /** Takes no new calls, and is killed after those that it has. */
  retired = false;
  private readonly socketPath: string;
  private errors = '';
  private outOfMemory = false;
  private outputLeft = OUTPUT_OF_A_CALL;
  private killedFor: CrashReason | undefined;
  private checking = false;
  private ended = false;

  private constructor(
    private readonly options: ProcessOptions,
    private readonly child: ChildProcess,
    egress: EgressServer,
    private readonly calls: Map<string, Call>,
  ) {
    this.socketPath = join(options.folder, SCRIPT_SOCKET);
    readLines(child.stdout!, (line) => this.takeLine(line));
    child.stderr!.on('data', (chunk: Buffer) => this.takeErrors(chunk.toString()));
    child.stdin!.on('error', () => undefined);
    // Ends the subshell that waits for it.
    child.once('exit', () => child.stdin!.destroy());
    this.gone = new Promise((resolve) => {
      const end = (): void => {
        this.ended = true;
        this.retired = true;
        this.failAll(new ScriptCrashed(this.reasonOfEnd()));
        egress.close();
        rmSync(options.folder, { recursive: true, force: true });
        resolve();
      };
      child.once('close', end);
      // It could not be started at all.
      child.once('error', () => child.pid === undefined && end());
    });
  }

  static async start(options: ProcessOptions, source: string): Promise<ScriptProcess> {
    writeFiles(options.folder, source, options.memoryMb, options.account);
    const calls = new Map<string, Call>();
    const egress = new EgressServer({
      path: join(options.folder, EGRESS_SOCKET),
      scriptId: options.scriptId,
      account: options.account,
      tagOf: (call) => calls.get(call)?.limits.tag,
      handler: options.egress,
      log: options.log,
    });
    await egress.listen();
    const process = new ScriptProcess(options, launch(options), egress, calls);
    try {
      process.beNice();
      const control = process.child.stdio[3] as Readable;
      await awaitStart(process.child, control, options.startMs, () => process.errors);
      return process;
    } catch (error) {
      process.kill('crashed');
      await process.gone;
      throw error;
    }
  }

  /** Whether it ended, or was killed, through a fault of the script. */
  get faulty(): boolean {
    return this.ended && this.killedFor !== 'stopped';
  }

  get idle(): boolean {
    return this.calls.size === 0;
  }

  async call(request: ScriptRequest, limits: CallLimits): Promise<ScriptOutcome> {
    if (this.calls.size >= CALLS_AT_ONCE) throw new RuntimeBusy('calls of this script');
    const call = new Call(limits);
    this.outputLeft = OUTPUT_OF_A_CALL + (this.idle ? 0 : this.outputLeft);
    this.calls.set(call.id, call);
    const deadline = setTimeout(() => void this.overdue(call), limits.deadlineMs);
    void call.ended.then(() => clearTimeout(deadline));
    try {
      const headers = { ...request.headers, [CALL_HEADER]: call.id };
      const answer = await exchange(this.socketPath, { ...request, headers }, limits.maxResponseBytes, call.signal);
      await call.answered;
      const settled = call.ended.then((complete) => ({ complete, logs: this.leave(call) }));
      return { ...answer, logs: call.logs.all, settled };
    } catch (error) {
      const failure = await this.failureOf(call, error);
      call.fail(failure);
      failure.logs = this.leave(call);
      throw failure;
    }
  }

  /** Takes no new calls from now on. */
  retire(): void {
    this.retired = true;
    if (this.idle && !this.checking) this.kill('stopped');
  }

  kill(reason: CrashReason): void {
    this.retired = true;
    this.killedFor ??= reason;
    try {
      if (this.child.pid !== undefined) process.kill(-this.child.pid, 'SIGKILL');
    } catch {
      // It has ended already.
    }
  }

  private beNice(): void {
    try {
      if (this.child.pid !== undefined) setPriority(this.child.pid, NICE);
    } catch {
      // It has ended already, which is noticed elsewhere.
    }
  }

  /** The call is failed, and whether it holds up others is found out. What it left running ends with the process. */
  private async overdue(call: Call): Promise<void> {
    call.fail(new ScriptTimeout(call.limits.deadlineMs));
    this.retired = true;
    this.checking = true;
    if (!(await this.responds())) this.kill('stuck');
    this.checking = false;
    if (this.idle) this.kill('stopped');
  }

  private async responds(): Promise<boolean> {
    try {
      await exchange(this.socketPath, { method: 'GET', path: '/' }, 0, AbortSignal.timeout(PING_MS));
      return true;
    } catch {
      return false;
    }
  }

  private leave(call: Call): Call['logs']['all'] {
    this.calls.delete(call.id);
    this.lastUsed = Date.now();
    if (this.retired) this.retire();
    if (this.idle) this.options.onIdle();
    return call.logs.all;
  }

  private async failureOf(call: Call, error: unknown): Promise<ScriptError> {
    const known = call.signal.aborted ? (call.signal.reason as unknown) : error;
    if (known instanceof ScriptError) return known;
    // The end of a connection is often seen before that of the process.
    const ended = await Promise.race([this.gone.then(() => true), sleep(PING_MS, false, { ref: false })]);
    return new ScriptCrashed(ended ? this.reasonOfEnd() : 'broken');
  }

  private reasonOfEnd(): CrashReason {
    return this.killedFor ?? (this.outOfMemory ? 'memory' : 'crashed');
  }

  private failAll(error: ScriptError): void {
    for (const call of this.calls.values()) call.fail(error);
  }

  private takeLine(line: string): void {
    this.countOutput(line.length);
    const space = line.indexOf(' ');
    const call = space < 0 ? undefined : this.calls.get(line.slice(0, space));
    if (call) call.report(line.slice(space + 1));
  }

  private takeErrors(text: string): void {
    this.countOutput(text.length);
    this.errors = (this.errors + text).slice(-ERRORS_KEPT);
    this.outOfMemory ||= NO_MEMORY.test(this.errors);
  }

  private countOutput(length: number): void {
    this.outputLeft -= length;
    if (this.outputLeft >= 0 || this.killedFor !== undefined) return;
    this.failAll(new ScriptTooLarge(OUTPUT_OF_A_CALL));
    this.kill('crashed');
  }
}
