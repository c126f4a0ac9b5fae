import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { NotAudited } from '#kernel/application/audits';
import { Jobs } from '#kernel/application/jobs';
import { Clock } from '#kernel/domain/clock';
import { TooManyRequests } from '#kernel/domain/errors';
import { Command } from '#kernel/domain/messages';
import { MOST_WAITING, PRINT_ATTEMPTS, PRINT_QUEUE, Prints, type PrintOrder } from '../domain/prints.js';

/** The job that prints. */
export const PRINT_JOB = 'content.print';

/** Has a PDF made after the answer, unless there is one of the same content, or one is on its way. */
@NotAudited('a printed copy changes nothing for others')
export class OrderPrint extends Command<void> {
  constructor(readonly order: PrintOrder) {
    super();
  }
}

@CommandHandler(OrderPrint)
export class OrderPrintHandler implements ICommandHandler<OrderPrint> {
  constructor(
    private readonly prints: Prints,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
  ) {}

  async execute({ order }: OrderPrint): Promise<void> {
    const { organizationId, key } = order;
    const waiting = await this.prints.waiting(organizationId);
    if (!(await this.prints.order(order, this.clock.now()))) return;
    if (waiting >= MOST_WAITING) throw new TooManyRequests(`${waiting} PDFs are being made already: ask again later`);
    const options = {
      queue: PRINT_QUEUE,
      key: `${PRINT_JOB}:${organizationId}:${key}`,
      maxAttempts: PRINT_ATTEMPTS,
      // Organizations take turns: however many PDFs one of them has waiting, another's first is made before its second.
      priority: waiting,
    };
    await this.jobs.enqueue(PRINT_JOB, { organizationId, key }, options);
  }
}
