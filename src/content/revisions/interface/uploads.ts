import { applyDecorators, Injectable, UnsupportedMediaTypeException } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiCreatedResponse } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiAddress } from '#kernel/application/api-address';
import type { Caller } from '#kernel/application/caller';
import { headersOf } from '#kernel/interface/open-api/headers';
import { FileView } from '../application/file.view.js';
import { UploadFile, type UploadTarget } from '../application/upload-file.js';
import { mediaTypeOf, MULTIPART, uploadedFile } from './uploaded-file.js';

/** Documents an operation that takes one file as a form. */
export const ApiUpload = (): MethodDecorator =>
  applyDecorators(
    ApiConsumes(MULTIPART),
    ApiBody({
      required: true,
      schema: {
        type: 'object',
        required: ['file'],
        properties: { file: { type: 'string', format: 'binary', description: 'The bytes, at most 100 MB.' } },
      },
    }),
    ApiCreatedResponse({ type: FileView, headers: headersOf('Location') }),
  );

/** Receives one file of a form for any content. */
@Injectable()
export class FileUploads {
  constructor(
    private readonly uploads: UploadFile,
    private readonly address: ApiAddress,
  ) {}

  /** `path` is the path of the content below the server's address. */
  async receive(
    caller: Caller,
    target: UploadTarget,
    path: string,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FileView> {
    await target.admit(caller);
    if (mediaTypeOf(request) !== MULTIPART) throw new UnsupportedMediaTypeException(`Send ${MULTIPART}`);
    const { filename, file } = await uploadedFile(request);
    const view = await this.uploads.add(caller, target, filename, file);
    void reply.header('location', `${this.address.url}/${path}/content/files/${view.id}`);
    return view;
  }
}
