import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { NotFound } from '#kernel/domain/errors';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { OpenFile, type OpenedFile } from '../../application/open-file.js';
import { BlobMissing, Blobs } from '../../domain/content/blobs.js';
import { FileUrls } from './file-urls.js';

const HASH = /^[0-9a-f]{64}$/;
const ONE_RANGE = /^bytes=(\d{0,15})-(\d{0,15})$/;

/** Streams files from the blob store, with the media type detected when they were stored. */
@QueryHandler(OpenFile)
export class OpenFileHandler implements IQueryHandler<OpenFile> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly blobs: Blobs,
    private readonly urls: FileUrls,
  ) {}

  async execute({ wanted }: OpenFile): Promise<OpenedFile> {
    const { organizationId, hash, name, signature } = wanted;
    if (!HASH.test(hash) || !this.urls.isValid(organizationId, hash, name, signature))
      throw new NotFound('File not found');
    const known = await this.sql.row<{ contentType: string; disposition: string; size: number }>(
      'blob.known',
      `select content_type as "contentType", disposition, size from content.file_blob
       where organization_id = $1 and hash = decode($2, 'hex')`,
      [organizationId, hash],
    );
    if (!known) throw new NotFound('File not found');
    if (wanted.headOnly) return known;
    const range = rangeOf(wanted.range, known.size);
    if (range === 'unsatisfiable') return { ...known, unsatisfiable: true };
    try {
      const body = await this.blobs.open(organizationId, hash, range);
      return range ? { ...known, range, body } : { ...known, body };
    } catch (error) {
      if (error instanceof BlobMissing) throw new NotFound('File not found');
      throw error;
    }
  }
}

/**
 * Parses a `Range` header with a single range. Headers of another form, or with several ranges, are ignored, so that
 * the whole file is returned (RFC 9110, 14.2).
 */
export function rangeOf(
  header: string | undefined,
  size: number,
): { start: number; end: number } | 'unsatisfiable' | undefined {
  const [, first, last] = (header && ONE_RANGE.exec(header)) || [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return undefined;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return undefined;
  return start >= size ? 'unsatisfiable' : { start, end };
}
