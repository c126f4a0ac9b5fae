import { Injectable } from '@nestjs/common';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { ShowsOpenAPISpec, type ShownSpaces } from '../../contract/shown-spaces.js';
import { targetOfSpec } from '../../revisions/domain/page/stored-links.js';
import { ConditionalPages } from '../../revisions/infrastructure/page/conditional-pages.js';
import { LIVE_TARGETS } from '../../revisions/infrastructure/reading.js';

/** Which OpenAPI specifications pages show, found by the index of what they lead to. */
@Injectable()
export class ShownSpecs {
  constructor(
    private readonly sql: SqlQuery,
    private readonly pages: ConditionalPages,
  ) {}

  async have(shown: ShownSpaces, spec: string): Promise<boolean> {
    const hidden = await this.pages.hiddenFrom(shown);
    const rows = await this.sql.rows(
      'shown-specs.have',
      `select from ${LIVE_TARGETS} l where organization_id = $1 and space_id = any($2) and targets && array[$3]
         and (kind <> 'page' or space_id || '/' || item_id <> all($4::text[])) limit 1`,
      [shown.organizationId, shown.spaceIds, targetOfSpec(spec), hidden],
    );
    return rows.length > 0;
  }
}

@QueryHandler(ShowsOpenAPISpec)
export class ShowsOpenAPISpecHandler implements IQueryHandler<ShowsOpenAPISpec> {
  constructor(private readonly specs: ShownSpecs) {}

  execute({ shown, spec }: ShowsOpenAPISpec): Promise<boolean> {
    return this.specs.have(shown, spec);
  }
}
