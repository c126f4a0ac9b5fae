import type { Outbound } from '#outbound';
import type { SourceLimits } from '../../domain/import/sources.js';
import type { SshSettings } from './ssh-conversation.js';

/** How repositories are reached, and where what comes is kept. */
export interface GitSettings {
  outbound: Outbound;
  /** Where packs are kept while they are read; made if missing. */
  tempFolder: string;
  ssh: SshSettings;
  /** Folders below which file:// repositories may be read and written; none unless given. */
  fileRoots?: readonly string[];
  limits?: SourceLimits;
  /** For one whole exchange; ten minutes unless given. */
  timeoutMs?: number;
  /** For a silent remote; a minute unless given. */
  silenceMs?: number;
}
