/** A task did not finish: it took too long or too much memory, or its process ended. Other tasks go on. */
export class TaskFailed extends Error {
  override readonly name = 'TaskFailed';
  constructor(
    readonly reason: 'time' | 'memory' | 'end',
    options?: ErrorOptions,
  ) {
    super(REASONS[reason], options);
  }
}

const REASONS = {
  time: 'It takes too long',
  memory: 'It takes too much memory',
  end: 'The process ended before the work did',
};

/** A task refused its input. */
export class TaskRefused extends Error {
  override readonly name = 'TaskRefused';
}
