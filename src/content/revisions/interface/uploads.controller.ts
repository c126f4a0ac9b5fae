import { Controller, Param, Post, Req, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '#kernel/application/caller';
import { Dispatcher } from '#kernel/application/dispatcher';
import { CurrentCaller } from '#kernel/interface/current-caller';
import { Needs } from '#kernel/interface/needs';
import { ForScripts, Scoped } from '#kernel/interface/route-flags';
import type { FileView } from '../application/file.view.js';
import { SpaceUpload } from '../application/upload-file.js';
import { ApiUpload, FileUploads } from './uploads.js';

@ApiTags('space content')
@ApiBearerAuth()
@Controller('v1/spaces/:spaceId')
@Scoped('space:read', 'space:write')
export class UploadsController {
  constructor(
    private readonly dispatcher: Dispatcher,
    private readonly uploads: FileUploads,
  ) {}

  /** Adds one file to the live content, in one new revision. Its bytes are sent as they are. An extension of Quire. */
  @Post('content/files')
  @ForScripts('space:content:write')
  @Needs('space', 'edit', 'Nobody changes a space that is locked.')
  @ApiOperation({ operationId: 'uploadFileToSpace' })
  @ApiUpload()
  upload(
    @CurrentCaller() caller: Caller,
    @Param('spaceId') spaceId: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<FileView> {
    const target = new SpaceUpload(this.dispatcher, { spaceId });
    return this.uploads.receive(caller, target, `v1/spaces/${spaceId}`, request, reply);
  }
}
