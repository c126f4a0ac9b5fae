import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Caller } from '#kernel/application/caller';
import { Dispatcher } from '#kernel/application/dispatcher';
import { CurrentCaller } from '#kernel/interface/current-caller';
import { Needs } from '#kernel/interface/needs';
import { ForScripts } from '#kernel/interface/route-flags';
import { QueueTask } from '../application/event.commands.js';
import { IntegrationTaskBody } from './task.body.js';

@ApiTags('integration events')
@ApiBearerAuth()
@Controller('v1/integrations/:integrationName/tasks')
export class IntegrationTasksController {
  constructor(private readonly dispatcher: Dispatcher) {}

  /** Queues a task: an event that the script of the integration receives when it is due. */
  @Post()
  @HttpCode(204)
  @ForScripts()
  @Needs('organization', 'admin', 'Only the script of the integration queues tasks.')
  @ApiOperation({ operationId: 'queueIntegrationTask' })
  async queue(
    @CurrentCaller() caller: Caller,
    @Param('integrationName') name: string,
    @Body() { task, schedule = 0 }: IntegrationTaskBody,
  ): Promise<void> {
    await this.dispatcher.run(new QueueTask(caller, name, task, schedule));
  }
}
