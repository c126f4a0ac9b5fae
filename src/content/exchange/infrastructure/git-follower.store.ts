import { Injectable } from '@nestjs/common';
import { EntityTagCache } from '#kernel/application/entity-tag-cache';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { SecretBox } from '#kernel/infrastructure/secret-box';
import type { GitFollowers } from '../domain/export/git-followers.js';
import type { SyncDirection, WantedSync } from '../domain/export/git-sync.js';
import { SPACES } from '../../spaces/infrastructure/reading.js';
import { openedAddress } from './git-sync.store.js';

interface SettingsRow {
  spaceId: string;
  direction: SyncDirection;
  folder: string | null;
  remote: string;
}

@Injectable()
export class GitFollowerStore implements GitFollowers {
  constructor(
    private readonly sql: SqlQuery,
    private readonly secretBox: SecretBox,
    private readonly entityTags: EntityTagCache,
  ) {}

  async settings(organizationId: string, spaceIds: readonly string[]): Promise<ReadonlyMap<string, WantedSync>> {
    const rows = await this.sql.rows<SettingsRow>(
      'git-sync.settings',
      `select space_id as "spaceId", direction, folder, remote from content.git_sync
       where organization_id = $1 and space_id = any($2)`,
      [organizationId, spaceIds],
    );
    return new Map(
      rows.map(({ spaceId, direction, folder, remote }) => {
        const address = openedAddress(this.secretBox, remote, spaceId);
        return [spaceId, { direction, folder: folder ?? undefined, address }];
      }),
    );
  }

  /** A space that is just transferred is waited for, and has left by then. */
  async end(
    organizationId: string,
    spaceIds: readonly string[],
    { url, ref }: { url: string; ref: string },
  ): Promise<string[]> {
    const ended = await this.sql.rows<{ spaceId: string }>(
      'git-sync.end',
      `with held as (
         select id from ${SPACES} s where organization_id = $1 and id = any($2) order by id for key share)
       delete from content.git_sync y using held
       where y.organization_id = $1 and y.space_id = held.id and y.url = $3 and y.ref = $4
       returning y.space_id as "spaceId"`,
      [organizationId, spaceIds, url, ref],
    );
    for (const { spaceId } of ended) this.entityTags.changed(spaceId);
    return ended.map(({ spaceId }) => spaceId);
  }
}
