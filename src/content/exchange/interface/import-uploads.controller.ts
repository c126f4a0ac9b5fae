import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  Param,
  Post,
  Put,
  Query,
  Req,
  Res,
  UnsupportedMediaTypeException,
} from '@nestjs/common';
import { ApiBearerAuth, ApiBody, ApiConsumes, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiAddress } from '#kernel/application/api-address';
import type { Caller } from '#kernel/application/caller';
import { Dispatcher } from '#kernel/application/dispatcher';
import { CurrentCaller } from '#kernel/interface/current-caller';
import { Needs } from '#kernel/interface/needs';
import { Scoped } from '#kernel/interface/route-flags';
import { mediaTypeOf, MULTIPART, uploadedFile } from '../../revisions/interface/uploaded-file.js';
import { importUploadView, ImportUploadView } from '../application/archive-upload.view.js';
import { BeginUpload } from '../application/begin-upload.js';
import { ImportUploads } from '../application/import-uploads.js';
import { RemoveUpload } from '../application/remove-upload.js';
import { CreateImportUploadBody, UploadPartParams } from './import-uploads.body.js';

/** What makes an upload the caller's. */
const OWN = 'Only who began it.';

@ApiTags('space content')
@ApiBearerAuth()
@Controller('v1/spaces/:spaceId/content/import/uploads')
@Scoped('space:read', 'space:write')
export class ImportUploadsController {
  constructor(
    private readonly dispatcher: Dispatcher,
    private readonly uploads: ImportUploads,
    private readonly address: ApiAddress,
  ) {}

  /**
   * Begins to send an archive in parts, which can go on after anything that breaks it off. The same archive again
   * answers the upload that the caller has of it already, with what is missing. An extension of Quire.
   */
  @Post()
  @Needs('space', 'edit', 'Nobody changes a space that is locked.')
  @ApiOperation({ operationId: 'createImportUpload' })
  async begin(
    @CurrentCaller() caller: Caller,
    @Param('spaceId') spaceId: string,
    @Body() { size, sha256 }: CreateImportUploadBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ImportUploadView> {
    const upload = await this.dispatcher.run(new BeginUpload(caller, spaceId, { size, sha256 }));
    void reply.header('location', `${this.address.url}/v1/spaces/${spaceId}/content/import/uploads/${upload.id}`);
    return importUploadView(upload);
  }

  /** How an upload stands: which parts are missing. An extension of Quire. */
  @Get(':uploadId')
  @Needs('space', 'edit', OWN)
  @ApiOperation({ operationId: 'getImportUpload' })
  async get(
    @CurrentCaller() caller: Caller,
    @Param('spaceId') spaceId: string,
    @Param('uploadId') uploadId: string,
  ): Promise<ImportUploadView> {
    return importUploadView(await this.uploads.get(caller, spaceId, uploadId));
  }

  /**
   * Sends one part of an archive. It is the field `file`; parts may come in any order, also several at once. Sent again,
   * a part takes the place of the earlier one. What was answered survives the end of the server. An extension of Quire.
   */
  @Put(':uploadId/parts')
  @HttpCode(204)
  @Needs('space', 'edit', OWN)
  @ApiOperation({ operationId: 'sendImportUploadPart' })
  @ApiConsumes(MULTIPART)
  @ApiBody({
    required: true,
    schema: {
      type: 'object',
      required: ['file'],
      properties: {
        file: { type: 'string', format: 'binary', description: 'As many bytes as the part has.' },
      },
    },
  })
  async send(
    @CurrentCaller() caller: Caller,
    @Param('spaceId') spaceId: string,
    @Param('uploadId') uploadId: string,
    @Query() { offset }: UploadPartParams,
    @Req() request: FastifyRequest,
  ): Promise<void> {
    const open = async () => {
      if (mediaTypeOf(request) !== MULTIPART) throw new UnsupportedMediaTypeException(`Send ${MULTIPART}`);
      return (await uploadedFile(request)).file;
    };
    await this.uploads.receive(caller, spaceId, uploadId, offset, open);
  }

  /** Gives an upload up, with the parts that have arrived. An extension of Quire. */
  @Delete(':uploadId')
  @HttpCode(204)
  @Needs('space', 'edit', OWN)
  @ApiOperation({ operationId: 'deleteImportUpload' })
  async remove(
    @CurrentCaller() caller: Caller,
    @Param('spaceId') spaceId: string,
    @Param('uploadId') uploadId: string,
  ): Promise<void> {
    await this.dispatcher.run(new RemoveUpload(caller, spaceId, uploadId));
  }
}
