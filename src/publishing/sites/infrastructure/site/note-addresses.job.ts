import { Injectable } from '@nestjs/common';
import { Dispatcher } from '#kernel/application/dispatcher';
import type { JobHandler } from '#kernel/application/jobs';
import { RunsJob } from '#kernel/application/reactions';
import { UnitOfWork } from '#kernel/infrastructure/database/unit-of-work';
import { RecordPublishedSpaces } from '#content';
import { SitesHost } from '../../domain/site/addresses.js';
import { publishedSpaces } from '../../domain/site/published-spaces.js';
import { Sites } from '../../domain/site/sites.js';

/** Organizations that are looked up at once. */
const AT_ONCE = 500;

/**
 * Content keeps where its spaces are published, and the settings of the server decide that for sites without a host name
 * of their own. Settings change when a process starts, so each process reports these addresses again, once; Content
 * writes those that differ. Two statements for each organization with such sites.
 */
@Injectable()
@RunsJob('publishing.note-addresses', '* * * * *')
export class NoteAddressesJob implements JobHandler {
  #isDone = false;

  constructor(
    private readonly sites: Sites,
    private readonly host: SitesHost,
    private readonly dispatcher: Dispatcher,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  async run(_payload: unknown, signal: AbortSignal): Promise<void> {
    if (this.#isDone) return;
    let after = '';
    for (;;) {
      const organizations = await this.sites.organizationsByDefaultAddress(after, AT_ONCE);
      for (const organizationId of organizations) {
        signal.throwIfAborted();
        await this.#note(organizationId);
      }
      const last = organizations.at(-1);
      if (last === undefined) break;
      after = last;
    }
    this.#isDone = true;
  }

  #note(organizationId: string): Promise<void> {
    return this.unitOfWork.transaction(async () => {
      const live = await this.sites.heldLive(organizationId);
      const spaces = new Set(live.flatMap(({ structure }) => structure.siteSpaces.map(({ space }) => space)));
      const published = publishedSpaces([...spaces], live, this.host);
      await this.dispatcher.run(new RecordPublishedSpaces(organizationId, published));
    });
  }
}
