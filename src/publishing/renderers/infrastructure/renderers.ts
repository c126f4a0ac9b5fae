import { createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Jobs, type JobHandler } from '#kernel/application/jobs';
import { RunsJob } from '#kernel/application/reactions';
import { Clock } from '#kernel/domain/clock';
import { UnitOfWork } from '#kernel/infrastructure/database/unit-of-work';
import { Settings } from '#kernel/infrastructure/settings';
import { GuardedOutbound } from '#outbound';
import { RendererCaches } from '../domain/renderer-caches.js';

const PURGE = 'publishing.purge-renderers';
const PATH = '/~gitbook/revalidate';
const ATTEMPTS = 12;
const TIMEOUT_MS = 15_000;
const MAX_BYTES = 1_000_000;
const MINUTE_MS = 60_000;

/** The data of a job: the outdated cache tags, and the renderer to notify. */
interface Purge {
  url: string;
  tags: string[];
}

/** The renderers of published sites, which cache what they read under tags until they are notified. */
@Injectable()
export class Renderers extends RendererCaches {
  constructor(
    private readonly jobs: Jobs,
    private readonly settings: Settings,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {
    super();
  }

  get present(): boolean {
    return this.settings.renderers !== undefined;
  }

  /** Notifies every renderer by a job of its own; a notification that is waiting already is not queued twice. */
  async purge(...tags: string[]): Promise<void> {
    await this.#notify(tags, tags.join(), {});
  }

  async purgeLater(tag: string): Promise<void> {
    const minute = Math.floor(this.clock.now().getTime() / MINUTE_MS) + 2;
    await this.#notify([tag], `${tag} ${minute}`, { runAt: new Date(minute * MINUTE_MS) });
  }

  async #notify(tags: string[], key: string, options: { runAt?: Date }): Promise<void> {
    await this.unitOfWork.transaction(async () => {
      for (const url of this.settings.renderers?.urls ?? []) {
        const job = { key: `${PURGE} ${url} ${key}`, maxAttempts: ATTEMPTS, ...options };
        await this.jobs.enqueue(PURGE, { url, tags }, job);
      }
    });
  }
}

/** Notifies one renderer, signed with the shared secret; retried if the request fails. */
@Injectable()
@RunsJob(PURGE)
export class PurgeRenderers implements JobHandler<Purge> {
  constructor(private readonly settings: Settings) {}

  async run({ url, tags }: Purge): Promise<void> {
    const { renderers } = this.settings;
    // A renderer that was removed from the settings is not notified.
    if (!renderers?.urls.includes(url)) return;
    const body = JSON.stringify({ tags });
    const signature = createHmac('sha256', renderers.secret).update(body).digest('hex');
    // The operator configures the addresses of renderers, which may be in the server's own network.
    const outbound = new GuardedOutbound({ allow: [new URL(url).hostname] });
    try {
      const answer = await outbound.fetch(url + PATH, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-gitbook-signature': signature },
        body,
        maxBytes: MAX_BYTES,
        timeoutMs: TIMEOUT_MS,
        maxRedirects: 0,
      });
      answer.body.destroy();
    } finally {
      await outbound.close();
    }
  }
}
