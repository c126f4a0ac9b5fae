import { Injectable } from '@nestjs/common';
import { Dispatcher } from '#kernel/application/dispatcher';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { VisitorLoginOfIntegration } from '../../contract/queries.js';
import type { SiteUrls } from '../../contract/site.view.js';
import type { SiteState } from '../../sites/domain/site/site.js';
import { VISITOR_AUTHS } from '../../visitors/infrastructure/reading.js';

interface AuthRow extends Record<string, unknown> {
  /** The name of the integration that signs visitors in; null where the organization's own server does. */
  integration: string | null;
  fallbackUrl: string | null;
  logoutUrl: string | null;
}

const AUTH = `select case when backend = 'integration' then integration end as integration,
    fallback_url as "fallbackUrl", logout_url as "logoutUrl"
  from ${VISITOR_AUTHS} a where organization_id = $1 and site_id = $2`;

/** Where visitors of a site sign in and out: with at most two statements, and none where they never sign in. */
@Injectable()
export class VisitorAddresses {
  constructor(
    private readonly sql: SqlQuery,
    private readonly dispatcher: Dispatcher,
  ) {}

  async of({
    organizationId,
    id,
    visibility,
    adaptiveContent,
  }: SiteState): Promise<Pick<SiteUrls, 'login' | 'logout'>> {
    if (visibility !== 'visitor-auth' && !adaptiveContent) return {};
    const auth = await this.sql.row<AuthRow>('visitor-auth.addresses', AUTH, [organizationId, id]);
    if (!auth) return {};
    const { integration } = auth;
    const signer =
      integration === null
        ? undefined
        : await this.dispatcher.ask(new VisitorLoginOfIntegration(organizationId, id, integration));
    const login = signer?.loginUrl ?? auth.fallbackUrl;
    const logout = signer?.logoutUrl ?? auth.logoutUrl;
    return { ...(login === null ? {} : { login }), ...(logout === null ? {} : { logout }) };
  }
}
