import {
  applyDecorators,
  Controller,
  Param,
  Post,
  Req,
  Res,
  UnsupportedMediaTypeException,
  UseGuards,
} from '@nestjs/common';
import { ApiBearerAuth, ApiBody, ApiConsumes, ApiCreatedResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '#kernel/application/caller';
import { ApiAddress } from '#kernel/application/api-address';
import { CurrentCaller } from '#kernel/interface/current-caller';
import { headersOf } from '#kernel/interface/open-api/headers';
import { Needs } from '#kernel/interface/needs';
import { Scoped } from '#kernel/interface/route-flags';
import { FileView } from '../../application/content/file.view.js';
import { UploadFile, type UploadTarget } from '../../application/content/upload-file.js';
import { ChangeRequestByNumber } from '../change-request/change-request-by-number.js';
import { ChangeRequestPathParams } from '../change-request/change-request.body.js';
import { mediaTypeOf, MULTIPART, uploadedFile } from './uploaded-file.js';

/** Documents an operation that takes one file as a form. */
const ApiUpload = (): MethodDecorator =>
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

@ApiTags('space content')
@ApiBearerAuth()
@Controller('v1/spaces/:spaceId')
@UseGuards(ChangeRequestByNumber)
@Scoped('space:read', 'space:write')
export class UploadsController {
  constructor(
    private readonly uploads: UploadFile,
    private readonly address: ApiAddress,
  ) {}

  /** Adds one file to the live content, in one new revision. Its bytes are sent as they are. An extension of Quire. */
  @Post('content/files')
  @Needs('space', 'edit', 'Nobody changes a space that is locked.')
  @ApiOperation({ operationId: 'uploadFileToSpace' })
  @ApiUpload()
  toSpace(
    @CurrentCaller() caller: Caller,
    @Param('spaceId') spaceId: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<FileView> {
    return this.#upload(caller, { spaceId }, `v1/spaces/${spaceId}`, request, reply);
  }

  /** Adds one file to the content of a change request, in one new revision. An extension of Quire. */
  @Post('change-requests/:changeRequestId/content/files')
  @Needs('space', 'edit')
  @ApiOperation({ operationId: 'uploadFileToChangeRequest' })
  @ApiUpload()
  toChangeRequest(
    @CurrentCaller() caller: Caller,
    @Param() target: ChangeRequestPathParams,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<FileView> {
    const path = `v1/spaces/${target.spaceId}/change-requests/${target.changeRequestId}`;
    return this.#upload(caller, target, path, request, reply);
  }

  async #upload(
    caller: Caller,
    target: UploadTarget,
    path: string,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FileView> {
    await this.uploads.letIn(caller, target);
    if (mediaTypeOf(request) !== MULTIPART) throw new UnsupportedMediaTypeException(`Send ${MULTIPART}`);
    const { filename, file } = await uploadedFile(request);
    const view = await this.uploads.add(caller, target, filename, file);
    void reply.header('location', `${this.address.url}/${path}/content/files/${view.id}`);
    return view;
  }
}
