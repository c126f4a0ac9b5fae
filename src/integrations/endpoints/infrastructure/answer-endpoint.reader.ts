import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Conflict, NotFound, Unavailable } from '#kernel/domain/errors';
import { newId } from '#kernel/domain/id';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { Settings } from '#kernel/infrastructure/settings';
import { INSTALLATIONS, TARGET_INSTALLATIONS } from '../../installations/infrastructure/reading.js';
import { PUBLISHED_INTEGRATIONS } from '../../integrations/infrastructure/reading.js';
import { MOST_CALLS, ScriptFailed, Scripts, type ScriptReply } from '../../runtime/domain/scripts.js';
import { AnswerEndpoint, type EndpointAnswer, type EndpointRequest } from '../application/endpoint.queries.js';
import { SCOPE_OF, userShown, type Endpoint } from '../domain/endpoint.js';
import { passedHeaders } from './passed-headers.js';

interface Installed {
  id: string;
  scopes: string[];
  policy: string | null;
  ownerId: string;
  organizationId: string | null;
  status: string | null;
  targetStatus: string | null;
}

const OWN = 'i.id, i.scopes, i.policy, i.organization_id as "ownerId"';

const INTEGRATION = `select ${OWN}, null as "organizationId", null as status, null as "targetStatus"
  from ${PUBLISHED_INTEGRATIONS} i where i.name = $1`;

const INSTALLED = `select ${OWN}, n.organization_id as "organizationId", n.status, t.status as "targetStatus"
  from ${PUBLISHED_INTEGRATIONS} i
  join ${INSTALLATIONS} n on n.organization_id = $1 and n.integration_id = i.id and n.id = $3
  left join ${TARGET_INSTALLATIONS} t
    on t.organization_id = $1 and t.installation_id = n.id and t.kind = $4 and t.target_id = $5
  where i.name = $2`;

/** Sent to pages of sites where the script of an integration has nothing for them. */
const NO_SCRIPT: EndpointAnswer = {
  status: 200,
  headers: [
    ['content-type', 'text/javascript; charset=utf-8'],
    ['cache-control', 'public, max-age=60'],
  ],
  body: Buffer.from('/* There is no script. */\n'),
};

/** One statement, and what running the script takes. */
@QueryHandler(AnswerEndpoint)
export class AnswerEndpointHandler implements IQueryHandler<AnswerEndpoint> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly scripts: Scripts,
    private readonly settings: Settings,
  ) {}

  async execute({ endpoint, request }: AnswerEndpoint): Promise<EndpointAnswer> {
    if (endpoint.purpose !== 'fetch' && request.method !== 'get') throw new NotFound('Only GET is answered here');
    const installed = await this.#installed(endpoint);
    const reply = await this.#run(endpoint, installed, request);
    if (endpoint.purpose === 'site-script' && (!reply || reply.status !== 200)) return NO_SCRIPT;
    if (!reply) throw new Unavailable('The integration does not answer');
    return { status: reply.status, headers: passedHeaders(reply, installed.policy, this.settings), body: reply.body };
  }

  async #installed({ name, installationId, target, purpose }: Endpoint): Promise<Installed> {
    const row = await (installationId === undefined
      ? this.sql.row<Installed & {}>('endpoint.integration', INTEGRATION, [name])
      : this.sql.within({ table: 'integrations.installation', id: installationId }, (organizationId) =>
          this.sql.row<Installed & {}>('endpoint.installed', INSTALLED, [
            ...[organizationId, name, installationId],
            ...[target?.kind ?? '', target?.id ?? ''],
          ]),
        ));
    const scope = SCOPE_OF[purpose];
    // What is not set up yet must answer: it is set up by way of these addresses.
    const works = (status: string | null): boolean =>
      status === 'active' || (status === 'pending' && purpose === 'fetch');
    const answers =
      row &&
      (installationId === undefined || works(row.status)) &&
      (target === undefined || works(row.targetStatus)) &&
      (scope === undefined || row.scopes.includes(scope));
    if (!answers) throw new NotFound('No integration answers here');
    return row;
  }

  async #run(endpoint: Endpoint, installed: Installed, request: EndpointRequest): Promise<ScriptReply | undefined> {
    const { installationId, target } = endpoint;
    const { organizationId, ownerId } = installed;
    const depth = Math.max(request.caller?.script?.depth ?? 0, request.calls) + 1;
    if (depth > MOST_CALLS) throw new Conflict('Scripts that call one another have come to an end');
    const userId = userShown(request.caller, installationId === undefined ? ownerId : (organizationId ?? ''));
    try {
      return await this.scripts.run({
        integrationId: installed.id,
        ...(installationId === undefined || organizationId === null
          ? {}
          : { installation: { id: installationId, organizationId } }),
        target,
        event: {
          eventId: newId(),
          ...(installationId === undefined ? {} : { installationId }),
          ...(target ? { [`${target.kind}Id`]: target.id } : {}),
          ...eventOf(endpoint, request, userId),
        },
        body: request.body,
        depth,
      });
    } catch (error) {
      if (error instanceof ScriptFailed) return undefined;
      throw error;
    }
  }
}

function eventOf(
  { purpose }: Endpoint,
  { method, url, headers, parameters }: EndpointRequest,
  userId: string | undefined,
): Record<string, unknown> {
  const auth = userId === undefined ? {} : { auth: { userId } };
  if (purpose === 'fetch') return { type: 'fetch', ...auth, request: { method, url, headers } };
  if (purpose === 'site-script') return { type: 'fetch_published_script' };
  const { location, ...searchParams } = parameters;
  return {
    type: 'fetch_visitor_authentication',
    ...(purpose === 'visitor-logout' ? { action: 'logout' } : {}),
    ...(location === undefined ? {} : { location }),
    searchParams,
  };
}
