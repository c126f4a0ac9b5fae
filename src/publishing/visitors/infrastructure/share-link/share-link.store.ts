import { Injectable } from '@nestjs/common';
import { UnchangedRecords } from '#kernel/application/unchanged-records';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { SecretBox } from '#kernel/infrastructure/secret-box';
import { hashOfKey, ShareLink, type ShareLinkState } from '../../domain/share-link/share-link.js';
import type { ShareLinks } from '../../domain/share-link/share-links.js';
import { sealedKeyPlace } from './sealed-key.js';

@Injectable()
export class ShareLinkStore implements ShareLinks {
  constructor(
    private readonly sql: SqlQuery,
    private readonly secretBox: SecretBox,
    private readonly records: UnchangedRecords,
  ) {}

  async count(organizationId: string, siteId: string): Promise<number> {
    const row = await this.sql.row<{ count: number }>(
      'share-link.count',
      'select count(*)::int as count from publishing.share_link where organization_id = $1 and site_id = $2',
      [organizationId, siteId],
    );
    return row?.count ?? 0;
  }

  async find(organizationId: string, siteId: string, shareLinkId: string): Promise<ShareLink | undefined> {
    const row = await this.sql.row<ShareLinkState>(
      'share-link.find',
      `select organization_id as "organizationId", site_id as "siteId", id, name, active, created_by as "createdBy",
         created_at as "createdAt", updated_at as "updatedAt"
       from publishing.share_link where organization_id = $1 and site_id = $2 and id = $3`,
      [organizationId, siteId, shareLinkId],
    );
    return row && ShareLink.from(row);
  }

  async add(link: ShareLink, key: string): Promise<void> {
    const { organizationId, siteId, id, name, active, createdBy, createdAt, updatedAt } = link.snapshot();
    const sealed = this.secretBox.seal(key, sealedKeyPlace(id));
    await this.sql.defer(
      'share-link.add',
      `insert into publishing.share_link
         (organization_id, site_id, id, name, key_hash, key_sealed, active, created_by, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      [organizationId, siteId, id, name, hashOfKey(key), sealed, active, createdBy, createdAt, updatedAt],
    );
    this.records.changed(siteId);
  }

  async save(link: ShareLink): Promise<void> {
    const { organizationId, siteId, id, name, active, updatedAt } = link.snapshot();
    await this.sql.defer(
      'share-link.save',
      `update publishing.share_link set name = $4, active = $5, updated_at = $6
       where organization_id = $1 and site_id = $2 and id = $3`,
      [organizationId, siteId, id, name, active, updatedAt],
    );
    this.records.changed(siteId);
  }

  async remove(link: ShareLink): Promise<void> {
    const { organizationId, siteId, id } = link.snapshot();
    await this.sql.defer(
      'share-link.remove',
      'delete from publishing.share_link where organization_id = $1 and site_id = $2 and id = $3',
      [organizationId, siteId, id],
    );
    this.records.changed(siteId);
  }

  async opened(organizationId: string, siteId: string, key: string): Promise<string | undefined> {
    const row = await this.sql.row<{ id: string }>(
      'share-link.opened',
      `select id from publishing.share_link
       where key_hash = $3 and active and organization_id = $1 and site_id = $2`,
      [organizationId, siteId, hashOfKey(key)],
    );
    return row?.id;
  }
}
