import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { Injectable, Logger } from '@nestjs/common';
import { ExportStore } from '#kernel/application/export-store';
import type { JobHandler } from '#kernel/application/jobs';
import { RunsJob } from '#kernel/application/reactions';
import { Clock } from '#kernel/domain/clock';
import { newId } from '#kernel/domain/id';
import { UnitOfWork } from '#kernel/infrastructure/database/unit-of-work';
import { keptSince } from '#kernel/infrastructure/environment/retention';
import { Settings } from '#kernel/infrastructure/settings';
import { AuditExportStore, EntriesGone } from './audit-exports.store.js';

/** Most entries of a file. */
const BATCH = 2_000;
/** Entries wait this long beyond their time, so that an organization with few has a file a month and not one a day. */
const TOGETHER_DAYS = 30;

const compress = promisify(gzip);
const decompress = promisify(gunzip);

/**
 * Moves entries of the audit trail that are older than QUIRE_KEEP_AUDIT_DAYS from the table into files: JSON Lines, the
 * first of which describes the file, compressed by gzip. A file is stored and read back; one transaction then records it
 * and deletes its entries. A process that is killed before leaves a file that nothing names, and another attempt writes
 * one of its own: each has its id within, so that no two are the same.
 */
@Injectable()
@RunsJob('organization.export-audit', '13 4 * * *', { bounds: true })
export class ExportAuditJob implements JobHandler {
  readonly #logger = new Logger('Retention');

  constructor(
    private readonly exports: AuditExportStore,
    private readonly files: ExportStore,
    private readonly unitOfWork: UnitOfWork,
    private readonly settings: Settings,
    private readonly clock: Clock,
  ) {}

  async run(_payload: unknown, signal: AbortSignal): Promise<void> {
    const { auditDays } = this.settings.keep;
    if (auditDays === undefined) return;
    const now = this.clock.now();
    for (let after = ''; ;) {
      const organizations = await this.exports.organizations(after);
      const last = organizations.at(-1);
      if (last === undefined) return;
      const due = await this.exports.withEntriesBefore(organizations, keptSince(auditDays + TOGETHER_DAYS, now));
      for (const organizationId of due) await this.#export(organizationId, keptSince(auditDays, now), signal);
      after = last;
    }
  }

  async #export(organizationId: string, before: Date, signal: AbortSignal): Promise<void> {
    for (;;) {
      signal.throwIfAborted();
      const entries = await this.exports.oldest(organizationId, before, BATCH);
      if (entries.length === 0) return;
      try {
        await this.#move(organizationId, entries);
      } catch (error) {
        if (!(error instanceof EntriesGone)) throw error;
        // Another process is at it.
        return this.#logger.warn(`${organizationId}: ${error.message}`);
      }
    }
  }

  async #move(organizationId: string, entries: readonly { id: string; line: string }[]): Promise<void> {
    const id = newId(this.clock.now().getTime());
    const head = { object: 'audit-export', format: 1, id, organization: organizationId, entries: entries.length };
    const text = Buffer.from(`${[JSON.stringify(head), ...entries.map(({ line }) => line)].join('\n')}\n`);
    const bytes = await compress(text);
    const sha256 = await this.files.put(organizationId, bytes);
    const read = await decompress(await this.files.read(organizationId, sha256));
    if (!read.equals(text)) throw new Error(`The file ${sha256} has other bytes than were stored`);
    const ids = entries.map((entry) => entry.id);
    const made = { organizationId, id, sha256, size: bytes.length, ids };
    await this.unitOfWork.transaction(() => this.exports.replace(made));
    this.#logger.log(`${entries.length} entries of the audit trail of ${organizationId} are in the file ${sha256}`);
  }
}
