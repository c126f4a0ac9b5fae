import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { CallerByScriptToken, type Caller, type Covered, type ScriptIdentity } from '#kernel/application/caller';
import type { ScriptScope } from '#kernel/application/scopes';
import { Clock } from '#kernel/domain/clock';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { INSTALLATIONS, TARGET_INSTALLATIONS } from '../../installations/infrastructure/reading.js';
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
    const row = await (installation
      ? this.sql.row<ScriptRow & {}>('script.caller', CALLER, [
          ...[installation.organizationId, integrationId, installation.id],
        ])
      : this.sql.row<ScriptRow & {}>('script.caller-of-integration', CALLER_OF_INTEGRATION, [integrationId]));
    if (!row) return undefined;
    const { name, scopes, spaces, sites } = row;
    const script: ScriptIdentity = { integrationId, name, scopes, depth };
    if (installation) {
      if (!spaces || !sites) return undefined;
      script.installation = { ...installation, spaces: covered(spaces), sites: covered(sites) };
    }
    return { userId: installation?.id ?? integrationId, roles: new Map(), teams: [], expiresAt: until, script };
  }
}

interface ScriptRow {
  name: string;
  scopes: ScriptScope[];
  /** Null without an installation that works. */
  spaces: CoveredRow | null;
  sites: CoveredRow | null;
}

interface CoveredRow {
  all: boolean;
  ids: string[];
}

const covered = ({ all, ids }: CoveredRow): Covered => ({ all, ids: new Set(ids) });

/** With `all`, the ids are of those where it is paused; otherwise of those where it is not. */
const coveredSql = (kind: 'space' | 'site'): string =>
  `(select jsonb_build_object('all', n.${kind}_selection = 'all', 'ids', coalesce(jsonb_agg(t.target_id), '[]'))
     from ${TARGET_INSTALLATIONS} t where t.organization_id = $1 and t.installation_id = n.id
       and t.kind = '${kind}' and (n.${kind}_selection = 'all') = (t.status = 'paused')) as ${kind}s`;

const CALLER = `select i.name, i.scopes, n.spaces, n.sites from ${PUBLISHED_INTEGRATIONS} i left join (
    select n.integration_id, ${coveredSql('space')}, ${coveredSql('site')} from ${INSTALLATIONS} n
    where n.organization_id = $1 and n.id = $3 and n.status <> 'paused') n on n.integration_id = i.id
  where i.id = $2`;

const CALLER_OF_INTEGRATION = `select i.name, i.scopes, null as spaces, null as sites from ${PUBLISHED_INTEGRATIONS} i
  where i.id = $1`;
