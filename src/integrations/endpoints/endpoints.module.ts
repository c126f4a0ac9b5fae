import { Module } from '@nestjs/common';
import { ScriptRuntimeModule } from '../runtime/runtime.module.js';
import { AnswerEndpointHandler } from './infrastructure/answer-endpoint.reader.js';
import { EndpointCallers } from './interface/endpoint-callers.js';
import { EndpointsController } from './interface/endpoints.controller.js';

/**
 * Endpoints: public addresses at which scripts of integrations answer, put scripts into sites and let visitors in.
 *
 * Tables: none. Events: none. Jobs: none.
 */
@Module({
  imports: [ScriptRuntimeModule],
  controllers: [EndpointsController],
  providers: [AnswerEndpointHandler, EndpointCallers],
})
export class EndpointsModule {}
