import { Injectable } from '@nestjs/common';
import { SiteHosts } from '#kernel/application/site-hosts';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { Notifications } from '#kernel/infrastructure/events/notifications';
import { CHANGED_CHANNEL } from '#kernel/infrastructure/requests/heard-records';
import { Settings } from '#kernel/infrastructure/settings';
import { ADDRESSES_RECORD, SITE_ADDRESSES } from '../../sites/infrastructure/reading.js';

/** Hosts that one process knows; further ones are not served. */
const MOST_HOSTS = 200_000;

/** The host names of all sites, in memory: read when the process starts to hear notices, and again with each notice. */
@Injectable()
export class KnownSiteHosts extends SiteHosts {
  readonly #own: ReadonlySet<string>;
  readonly #publicHost: string;
  #hosts: ReadonlySet<string> = new Set();
  #reading: Promise<void> | undefined;
  #isOutdated = false;

  constructor(
    private readonly sql: SqlQuery,
    notifications: Notifications,
    { sitesHost, publicUrl }: Settings,
  ) {
    super();
    this.#publicHost = new URL(publicUrl).hostname;
    this.#own = new Set([sitesHost]);
    notifications.on(CHANGED_CHANNEL, (record) => {
      if (record === ADDRESSES_RECORD) this.#read();
    });
    notifications.onGap(() => this.#read());
  }

  has(host: string): boolean {
    return host !== this.#publicHost && (this.#hosts.has(host) || this.#own.has(host));
  }

  /** Notices that come while hosts are read make it read once more. */
  #read(): void {
    this.#isOutdated = true;
    this.#reading ??= this.#readAll().finally(() => (this.#reading = undefined));
  }

  async #readAll(): Promise<void> {
    while (this.#isOutdated) {
      this.#isOutdated = false;
      try {
        const rows = await this.sql.rows<{ host: string }>(
          'site.hosts',
          `select distinct a.host from ${SITE_ADDRESSES} a where a.host <> '' limit ${MOST_HOSTS}`,
          [],
        );
        this.#hosts = new Set(rows.map(({ host }) => host));
      } catch {
        // The connection is down: it is read again when notices are heard again.
      }
    }
  }
}
