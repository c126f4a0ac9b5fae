import { NODATA, NOTFOUND } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { Injectable } from '@nestjs/common';
import { Unavailable } from '#kernel/domain/errors';
import { Settings } from '#kernel/infrastructure/settings';
import type { DomainRecords } from '../domain/email-domains.js';

const TIMEOUT_MS = 2_000;
const TRIES = 2;
/** No domain has more; what is beyond is ignored. */
const MOST_TEXTS = 100;

/** Asks the DNS servers of the settings, or those of the system, and takes at most four seconds for each. */
@Injectable()
export class DnsRecords implements DomainRecords {
  constructor(private readonly settings: Settings) {}

  async textsOf(name: string): Promise<string[]> {
    const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
    const { dnsServers } = this.settings;
    if (dnsServers.length > 0) resolver.setServers([...dnsServers]);
    try {
      const records = await resolver.resolveTxt(name);
      return records.slice(0, MOST_TEXTS).map((parts) => parts.join(''));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === NOTFOUND || code === NODATA) return [];
      throw new Unavailable(`The DNS did not answer for ${name}`, { cause: error });
    }
  }
}
