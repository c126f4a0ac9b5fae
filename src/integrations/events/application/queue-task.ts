import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel/domain/clock';
import { Conflict, Forbidden, NotFound } from '#kernel/domain/errors';
import { mayKnow } from '../../integrations/domain/integration.policy.js';
import { Integrations } from '../../integrations/domain/integrations.js';
import { DeliveredEvent, depthOfTask, MOST_DEPTH, MOST_TASKS } from '../domain/delivered-event.js';
import { DeliveredEvents } from '../domain/delivered-events.js';
import { QueueTask } from './event.commands.js';

@CommandHandler(QueueTask)
export class QueueTaskHandler implements ICommandHandler<QueueTask> {
  constructor(
    private readonly integrations: Integrations,
    private readonly events: DeliveredEvents,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, name, task, delay }: QueueTask): Promise<void> {
    const { script } = caller;
    const integration = await this.integrations.named(name);
    if (!integration || (script?.integrationId !== integration.id && !mayKnow(caller, integration.snapshot())))
      throw new NotFound('Integration not found');
    if (script?.integrationId !== integration.id)
      throw new Forbidden('Only the script of the integration queues tasks');
    const depth = depthOfTask(script.depth, delay);
    if (depth > MOST_DEPTH) throw new Conflict('Tasks that queue one another at once have come to an end');
    if ((await this.events.waitingTasks(integration.id)) >= MOST_TASKS)
      throw new Conflict(`At most ${MOST_TASKS} tasks of an integration wait at a time`);
    const now = this.clock.now();
    const event = DeliveredEvent.create(
      {
        organizationId: script.installation?.organizationId ?? integration.organizationId,
        integrationId: integration.id,
        installationId: script.installation?.id,
        type: 'task',
        payload: { task },
        depth,
        dueAt: new Date(now.getTime() + delay * 1000),
      },
      now,
    );
    await this.events.add([event]);
  }
}
