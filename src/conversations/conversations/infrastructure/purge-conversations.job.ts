import { Injectable } from '@nestjs/common';
import { Dispatcher } from '#kernel/application/dispatcher';
import type { JobHandler } from '#kernel/application/jobs';
import { RunsJob } from '#kernel/application/reactions';
import { PurgeConversations } from '../application/conversation.commands.js';
import { ForgetModelAnswers } from '../application/model-answer.commands.js';

/** Deletes conversations that are older than their organizations keep them, and old answers of models, every night. */
@Injectable()
@RunsJob('conversations.purge-conversations', '7 2 * * *', { bounds: true })
export class PurgeConversationsJob implements JobHandler {
  constructor(private readonly dispatcher: Dispatcher) {}

  async run(_payload: unknown, signal: AbortSignal): Promise<void> {
    while ((await this.dispatcher.run(new PurgeConversations())) > 0) signal.throwIfAborted();
    await this.dispatcher.run(new ForgetModelAnswers());
  }
}
