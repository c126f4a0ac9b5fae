import { Injectable } from '@nestjs/common';
import type { JobHandler } from '#kernel/application/jobs';
import { RunsJob } from '#kernel/application/reactions';
import { byOrganization } from '#kernel/domain/by-organization';
import { Clock } from '#kernel/domain/clock';
import { idAt } from '#kernel/domain/id';
import { UnitOfWork } from '#kernel/infrastructure/database/unit-of-work';
import { keptSince } from '#kernel/infrastructure/environment/retention';
import { Settings } from '#kernel/infrastructure/settings';
import { ThinnedHistory, type PlaceOfHistory } from './thinned-history.js';

/** Removes revisions that were replaced more than QUIRE_KEEP_HISTORY_DAYS ago and that nothing needs. Runs every night. */
@Injectable()
@RunsJob('content.thin-history', '37 2 * * *', { bounds: true })
export class ThinHistory implements JobHandler {
  constructor(
    private readonly history: ThinnedHistory,
    private readonly unitOfWork: UnitOfWork,
    private readonly settings: Settings,
    private readonly clock: Clock,
  ) {}

  async run(_payload: unknown, signal: AbortSignal): Promise<void> {
    const since = keptSince(this.settings.keep.historyDays, this.clock.now());
    if (!since) return;
    const before = idAt(since);
    let last: PlaceOfHistory | undefined = { organizationId: '', spaceId: '' };
    while (last) {
      const spaces: PlaceOfHistory[] = await this.history.after(last);
      for (const [organization, places] of byOrganization(spaces)) {
        signal.throwIfAborted();
        const ids = places.map(({ spaceId }) => spaceId);
        for (const space of await this.history.due(organization, ids, before)) await this.#thin(space, before, signal);
      }
      last = spaces.at(-1);
    }
  }

  async #thin(space: PlaceOfHistory, before: string, signal: AbortSignal): Promise<void> {
    const step = (): Promise<boolean> => this.unitOfWork.transaction(() => this.history.step(space, before));
    do signal.throwIfAborted();
    while (await step());
  }
}
