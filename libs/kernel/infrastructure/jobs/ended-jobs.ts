import { channel } from 'node:diagnostics_channel';

/** A job that this process has run. */
export interface EndedJob {
  name: string;
  seconds: number;
  failed: boolean;
}

/** Each run of a job that has ended, for those who measure; it costs nothing without a subscriber. */
export const endedJobs = channel('quire.job');
