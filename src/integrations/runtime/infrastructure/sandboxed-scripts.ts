import { join } from 'node:path';
import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { Outbound, OutboundError } from '#outbound';
import { Tracing, type NewSpan } from '#kernel/application/tracing';
import { Clock } from '#kernel/domain/clock';
import { Settings } from '#kernel/infrastructure/settings';
import {
  formOf,
  outboundEgress,
  ScriptError,
  ScriptRuntime,
  type Form,
  type LogEntry,
  type ScriptOutcome,
} from '#script-runtime';
import type { OrganizationView } from '#organization';
import {
  ScriptFailed,
  Scripts,
  type PreparedScripts,
  type ScriptCall,
  type ScriptLogEntry,
  type ScriptReply,
} from '../domain/scripts.js';
import { OwnApi } from './own-api.js';
import { TracedFetches } from './traced-fetches.js';
import { ScriptEnvironments, type ScriptEnvironment } from './script-environment.js';
import { placeOf, ScriptSubjects, type ScriptSubject } from './script-subjects.js';

/** Milliseconds for one event, the work that the script does after its answer included. */
export const DEADLINE_MS = 10_000;
/** Milliseconds for which what was read for prepared calls is used. */
const FRESH_MS = 1_000;
const MAX_RESPONSE_BYTES = 10_000_000;
const MOST_PROCESSES = 16;
const IDLE_MS = 300_000;
const MEMORY_MB = 128;
const LOGS = { lines: 200, characters: 64_000 };
/** The limits of one fetch of a script. */
const EGRESS = { timeoutMs: 30_000, maxRequestBytes: 50_000_000, maxResponseBytes: 50_000_000 };

/** Runs scripts in processes of workerd, or sends their events to a tunnel in development mode. */
@Injectable()
export class SandboxedScripts extends Scripts implements OnApplicationShutdown {
  readonly #logger = new Logger('Integrations');
  readonly #runtime: ScriptRuntime;
  readonly #fetches: TracedFetches;

  constructor(
    private readonly subjects: ScriptSubjects,
    private readonly environments: ScriptEnvironments,
    private readonly outbound: Outbound,
    private readonly clock: Clock,
    private readonly tracing: Tracing,
    api: OwnApi,
    settings: Settings,
  ) {
    super();
    this.#fetches = new TracedFetches(tracing);
    this.#runtime = new ScriptRuntime({
      folder: join(settings.dataDir, 'scripts'),
      mostProcesses: MOST_PROCESSES,
      idleMs: IDLE_MS,
      memoryMb: MEMORY_MB,
      egress: this.#fetches.traced(
        outboundEgress({ outbound, ...EGRESS, local: (url, { tag }) => api.serverOf(url, this.#fetches.depthOf(tag)) }),
      ),
      log: (message) => this.#logger.warn(message),
    });
  }

  async run(call: ScriptCall): Promise<ScriptReply | undefined> {
    return this.#answer(call, await this.subjects.of(call));
  }

  /** What was read is used for a second: calls may wait for slow ones. */
  async prepare(integrationId: string, calls: readonly ScriptCall[]): Promise<PreparedScripts> {
    const until = performance.now() + FRESH_MS;
    const subjects = await this.subjects.all(integrationId, calls);
    const [first] = subjects.values();
    const owner = first && (await this.environments.ownerOf(first));
    return {
      run: (call) =>
        performance.now() > until ? this.run(call) : this.#answer(call, subjects.get(placeOf(call)), owner),
    };
  }

