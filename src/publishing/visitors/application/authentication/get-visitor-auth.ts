import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { NotFound } from '#kernel/domain/errors';
import { requireSiteRole } from '../../../sites/domain/site/site.policy.js';
import type { VisitorAuthState } from '../../domain/authentication/visitor-auth.js';
import { VisitorAuths } from '../../domain/authentication/visitor-auths.js';
import { FindVisitorAuth, GetVisitorAuth } from './visitor-auth.queries.js';
import type { SitePublishingAuthView } from './visitor-auth.view.js';

@QueryHandler(FindVisitorAuth)
export class FindVisitorAuthHandler implements IQueryHandler<FindVisitorAuth> {
  constructor(private readonly auths: VisitorAuths) {}

  execute(query: FindVisitorAuth): Promise<SitePublishingAuthView | undefined> {
    return find(this.auths, query);
  }
}

@QueryHandler(GetVisitorAuth)
export class GetVisitorAuthHandler implements IQueryHandler<GetVisitorAuth> {
  constructor(private readonly auths: VisitorAuths) {}

  async execute(query: GetVisitorAuth): Promise<SitePublishingAuthView> {
    const view = await find(this.auths, query);
    if (!view) throw new NotFound('Site not found');
    return view;
  }
}

async function find(
  auths: VisitorAuths,
  { caller, organizationId, siteId }: FindVisitorAuth,
): Promise<SitePublishingAuthView | undefined> {
  requireSiteRole(caller, organizationId, siteId, 'admin');
  const auth = await auths.find(organizationId, siteId);
  return auth && toView(auth.snapshot());
}

function toView({ backend, key, integration, fallbackUrl, logoutUrl }: VisitorAuthState): SitePublishingAuthView {
  const view: SitePublishingAuthView = { object: 'publishing-auth', backend, privateKey: key };
  if (fallbackUrl !== null) view.fallbackURL = fallbackUrl;
  if (logoutUrl !== null) view.logoutURL = logoutUrl;
  if (integration !== null) view.integration = integration;
  return view;
}
