import { Module } from '@nestjs/common';
import { Settings } from '#kernel/infrastructure/settings';
import { GuardedOutbound, Outbound } from '#outbound';
import { BeginOpenAPIRunHandler } from './application/begin-openapi-run.js';
import { CreateOpenAPISpecHandler } from './application/create-openapi-spec.js';
import { DeleteOpenAPISpecHandler } from './application/delete-openapi-spec.js';
import { FinishOpenAPIRunHandler } from './application/finish-openapi-run.js';
import { PutOpenAPISpecHandler } from './application/put-openapi-spec.js';
import { RefetchOpenAPISpecsHandler } from './application/refetch-openapi-specs.js';
import { UpdateOpenAPISpecHandler } from './application/update-openapi-spec.js';
import { RenewOpenAPITextsHandler } from './application/renew-openapi-texts.js';
import { OpenAPISpecs } from './domain/openapi-specs.js';
import { FetchLimits } from './infrastructure/fetched-specification.js';
import {
  ComputeOpenAPIDocumentHandler,
  ComputeOpenAPIPagesHandler,
  OpenAPISpecsBySlugsHandler,
} from './infrastructure/openapi-pages.reader.js';
import {
  GetOpenAPISpecHandler,
  GetOpenAPISpecVersionHandler,
  ListOpenAPISpecsHandler,
  ListOpenAPISpecVersionsHandler,
} from './infrastructure/openapi-spec.reader.js';
import { OpenAPISpecStore } from './infrastructure/openapi-spec.store.js';
import { ReadOpenAPITextsHandler } from './infrastructure/openapi-texts.reader.js';
import { ProcessOpenAPISpecJob, RefetchOpenAPISpecsJob } from './infrastructure/process-spec.job.js';
import { PurgeVersionsJob } from './infrastructure/purge-versions.job.js';
import {
  ReadOpenAPISpecContentHandler,
  ReadOpenAPISpecificationHandler,
  SpecificationTexts,
} from './infrastructure/specification-texts.js';
import { WriteOpenAPITexts } from './infrastructure/write-texts.job.js';
import { OpenAPISpecsController } from './interface/openapi-specs.controller.js';
import { OpenAPIVersionsController } from './interface/openapi-versions.controller.js';
import { SpecificationController } from './interface/specification.controller.js';

/**
 * OpenAPI specifications of organizations: they are fetched or uploaded, processed into versions, and shown as pages.
 *
 * Tables: `openapi_spec`, `openapi_version`, `openapi_part`, `openapi_text`. Events: `OpenAPISpecUpdated`,
 * `OpenAPISpecDeleted`. Jobs: `publishing.process-openapi-spec`, `publishing.refetch-openapi-specs`,
 * `publishing.write-openapi-texts`, `publishing.purge-openapi-versions`.
 */
@Module({
  controllers: [OpenAPISpecsController, OpenAPIVersionsController, SpecificationController],
  providers: [
    PurgeVersionsJob,
    { provide: OpenAPISpecs, useClass: OpenAPISpecStore },
    {
      provide: Outbound,
      inject: [Settings],
      useFactory: ({ outboundAllow }: Settings) => new GuardedOutbound({ allow: outboundAllow }),
    },
    FetchLimits,
    SpecificationTexts,
    BeginOpenAPIRunHandler,
    ComputeOpenAPIDocumentHandler,
    ComputeOpenAPIPagesHandler,
    CreateOpenAPISpecHandler,
    DeleteOpenAPISpecHandler,
    FinishOpenAPIRunHandler,
    GetOpenAPISpecHandler,
    GetOpenAPISpecVersionHandler,
    ListOpenAPISpecsHandler,
    ListOpenAPISpecVersionsHandler,
    OpenAPISpecsBySlugsHandler,
    ProcessOpenAPISpecJob,
    PutOpenAPISpecHandler,
    ReadOpenAPISpecContentHandler,
    ReadOpenAPISpecificationHandler,
    ReadOpenAPITextsHandler,
    RefetchOpenAPISpecsHandler,
    RefetchOpenAPISpecsJob,
    RenewOpenAPITextsHandler,
    UpdateOpenAPISpecHandler,
    WriteOpenAPITexts,
  ],
})
export class OpenAPIModule {}