  async #answer(
    call: ScriptCall,
    subject: ScriptSubject | undefined,
    owner?: OrganizationView,
  ): Promise<ScriptReply | undefined> {
    if (!subject || !(isThere(subject, call) || isFarewell(call))) return undefined;
    const environment = await this.environments.of(subject, call.depth, owner);
    const form = formOf({
      event: JSON.stringify(call.event),
      environment: JSON.stringify(environment),
      ...(call.body && { 'fetch-body': call.body }),
    });
    const tunnel = tunnelOf(subject);
    const run = (): Promise<ScriptReply> =>
      tunnel === undefined
        ? this.#inSandbox(subject, form, { depth: call.depth, mask: secretsIn(environment) })
        : this.#throughTunnel(tunnel, form);
    return this.tracing.active ? this.tracing.span(spanOf(subject, call), run) : run();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.#runtime.stop();
  }

  async #inSandbox(
    { integration }: ScriptSubject,
    form: Form,
    { depth, mask }: { depth: number; mask: readonly string[] },
  ): Promise<ScriptReply> {
    const { id, release } = integration;
    const source = (): Promise<string> => this.subjects.source(id, release);
    const call = this.#fetches.begin(depth);
    try {
      const outcome = await this.#runtime.run(
        { id: `${id}:${release}`, source },
        { path: '/v1', body: form.body, headers: { 'content-type': form.contentType } },
        { deadlineMs: DEADLINE_MS, maxResponseBytes: MAX_RESPONSE_BYTES, logs: LOGS, mask, tag: call.tag },
      );
      void outcome.settled.then(call.end);
      return replyOf(outcome);
    } catch (error) {
      call.end();
      if (!(error instanceof ScriptError)) throw error;
      throw new ScriptFailed(error.message, error.retryable, error.logs.map(toEntry));
    }
  }

  async #throughTunnel(tunnel: string, form: Form): Promise<ScriptReply> {
    try {
      const { status, headers, cookies, body } = await this.outbound.fetch(new URL('/v1', tunnel).href, {
        method: 'POST',
        headers: { 'content-type': form.contentType },
        body: form.body,
        maxBytes: MAX_RESPONSE_BYTES,
        timeoutMs: DEADLINE_MS,
        asIs: true,
      });
      const chunks: Buffer[] = [];
      for await (const chunk of body as AsyncIterable<Buffer>) chunks.push(chunk);
      // The body has been decoded.
      const kept = Object.entries(headers).filter(([name]) => name !== 'content-encoding' && name !== 'set-cookie');
      const answered = [...kept, ...cookies.map((cookie) => ['set-cookie', cookie] as const)];
      const message = `Sent to the tunnel of the development mode, ${new URL(tunnel).origin}, which answered ${status}`;
      const entry = { level: 'info', message, timestamp: this.clock.now().toISOString() } as const;
      return { status, headers: answered, body: Buffer.concat(chunks), logs: Promise.resolve([entry]) };
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      throw new ScriptFailed(`The tunnel of the development mode: ${error.message}`, true);
    }
  }
}

/** What ran, without anything of the event but its kind. */
function spanOf({ integration }: ScriptSubject, { event }: ScriptCall): NewSpan {
  const { type } = event;
  return {
    name: 'script',
    attributes: {
      'quire.integration.id': integration.id,
      'quire.integration.release': integration.release,
      ...(typeof type === 'string' && { 'quire.event.type': type }),
    },
  };
}

function replyOf({ status, headers, body, settled }: ScriptOutcome): ScriptReply {
  return { status, headers: [...headers], body, logs: settled.then(({ logs }) => logs.map(toEntry)) };
}

function toEntry({ level, message, timestamp }: LogEntry): ScriptLogEntry {
  return { level, message, timestamp: new Date(timestamp).toISOString() };
}

/** What a script must not write into its log, which those who publish it read: also what it has of installations. */
function secretsIn({ secrets, apiTokens, signingSecrets }: ScriptEnvironment): string[] {
  return [secrets, apiTokens, signingSecrets].flatMap((each) => Object.values(each) as string[]);
}

/** Whether the integration is published, and installed where the call is about an installation. */
function isThere({ integration, installation }: ScriptSubject, call: ScriptCall): boolean {
  return integration.published && (call.installation === undefined || installation !== null);
}

/** The events that tell a script of the end of an installation come when it is not there any more. */
function isFarewell({ event }: ScriptCall): boolean {
  return typeof event['type'] === 'string' && event['type'].endsWith('_deleted');
}

/** Where events go in development mode: those of the owner's organization, or of all. */
function tunnelOf({ integration, installation }: ScriptSubject): string | undefined {
  const { tunnelUrl, tunnelAll, organizationId } = integration;
  if (tunnelUrl === null) return undefined;
  return tunnelAll || !installation || installation.organizationId === organizationId ? tunnelUrl : undefined;
}
