import { Injectable, Logger } from '@nestjs/common';
import { Dispatcher } from '#kernel/application/dispatcher';
import type { JobHandler } from '#kernel/application/jobs';
import { ReactsTo, RunsJob } from '#kernel/application/reactions';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { SpaceContentUpdated } from '../../contract/events.js';
import { SpaceTranslator } from '../application/space-translator.js';
import { HEADS } from '../../revisions/infrastructure/reading.js';
import { FollowSource, RunAllTranslations } from '../application/translation.commands.js';
import { TRANSLATE, TRANSLATE_ALL } from '../domain/translate-job.js';

/** Runs a translation. Its record has the reason of a failure; unexpected errors are thrown, and so logged. */
@Injectable()
@RunsJob(TRANSLATE)
export class TranslateSpace implements JobHandler<{ id: string }> {
  readonly #log = new Logger('Translation');

  constructor(private readonly translator: SpaceTranslator) {}

  async run({ id }: { id: string }, signal: AbortSignal): Promise<void> {
    const reason = await this.translator.run(id, signal);
    if (reason !== undefined) this.#log.warn(`The translation ${id} was not made: ${reason}`);
  }
}

/** Has all translations of an organization run. */
@Injectable()
@RunsJob(TRANSLATE_ALL)
export class TranslateAll implements JobHandler<{ organizationId: string }> {
  constructor(private readonly dispatcher: Dispatcher) {}

  run({ organizationId }: { organizationId: string }): Promise<void> {
    return this.dispatcher.run(new RunAllTranslations(organizationId));
  }
}

/** What is translated from a space follows it. */
@Injectable()
@ReactsTo(SpaceContentUpdated, 'content.follow-translated-space', {
  key: ({ organization, space }) => `${organization}/${space}`,
  debounced: true,
})
export class FollowTranslatedSpace {
  constructor(
    private readonly dispatcher: Dispatcher,
    private readonly sql: SqlQuery,
  ) {}

  /** The revision is the one that is current by now. */
  async handle({ organization, space }: SpaceContentUpdated): Promise<void> {
    const head = await this.sql.row<{ revision: string }>(
      'translation.source-revision',
      `select revision_id as revision from ${HEADS} h where organization_id = $1 and space_id = $2`,
      [organization, space],
    );
    if (head) await this.dispatcher.run(new FollowSource(organization, space, head.revision));
  }
}
