import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { NotFound } from '#kernel/domain/errors';
import { GetVisitorAuth } from '../../application/visitor/visitor-auth.queries.js';
import type { SitePublishingAuthView } from '../../application/visitor/visitor-auth.view.js';
import { requireSiteRole } from '../../domain/site/site.policy.js';
import type { VisitorAuthState } from '../../domain/visitor/visitor-auth.js';
import { VisitorAuths } from '../../domain/visitor/visitor-auths.js';

@QueryHandler(GetVisitorAuth)
export class GetVisitorAuthHandler implements IQueryHandler<GetVisitorAuth> {
  constructor(private readonly auths: VisitorAuths) {}

  async execute({ caller, organizationId, siteId }: GetVisitorAuth): Promise<SitePublishingAuthView> {
    requireSiteRole(caller, organizationId, 'admin');
    const auth = await this.auths.find(organizationId, siteId);
    if (!auth) throw new NotFound('Site not found');
    return toView(auth.snapshot());
  }
}

function toView({ backend, key, integration, fallbackUrl, logoutUrl }: VisitorAuthState): SitePublishingAuthView {
  const view: SitePublishingAuthView = { object: 'publishing-auth', backend, privateKey: key };
  if (fallbackUrl !== null) view.fallbackURL = fallbackUrl;
  if (logoutUrl !== null) view.logoutURL = logoutUrl;
  if (integration !== null) view.integration = integration;
  return view;
}
