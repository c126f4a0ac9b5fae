import type { Readable } from 'node:stream';
import type { PktLines } from './pkt-lines.js';

export type GitService = 'git-upload-pack' | 'git-receive-pack';

/** One exchange with a Git service: it advertises its refs, Quire sends one body, it answers. */
export interface Conversation {
  /** The advertisement, refs first. */
  advertised: PktLines;
  /** Sends the body and gives the lines of the answer. Once per conversation. */
  answer(body: Readable, size: number): Promise<PktLines>;
  close(): Promise<void>;
}

/** Caps on one exchange. */
export interface ExchangeLimits {
  maxBytes: number;
  /** Ends the exchange; its reason is what readers see. */
  signal: AbortSignal;
  timeoutMs: number;
  /** A remote from which nothing comes for so long is given up. */
  silenceMs: number;
}

/** Opens exchanges with one repository. */
export type Converse = (service: GitService, limits: ExchangeLimits) => Promise<Conversation>;
