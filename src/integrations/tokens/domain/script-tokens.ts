/** Whom a token makes a script: an integration, or one installation of it. */
export interface ScriptIdentity {
  integrationId: string;
  /** The installation with its organization; absent for the integration itself. */
  installation?: { id: string; organizationId: string } | undefined;
  /** How many events caused one another before what the script does with the token. */
  depth: number;
}

/** How long a token is valid. */
export const TOKEN_MS = 3_600_000;

/** Short-lived tokens with which scripts call the API: signed, and stored nowhere. */
export abstract class ScriptTokens {
  abstract mint(identity: ScriptIdentity, now: Date): Promise<string>;
  /** Whose token it is; undefined for one that is not ours, was changed or has expired. */
  abstract read(token: string, now: Date): Promise<(ScriptIdentity & { until: Date }) | undefined>;
}
