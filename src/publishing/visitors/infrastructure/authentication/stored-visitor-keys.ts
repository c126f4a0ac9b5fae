import { Injectable } from '@nestjs/common';
import { VisitorAuths, type VisitorKeys } from '../../domain/authentication/visitor-auths.js';

/** The key of the site itself; none if an integration authenticates its visitors, whose keys it knows itself. */
@Injectable()
export class StoredVisitorKeys implements VisitorKeys {
  constructor(private readonly auths: VisitorAuths) {}

  async of(organizationId: string, siteId: string): Promise<readonly string[]> {
    const auth = await this.auths.find(organizationId, siteId);
    return auth?.backend === 'custom' ? [auth.snapshot().key] : [];
  }
}
