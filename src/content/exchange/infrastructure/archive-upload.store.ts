import { Injectable } from '@nestjs/common';
import { NotFound } from '#kernel/domain/errors';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { SPACE_ROWS } from '../../spaces/infrastructure/reading.js';
import { OwnsRowsOfSpaces } from '../../spaces/infrastructure/space/space-rows.js';
import type { AnnouncedArchive, ArchiveUpload, ArchiveUploads, UploadKey } from '../domain/import/archive-uploads.js';

const COLUMNS = `u.organization_id as "organizationId", u.space_id as "spaceId", u.user_id as "userId", u.id,
  u.size::float8 as size, u.sha256, u.part_bytes as "partBytes", u.parts, u.report, u.created_at as "createdAt",
  u.updated_at as "updatedAt"`;
const OF_CALLER = 'u.organization_id = $1 and u.space_id = $2 and u.user_id = $3';
/** Writes wait for a transfer or purge of the space, and find the upload no more after it. */
const HELD = `held as (select id from ${SPACE_ROWS} s where organization_id = $1 and id = $2 for key share)`;

/** The table of uploads. A purge of a space leaves them to their end, after which their bytes are removed as well. */
@Injectable()
@OwnsRowsOfSpaces({ table: 'archive_upload', onPurge: 'keep' })
export class ArchiveUploadStore implements ArchiveUploads {
  constructor(private readonly sql: SqlQuery) {}

  async hold(organizationId: string): Promise<void> {
    await this.sql.defer('archive-upload.hold', 'select pg_advisory_xact_lock(hashtextextended($1, 0))', [
      `content.archive-upload ${organizationId}`,
    ]);
  }

  same(
    { organizationId, spaceId, userId }: Omit<UploadKey, 'id'>,
    { size, sha256 }: AnnouncedArchive,
  ): Promise<ArchiveUpload | undefined> {
    return this.sql.row<ArchiveUpload>(
      'archive-upload.same',
      `select ${COLUMNS} from content.archive_upload u where ${OF_CALLER} and u.sha256 = $4 and u.size = $5
       order by u.created_at desc limit 1`,
      [organizationId, spaceId, userId, sha256, size],
    );
  }

  async announced(organizationId: string, userId: string): Promise<{ caller: number; organization: number }> {
    const row = await this.sql.row<{ caller: number; organization: number }>(
      'archive-upload.announced',
      `select coalesce(sum(size) filter (where user_id = $2), 0)::float8 as caller,
         coalesce(sum(size), 0)::float8 as organization
       from content.archive_upload where organization_id = $1 and report is null`,
      [organizationId, userId],
    );
    return row ?? { caller: 0, organization: 0 };
  }

  async begin(upload: ArchiveUpload): Promise<void> {
    const { organizationId, spaceId, userId, id, size, sha256, partBytes, parts, createdAt } = upload;
    const begun = await this.sql.row(
      'archive-upload.begin',
      `with ${HELD} insert into content.archive_upload (organization_id, space_id, user_id, id, size, sha256,
         part_bytes, parts, created_at, updated_at)
       select $1, id, $3, $4, $5, $6, $7, $8, $9, $9 from held returning true as begun`,
      [organizationId, spaceId, userId, id, size, sha256, partBytes, parts, createdAt],
    );
    if (!begun) throw new NotFound('Space not found');
  }

  find({ organizationId, spaceId, userId, id }: UploadKey): Promise<ArchiveUpload | undefined> {
    return this.sql.row<ArchiveUpload>(
      'archive-upload.find',
      `select ${COLUMNS} from content.archive_upload u where ${OF_CALLER} and u.id = $4`,
      [organizationId, spaceId, userId, id],
    );
  }

  async received(
    { organizationId, spaceId, userId, id }: UploadKey,
    part: number,
    sha256: string,
    now: Date,
  ): Promise<boolean> {
    const row = await this.sql.row(
      'archive-upload.received',
      `with ${HELD} update content.archive_upload u set parts[$5] = $6, updated_at = $7 from held
       where ${OF_CALLER} and u.id = $4 and u.report is null returning true as noted`,
      [organizationId, spaceId, userId, id, part + 1, sha256, now],
    );
    return row !== undefined;
  }

  async restart({ organizationId, spaceId, userId, id }: UploadKey): Promise<void> {
    await this.sql.rows(
      'archive-upload.restart',
      `with ${HELD} update content.archive_upload u set parts = array_fill(null::text, array[cardinality(u.parts)])
       from held where ${OF_CALLER} and u.id = $4 and u.report is null`,
      [organizationId, spaceId, userId, id],
    );
  }

  async finish({ organizationId, spaceId, userId, id }: UploadKey, report: string, now: Date): Promise<void> {
    await this.sql.rows(
      'archive-upload.finish',
      `with ${HELD} update content.archive_upload u set report = $5, updated_at = $6 from held
       where ${OF_CALLER} and u.id = $4`,
      [organizationId, spaceId, userId, id, report, now],
    );
  }

  async remove({ organizationId, spaceId, userId, id }: UploadKey): Promise<boolean> {
    const row = await this.sql.row(
      'archive-upload.remove',
      `with ${HELD} delete from content.archive_upload u using held where ${OF_CALLER} and u.id = $4
       returning true as removed`,
      [organizationId, spaceId, userId, id],
    );
    return row !== undefined;
  }

  async removeOld(before: Date, most: number): Promise<string[]> {
    const oldest = await this.sql.row<{ organizationId: string }>(
      'archive-upload.oldest',
      `select organization_id as "organizationId" from content.archive_upload
       where updated_at < $1 order by updated_at limit 1`,
      [before],
    );
    if (!oldest) return [];
    const rows = await this.sql.rows<{ id: string }>(
      'archive-upload.remove-old',
      `delete from content.archive_upload where organization_id = $1 and id in (
         select id from content.archive_upload where organization_id = $1 and updated_at < $2
         order by updated_at limit $3 for update skip locked
       ) returning id`,
      [oldest.organizationId, before, most],
    );
    return rows.map(({ id }) => id);
  }
}
