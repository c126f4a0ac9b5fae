import { Injectable, Logger } from '@nestjs/common';
import { Dispatcher } from '#kernel/application/dispatcher';
import type { JobHandler } from '#kernel/application/jobs';
import { RunsJob } from '#kernel/application/reactions';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { processSpecification, SpecificationRefused } from '#openapi';
import { RenewOpenAPITexts } from '../application/renew-openapi-texts.js';

interface SpecToRead {
  organizationId: string;
  specId: string;
}

/** Processes the latest version of a specification again, as a migration asks for. */
@Injectable()
@RunsJob('publishing.write-openapi-texts')
export class WriteOpenAPITexts implements JobHandler<SpecToRead> {
  readonly #log = new Logger('OpenAPI specifications');

  constructor(
    private readonly sql: SqlQuery,
    private readonly dispatcher: Dispatcher,
  ) {}

  async run({ organizationId, specId }: SpecToRead, signal: AbortSignal): Promise<void> {
    const rows = await this.sql.rows<{ version: string; text: string }>(
      'openapi-spec.latest-parts',
      `select p.version_id as version, p.text from publishing.openapi_spec s
       join publishing.openapi_part p on p.organization_id = s.organization_id and p.spec_id = s.id
         and p.version_id = s.last_version_id and p.kind = 'content'
       where s.organization_id = $1 and s.id = $2 order by p.seq`,
      [organizationId, specId],
    );
    const [first] = rows;
    if (!first) return;
    const text = rows.map((row) => row.text).join('');
    try {
      const result = await processSpecification({ text }, () => Promise.reject(new Error('nothing is loaded again')));
      signal.throwIfAborted();
      await this.dispatcher.run(new RenewOpenAPITexts(organizationId, specId, first.version, result));
    } catch (error) {
      if (!(error instanceof SpecificationRefused)) throw error;
      this.#log.warn(`The specification ${specId} was not processed again: ${error.message}`);
    }
  }
}
