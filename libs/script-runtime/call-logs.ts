export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

/** One message that a script wrote to its console. */
export interface LogEntry {
  level: LogLevel;
  message: string;
  timestamp: Date;
}

export interface LogLimits {
  lines: number;
  /** UTF-16 units of all messages together. */
  characters: number;
}

/** UTF-16 units of one message. */
const LONGEST_MESSAGE = 8_000;
const MASK = '***';
/** Shorter secrets are left: they also appear in ordinary text, of which little would be left. */
export const LEAST_MASKED = 4;
/** The same for the lines of a secret. */
const LEAST_MASKED_LINE = 8;

/** What one call wrote to its console: at most so much, and without the secrets of the call. */
export class CallLogs {
  private readonly entries: LogEntry[] = [];
  private readonly secrets: readonly string[];
  private left: LogLimits;
  private full = false;

  constructor(limits: LogLimits, secrets: readonly string[]) {
    this.left = { ...limits };
    this.secrets = formsOf(secrets);
  }

  /** `cut`: the message is only the beginning of a longer one. */
  add(level: LogLevel, message: string, cut: boolean): void {
    if (this.full) return;
    const timestamp = new Date();
    if (this.left.lines <= 0 || this.left.characters <= 0) {
      this.full = true;
      this.entries.push({ level: 'warn', message: 'More was written than is kept', timestamp });
      return;
    }
    const masked = cut ? this.withoutBrokenSecret(this.mask(message)) : this.mask(message);
    const most = Math.min(LONGEST_MESSAGE, this.left.characters);
    const kept = masked.length > most || cut ? `${masked.slice(0, most)}…` : masked;
    this.left = { lines: this.left.lines - 1, characters: this.left.characters - kept.length };
    this.entries.push({ level, message: kept, timestamp });
  }

  get all(): readonly LogEntry[] {
    return [...this.entries];
  }

  private mask(message: string): string {
    return this.secrets.reduce((text, secret) => text.replaceAll(secret, MASK), message);
  }

  /** The end of a message that was cut may be the beginning of a secret, which would not be recognized. */
  private withoutBrokenSecret(message: string): string {
    const longest = this.secrets[0]?.length ?? 0;
    return longest === 0 ? message : message.slice(0, -longest);
  }
}

/** Secrets as they may appear in a message, the longest first: as they are, in JSON, in URLs, and each line of them. */
function formsOf(secrets: readonly string[]): string[] {
  const masked = secrets.filter((secret) => secret.length >= LEAST_MASKED);
  const forms = masked.flatMap((secret) => [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(Buffer.from(secret).toString()),
    ...secret.split('\n').filter((line) => line.length >= LEAST_MASKED_LINE),
  ]);
  return [...new Set(forms)].sort((a, b) => b.length - a.length);
}
