/** Whether this process can answer: database reachable and migrated. */
export abstract class Readiness {
  /** What is missing, in words; nothing when it is ready. */
  abstract missing(): Promise<string | undefined>;

  /** How many jobs are parked, as of a moment ago: nothing that keeps this process from answering. */
  abstract parkedJobs(): Promise<number>;
}
