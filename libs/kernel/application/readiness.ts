/** Whether this process can serve requests: database reachable and migrated. */
export abstract class Readiness {
  /** What is missing, in words; undefined when it is ready. */
  abstract missing(): Promise<string | undefined>;

  /** The recent number of parked jobs, which do not keep this process from serving requests. */
  abstract parkedJobs(): Promise<number>;
}
