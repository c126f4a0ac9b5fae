import { Jobs, type JobOptions } from '../../application/jobs.js';
import type { Json } from '../../domain/canonical-json.js';
import type { JobWriter } from './job-writer.js';

/** Enqueues jobs for handlers. */
export class QueuedJobs extends Jobs {
  constructor(private readonly writer: JobWriter) {
    super();
  }

  enqueue(name: string, payload: { [key: string]: Json }, options: JobOptions = {}): Promise<void> {
    return this.writer.add([{ name, payload: JSON.stringify(payload), ...options }]);
  }
}
