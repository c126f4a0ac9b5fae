import {
  BadRequestException,
  Body,
  Controller,
  Get,
  Headers,
  Param,
  Post,
  Req,
  Res,
  StreamableFile,
  UnsupportedMediaTypeException,
} from '@nestjs/common';
import {
  ApiBearerAuth,
  ApiBody,
  ApiConsumes,
  ApiExtraModels,
  ApiOkResponse,
  ApiOperation,
  ApiProduces,
  ApiTags,
  getSchemaPath,
} from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '#kernel/application/caller';
import { ApiAddress } from '#kernel/application/api-address';
import { NotModified } from '#kernel/application/json-text';
import { CurrentCaller } from '#kernel/interface/current-caller';
import { ForScripts, Scoped } from '#kernel/interface/route-flags';
import { Needs } from '#kernel/interface/needs';
import { ExportContent } from '../application/export-content.js';
import { ImportContent } from '../application/import-content.js';
import { ImportView } from '../application/transfer.view.js';
import { mediaTypeOf, MULTIPART, uploadedFile } from '../../revisions/interface/uploaded-file.js';
import { ImportContentBody } from './transfer.body.js';

const ZIP = 'application/zip';
const JSON_TYPE = 'application/json';
const READ = 'zip (an archive of Markdown) and markdown (one file)';

/** Which of the two it is, the kind of the body tells: the archive as multipart/form-data, the address as JSON. */
const ARCHIVE_OR_ADDRESS = {
  schema: {
    anyOf: [
      {
        type: 'object',
        required: ['file'],
        properties: { file: { type: 'string', format: 'binary', description: 'A zip archive of Markdown and files.' } },
      },
      { $ref: getSchemaPath(ImportContentBody) },
    ],
  },
};

@ApiTags('space content')
@ApiBearerAuth()
@Controller('v1/spaces/:spaceId/content')
@Scoped('space:read', 'space:write')
export class ContentImportController {
  constructor(
    private readonly imports: ImportContent,
    private readonly exports: ExportContent,
    private readonly address: ApiAddress,
  ) {}

  /**
   * Imports a zip archive of Markdown in one new revision. The archive is sent as the field `file`, was sent in parts
   * (`createImportUpload`), or is fetched from an address. What earlier imports brought is replaced and pages keep their ids; pages made in the space itself stay.
   */
  @Post('import')
  @ForScripts('space:content:write')
  @Needs('space', 'edit', 'Nobody changes a space that is locked.')
  @ApiOperation({ operationId: 'importContent' })
  @ApiConsumes(MULTIPART, JSON_TYPE)
  @ApiExtraModels(ImportContentBody)
  @ApiBody({ ...ARCHIVE_OR_ADDRESS, required: true })
  async import(
    @CurrentCaller() caller: Caller,
    @Param('spaceId') spaceId: string,
    @Body() body: ImportContentBody,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ImportView> {
    const view = await this.#import(caller, spaceId, body, request);
    void reply.header('location', `${this.address.url}/v1/spaces/${spaceId}/revisions/${view.revision}`);
    return view;
  }

  /** The current content as a zip archive of Markdown and files. An import reads it again. An extension of Quire. */
  @Get('export')
  @ForScripts('space:content:read')
  @Needs('space', 'read')
  @ApiOperation({ operationId: 'exportSpaceContent' })
  @ApiProduces(ZIP)
  @ApiOkResponse({ schema: { type: 'string', format: 'binary' } })
  async export(
    @CurrentCaller() caller: Caller,
    @Param('spaceId') spaceId: string,
    @Headers('if-none-match') ifNoneMatch: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile | NotModified> {
    const archive = await this.exports.archive(caller, spaceId, ifNoneMatch);
    if (archive instanceof NotModified) return archive;
    const { title, etag, bytes } = archive;
    const name = encodeURIComponent(`${title}.zip`);
    void reply.header('etag', etag).header('cache-control', 'private, no-cache');
    return new StreamableFile(bytes, { type: ZIP, disposition: `attachment; filename*=UTF-8''${name}` });
  }

  async #import(
    caller: Caller,
    spaceId: string,
    body: ImportContentBody,
    request: FastifyRequest,
  ): Promise<ImportView> {
    const type = mediaTypeOf(request);
    if (type === MULTIPART) {
      await this.imports.letIn(caller, spaceId);
      const { file } = await uploadedFile(request);
      return this.imports.importArchive(caller, spaceId, file);
    }
    if (type !== JSON_TYPE) throw new UnsupportedMediaTypeException(`Send ${MULTIPART} or ${JSON_TYPE}`);
    const { url, source, upload } = body;
    if (upload !== undefined) {
      if (url !== undefined) throw new BadRequestException('Send either url or upload');
      return this.imports.importUpload(caller, spaceId, upload);
    }
    if (url === undefined) throw new BadRequestException('url must be the address to import from');
    if (source !== 'zip' && source !== 'markdown') {
      throw new BadRequestException(`source must be one of those that this server reads: ${READ}`);
    }
    return this.imports.importFrom(caller, spaceId, url, source);
  }
}
