import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { CallerByScriptToken, type Caller } from '#kernel/application/caller';
import { Clock } from '#kernel/domain/clock';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { INSTALLATIONS } from '../../installations/infrastructure/reading.js';
import { PUBLISHED_INTEGRATIONS } from '../../integrations/infrastructure/reading.js';
import { ScriptTokens } from '../domain/script-tokens.js';

/** The script of a token, as long as its integration is published and its installation neither gone nor paused. */
@QueryHandler(CallerByScriptToken)
export class CallerByScriptTokenHandler implements IQueryHandler<CallerByScriptToken> {
  constructor(
    private readonly tokens: ScriptTokens,
    private readonly sql: SqlQuery,
    private readonly clock: Clock,
  ) {}

  async execute({ token }: CallerByScriptToken): Promise<Caller | undefined> {
    const identity = await this.tokens.read(token, this.clock.now());
    if (!identity) return undefined;
    const { integrationId, installation, depth, until } = identity;
    const row = await this.sql.row<{ name: string; works: boolean }>(
      'script.caller',
      `select i.name, $2::text is null or exists (select from ${INSTALLATIONS} n where n.organization_id = $2
         and n.id = $3 and n.integration_id = i.id and n.status <> 'paused') as works
       from ${PUBLISHED_INTEGRATIONS} i where i.id = $1`,
      [integrationId, installation?.organizationId ?? null, installation?.id ?? null],
    );
    if (!row?.works) return undefined;
    const script = { integrationId, name: row.name, depth, ...(installation ? { installation } : {}) };
    return { userId: installation?.id ?? integrationId, roles: new Map(), teams: [], expiresAt: until, script };
  }
}
