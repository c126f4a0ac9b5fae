import { Injectable } from '@nestjs/common';
import { OpensOrganizations } from '#kernel/application/organization-deletion';
import { UnitOfWork } from '#kernel/infrastructure/database/unit-of-work';
import type { Subdomains } from '../domain/subdomains.js';

/** One row for each name; the key keeps two organizations from taking the same name at once. */
@Injectable()
@OpensOrganizations({ table: 'organization.subdomain' })
export class SubdomainStore implements Subdomains {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async take(organizationId: string, subdomain: string): Promise<boolean> {
    const { manager } = this.unitOfWork;
    await manager.query('delete from organization.subdomain where organization_id = $1', [organizationId]);
    const taken: unknown[] = await manager.query(
      `insert into organization.subdomain (subdomain, organization_id) values ($1, $2)
       on conflict (subdomain) do nothing returning 1`,
      [subdomain, organizationId],
    );
    return taken.length === 1;
  }
}
