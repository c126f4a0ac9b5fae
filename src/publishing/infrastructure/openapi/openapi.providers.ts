import type { Provider } from '@nestjs/common';
import { Settings } from '#kernel/infrastructure/settings';
import { GuardedOutbound, Outbound } from '#outbound';
import { BeginOpenAPIRunHandler } from '../../application/openapi/begin-openapi-run.js';
import { CreateOpenAPISpecHandler } from '../../application/openapi/create-openapi-spec.js';
import { DeleteOpenAPISpecHandler } from '../../application/openapi/delete-openapi-spec.js';
import { FinishOpenAPIRunHandler } from '../../application/openapi/finish-openapi-run.js';
import { PutOpenAPISpecHandler } from '../../application/openapi/put-openapi-spec.js';
import { RefetchOpenAPISpecsHandler } from '../../application/openapi/refetch-openapi-specs.js';
import { UpdateOpenAPISpecHandler } from '../../application/openapi/update-openapi-spec.js';
import { OpenAPISpecs } from '../../domain/openapi/openapi-specs.js';
import { FetchLimits } from './fetched-specification.js';
import {
  ComputeOpenAPIDocumentHandler,
  ComputeOpenAPIPagesHandler,
  OpenAPISpecsBySlugsHandler,
} from './openapi-pages.reader.js';
import {
  GetOpenAPISpecHandler,
  GetOpenAPISpecVersionHandler,
  ListOpenAPISpecsHandler,
  ListOpenAPISpecVersionsHandler,
} from './openapi-spec.reader.js';
import { OpenAPISpecStore } from './openapi-spec.store.js';
import { ProcessOpenAPISpecJob, RefetchOpenAPISpecsJob } from './process-spec.job.js';
import {
  ReadOpenAPISpecContentHandler,
  ReadOpenAPISpecificationHandler,
  SpecificationTexts,
} from './specification-texts.js';

/** What OpenAPI specifications are made of. */
export const OPENAPI: Provider[] = [
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
  RefetchOpenAPISpecsHandler,
  RefetchOpenAPISpecsJob,
  UpdateOpenAPISpecHandler,
];
