import { Body, Controller, Get, HttpCode, Param, Put, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Caller } from '#kernel/application/caller';
import { Dispatcher } from '#kernel/application/dispatcher';
import type { Page } from '#kernel/application/page';
import { ApiPage } from '#kernel/interface/api-page';
import { CurrentCaller } from '#kernel/interface/current-caller';
import { toPageRequest } from '#kernel/interface/page.params';
import { Needs } from '#kernel/interface/needs';
import { Scoped, TakesUpTo } from '#kernel/interface/route-flags';
import { UpdateGlossary } from '../application/translation.commands.js';
import { GetGlossaryEntry, ListGlossaryEntries } from '../application/translation.queries.js';
import { GlossaryEntryView } from '../application/translation.view.js';
import { GlossaryParams, UpdateGlossaryBody } from './glossary.body.js';

@ApiTags('translations')
@ApiBearerAuth()
@Controller('v1/orgs/:organizationId/translations-glossary')
@Scoped('organization:read', 'organization:write')
export class GlossaryController {
  constructor(private readonly dispatcher: Dispatcher) {}

  /** What things are called in which language, for all translations of an organization. */
  @Get()
  @Needs('organization', 'read')
  @ApiOperation({ operationId: 'listGlossaryEntries' })
  @ApiPage(GlossaryEntryView)
  list(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Query() params: GlossaryParams,
  ): Promise<Page<GlossaryEntryView>> {
    return this.dispatcher.ask(new ListGlossaryEntries(caller, organizationId, toPageRequest(params), params.orderBy));
  }

  /** Adds, changes and removes entries, all or nothing. The translations of the organization run again. */
  @Put()
  @HttpCode(204)
  @Needs('organization', 'create')
  @TakesUpTo(1_000_000)
  @ApiOperation({ operationId: 'updateGlossaryEntries' })
  async update(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Body() body: UpdateGlossaryBody,
  ): Promise<void> {
    await this.dispatcher.run(new UpdateGlossary(caller, organizationId, body));
  }

  @Get(':glossaryEntryId')
  @Needs('organization', 'read')
  @ApiOperation({ operationId: 'getGlossaryEntry', summary: 'One entry of the glossary.' })
  get(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Param('glossaryEntryId') glossaryEntryId: string,
  ): Promise<GlossaryEntryView> {
    return this.dispatcher.ask(new GetGlossaryEntry(caller, organizationId, glossaryEntryId));
  }
}
