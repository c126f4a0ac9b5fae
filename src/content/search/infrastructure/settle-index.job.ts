import { Injectable } from '@nestjs/common';
import type { JobHandler } from '#kernel/application/jobs';
import { RunsJob } from '#kernel/application/reactions';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';

/** Sorts in what waits to be sorted into the index of terms: every search would read through it until more is written. */
@Injectable()
@RunsJob('content.settle-search-index', '*/5 * * * *')
export class SettleIndex implements JobHandler {
  constructor(private readonly sql: SqlQuery) {}

  async run(): Promise<void> {
    await this.sql.rows('index.settle', `select gin_clean_pending_list('content.search_passage_terms')`);
  }
}
