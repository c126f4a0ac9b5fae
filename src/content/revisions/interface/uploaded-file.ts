import { BadRequestException } from '@nestjs/common';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';

export const MULTIPART = 'multipart/form-data';

/** Opens the file in the field `file` of a form; its bytes are still to be read. Throws 400 where there is none. */
export async function uploadedFile(request: FastifyRequest): Promise<MultipartFile> {
  // The store limits the bytes and responds with 413; without this limit, the parser would truncate them silently.
  const file = await request.file({ limits: { fileSize: Number.MAX_SAFE_INTEGER } }).catch(orBadRequest);
  if (file?.fieldname === 'file') return file;
  file?.file.resume();
  throw new BadRequestException('The bytes are to be sent as the field "file"');
}

export const mediaTypeOf = (request: FastifyRequest): string => {
  const [type = ''] = (request.headers['content-type'] ?? '').toLowerCase().split(';');
  return type.trim();
};

/** The parser does not mark all errors of malformed bodies as the client's fault. */
function orBadRequest(error: unknown): never {
  if (error instanceof Error && !('statusCode' in error)) throw new BadRequestException(error.message);
  throw error;
}
