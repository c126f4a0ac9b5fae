import { missingParts, UPLOAD_KEPT_MS, type ArchiveUpload } from '../domain/import/archive-uploads.js';

/** An archive that is sent in parts. */
export class ImportUploadView {
  object!: 'import-upload';
  /** @example 0VbbU6p8Fe3RwAu9LmYb */
  id!: string;
  /**
   * Bytes of the whole archive.
   * @example 6
   */
  size!: number;
  /**
   * SHA-256 of the whole archive, hex.
   * @example af2bdbe1aa9b6ec1e2ade1d694f41fc71a831d0268e9891562113d8a62add1bf
   */
  sha256!: string;
  /**
   * Bytes of every part but the last, which has the rest.
   * @example 4194304
   */
  partBytes!: number;
  /**
   * Where the parts begin that have not arrived, ascending. Empty once everything has.
   * @example [0]
   */
  missing!: number[];
  /** @example 2026-02-03T14:05:10.250Z */
  createdAt!: string;
  /**
   * When the upload is removed unless another part arrives.
   * @example 2026-02-04T14:05:10.250Z
   */
  expiresAt!: string;
}

export function importUploadView(upload: ArchiveUpload): ImportUploadView {
  const { id, size, sha256, partBytes, createdAt, updatedAt } = upload;
  return {
    object: 'import-upload',
    id,
    size,
    sha256,
    partBytes,
    missing: missingParts(upload),
    createdAt: createdAt.toISOString(),
    expiresAt: new Date(updatedAt.getTime() + UPLOAD_KEPT_MS).toISOString(),
  };
}
