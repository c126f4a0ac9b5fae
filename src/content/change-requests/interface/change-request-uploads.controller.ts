import { Controller, Param, Post, Req, Res, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '#kernel/application/caller';
import { Dispatcher } from '#kernel/application/dispatcher';
import { CurrentCaller } from '#kernel/interface/current-caller';
import { Needs } from '#kernel/interface/needs';
import { ForScripts, Scoped } from '#kernel/interface/route-flags';
import type { FileView } from '../../revisions/application/file.view.js';
import { ChangeRequestByNumber } from '../../revisions/interface/change-request-by-number.js';
import { ChangeRequestPathParams } from '../../revisions/interface/change-request.params.js';
import { ApiUpload, FileUploads } from '../../revisions/interface/uploads.js';
import { ChangeRequestUpload } from '../application/change-request-upload.js';

@ApiTags('space content')
@ApiBearerAuth()
@Controller('v1/spaces/:spaceId/change-requests/:changeRequestId')
@UseGuards(ChangeRequestByNumber)
@Scoped('space:read', 'space:write')
export class ChangeRequestUploadsController {
  constructor(
    private readonly dispatcher: Dispatcher,
    private readonly uploads: FileUploads,
  ) {}

  /** Adds one file to the content of a change request, in one new revision. An extension of Quire. */
  @Post('content/files')
  @ForScripts('space:content:write')
  @Needs('space', 'edit')
  @ApiOperation({ operationId: 'uploadFileToChangeRequest' })
  @ApiUpload()
  upload(
    @CurrentCaller() caller: Caller,
    @Param() { spaceId, changeRequestId }: ChangeRequestPathParams,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<FileView> {
    const target = new ChangeRequestUpload(this.dispatcher, { spaceId, changeRequestId });
    const path = `v1/spaces/${spaceId}/change-requests/${changeRequestId}`;
    return this.uploads.receive(caller, target, path, request, reply);
  }
}
