import type { TargetKind } from '../../installations/domain/target-installation.js';

/** A header of requests that scripts send to this server: how many calls of scripts led to it, the sender's included. */
export const CALLS_HEADER = 'x-quire-script-calls';

/** Scripts that call one another, or themselves, by their public addresses are cut off here. */
export const MOST_CALLS = 8;

/** What a script is asked to do: an event, for the integration itself or for where it is installed. */
export interface ScriptCall {
  integrationId: string;
  /** Where it is installed; absent for what concerns the integration alone. */
  installation?: { id: string; organizationId: string } | undefined;
  /** The space or site, where it is about one. */
  target?: { kind: TargetKind; id: string } | undefined;
  /** With `type` and `eventId`. */
  event: Readonly<Record<string, unknown>>;
  /** The body of the request that the event `fetch` is about. */
  body?: Buffer | undefined;
  /** How many events caused one another before this one. */
  depth: number;
}

/** A line that a script wrote to its console. */
export interface ScriptLogEntry {
  level: 'debug' | 'info' | 'warn' | 'error';
  message: string;
  /** ISO 8601. */
  timestamp: string;
}

export interface ScriptReply {
  status: number;
  /** Names in lower case; repeated ones stay apart. */
  headers: readonly (readonly [name: string, value: string])[];
  body: Buffer;
  /** Everything that was logged, when the work that the script does after its answer has ended as well. */
  logs: Promise<readonly ScriptLogEntry[]>;
}

/** A script that gave no answer. */
export class ScriptFailed extends Error {
  override name = 'ScriptFailed';

  constructor(
    message: string,
    /** Whether the same call may succeed later. */
    readonly retryable: boolean,
    readonly logs: readonly ScriptLogEntry[] = [],
  ) {
    super(message);
  }
}

/** What an integration's calls need, read for many of them at once. */
export interface PreparedScripts {
  /** As `Scripts.run`, for one of the calls that were prepared. */
  run(call: ScriptCall): Promise<ScriptReply | undefined>;
}

/** Runs the scripts of integrations, each in a sandbox; in development mode the author's machine does it. */
export abstract class Scripts {
  /** Rejects with ScriptFailed. Undefined where the integration or the installation is not there any more. */
  abstract run(call: ScriptCall): Promise<ScriptReply | undefined>;
  /** Prepares calls of one integration that follow soon. */
  abstract prepare(integrationId: string, calls: readonly ScriptCall[]): Promise<PreparedScripts>;
}
