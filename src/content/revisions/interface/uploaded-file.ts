import { BadRequestException } from '@nestjs/common';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';

export const MULTIPART = 'multipart/form-data';

/** The file of a form, sent as the field `file`; its bytes are still to come. 400 where there is none. */
export async function uploadedFile(request: FastifyRequest): Promise<MultipartFile> {
  // Whoever stores the bytes limits them, and answers with 413; without this limit they would end silently.
  const file = await request.file({ limits: { fileSize: Number.MAX_SAFE_INTEGER } }).catch(orBadRequest);
  if (file?.fieldname === 'file') return file;
  file?.file.resume();
  throw new BadRequestException('The bytes are to be sent as the field "file"');
}

export const mediaTypeOf = (request: FastifyRequest): string => {
  const [type = ''] = (request.headers['content-type'] ?? '').toLowerCase().split(';');
  return type.trim();
};

/** The parser says of some broken bodies, but not of all, that they are the caller's fault. */
function orBadRequest(error: unknown): never {
  if (error instanceof Error && !('statusCode' in error)) throw new BadRequestException(error.message);
  throw error;
}
