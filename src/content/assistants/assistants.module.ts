import { Module } from '@nestjs/common';
import { Assistants } from './application/assistants.js';
import { ChangeRequestTools } from './infrastructure/change-request-tools.js';
import { MemberAssistants } from './infrastructure/member-assistants.js';
import { ReadingTools } from './infrastructure/reading-tools.js';
import { RepeatedCalls } from './infrastructure/repeated-calls.js';
import { SpacePages } from './infrastructure/space-pages.js';
import { McpController } from './interface/mcp.controller.js';

/**
 * The tools at `/mcp`: assistants read, search and propose changes for the user whose token they have.
 *
 * It owns no tables, events or jobs.
 */
@Module({
  controllers: [McpController],
  providers: [
    { provide: Assistants, useClass: MemberAssistants },
    ChangeRequestTools,
    ReadingTools,
    RepeatedCalls,
    SpacePages,
  ],
})
export class AssistantsModule {}
