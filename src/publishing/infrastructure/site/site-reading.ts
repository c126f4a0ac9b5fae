import { Injectable } from '@nestjs/common';
import { conditionHolds } from '#adaptive';
import type { Caller } from '#kernel/application/caller';
import { NotFound } from '#kernel/domain/errors';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import type { Role } from '#permissions';
import { visibleStructure } from '../../domain/site/addresses.js';
import type { SiteState } from '../../domain/site/site.js';
import { requireSiteReader, requireSiteRole } from '../../domain/site/site.policy.js';
import type { SiteStructure } from '../../domain/site/structure.js';
import { SITE_COLUMNS } from './site.store.js';

/** What a visitor shows of themselves. */
type Claims = NonNullable<Caller['visitor']>['claims'];

/** A site as it is read, with the role of the member of the organization who reads it; visitors have none. */
export interface ReadSite {
  site: SiteState;
  role: Role | undefined;
}

/** Reads the record of a site for those who may. */
@Injectable()
export class SiteReading {
  constructor(private readonly sql: SqlQuery) {}

  /** For members with the role read or more. */
  async forMember(caller: Caller, organizationId: string, siteId: string, wanted: Role = 'read'): Promise<ReadSite> {
    const role = requireSiteRole(caller, organizationId, wanted);
    return { site: await this.whole(organizationId, siteId), role };
  }

  /** The same, and for visitors of the site, who get what they may see of its structure. */
  async forReader(caller: Caller, organizationId: string, siteId: string): Promise<ReadSite> {
    const role = requireSiteReader(caller, organizationId, siteId);
    const site = await this.whole(organizationId, siteId);
    const { visitor } = caller;
    return { site: visitor ? { ...site, structure: structureFor(site, visitor.claims) } : site, role };
  }

  /** The record as it is, for whoever asks: they must have been looked at before. */
  async whole(organizationId: string, siteId: string): Promise<SiteState> {
    const site = await this.sql.row<SiteState & {}>(
      'site.get',
      `select ${SITE_COLUMNS} from publishing.site t where t.organization_id = $1 and t.id = $2`,
      [organizationId, siteId],
    );
    if (!site) throw new NotFound('Site not found');
    return site;
  }
}

/** Nobody knows anything of them. */
export const NO_CLAIMS: Claims = { unsigned: {} };

/** What conditions of a site read. Only a site with adaptive content heeds claims. */
export function inputsOf({ adaptiveContent }: Pick<SiteState, 'adaptiveContent'>, claims: Claims) {
  return { visitor: { claims: adaptiveContent ? claims : NO_CLAIMS } };
}

/** What somebody with these claims sees of the structure of a site. */
export function structureFor(site: Pick<SiteState, 'adaptiveContent' | 'structure'>, claims: Claims): SiteStructure {
  const inputs = inputsOf(site, claims);
  return visibleStructure(site.structure, (condition) => conditionHolds(condition, inputs));
}
