import { Injectable } from '@nestjs/common';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { Settings } from '#kernel/infrastructure/settings';
import type { VersionContextView } from '../application/link.view.js';
import {
  CHANGE_REQUEST_COLUMNS,
  ChangeRequestViews,
  type ChangeRequestRow,
} from '../../change-requests/infrastructure/change-request-views.js';
import type { OpenContent } from './linked-contents.js';
import { CHANGE_REQUESTS, HEADS } from '../../revisions/infrastructure/reading.js';

/** In which content something is looked at. */
@Injectable()
export class VersionContexts {
  constructor(
    private readonly sql: SqlQuery,
    private readonly changeRequests: ChangeRequestViews,
    private readonly settings: Settings,
  ) {}

  async of({ revision, changeRequestId }: OpenContent): Promise<VersionContextView | undefined> {
    if (changeRequestId === undefined) {
      const { id, spaceId, type, parents, createdAt } = revision;
      const urls = { app: `${this.settings.publicUrl}/s/${spaceId}/~/revisions/${id}/` };
      return {
        type: 'revision',
        revision: { object: 'revision', id, type, parents, createdAt: createdAt.toISOString(), urls },
      };
    }
    const row = await this.sql.row<ChangeRequestRow>(
      'link.change-request',
      `select ${CHANGE_REQUEST_COLUMNS} from ${CHANGE_REQUESTS} c
       join ${HEADS} h on h.organization_id = c.organization_id and h.space_id = c.space_id
       where c.organization_id = $1 and c.id = $2`,
      [revision.organizationId, changeRequestId],
    );
    const [changeRequest] = row ? await this.changeRequests.of([row]) : [];
    return changeRequest && { type: 'changeRequest', changeRequest };
  }
}
