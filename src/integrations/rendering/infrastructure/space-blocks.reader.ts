import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Dispatcher } from '#kernel/application/dispatcher';
import { NotFound } from '#kernel/domain/errors';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { GetSpace } from '#content';
import { INSTALLATIONS, TARGET_INSTALLATIONS } from '../../installations/infrastructure/reading.js';
import { DECLARED_COMPONENTS } from '../../integrations/infrastructure/reading.js';
import { ListSpaceBlocks } from '../application/render.queries.js';
import type { IntegrationBlocksView } from '../application/rendering.view.js';

@QueryHandler(ListSpaceBlocks)
export class ListSpaceBlocksHandler implements IQueryHandler<ListSpaceBlocks> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly dispatcher: Dispatcher,
  ) {}

  async execute({ caller, spaceId }: ListSpaceBlocks): Promise<IntegrationBlocksView[]> {
    const space = await this.dispatcher.ask(new GetSpace(caller, spaceId));
    if (space.deletedAt !== undefined) throw new NotFound('Space not found');
    return this.sql.rows<IntegrationBlocksView & {}>(
      'rendering.blocks-of-space',
      `select i.name, i.blocks from ${DECLARED_COMPONENTS} i
       join ${INSTALLATIONS} n on n.integration_id = i.id
       left join ${TARGET_INSTALLATIONS} t on t.organization_id = n.organization_id and t.installation_id = n.id
         and t.kind = 'space' and t.target_id = $2
       where n.organization_id = $1 and n.status = 'active' and i.blocks <> '[]'
         and (t.status = 'active' or t.target_id is null and n.space_selection = 'all') order by i.name`,
      [space.organization, spaceId],
    );
  }
}
