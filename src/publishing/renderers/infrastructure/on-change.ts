import { Injectable } from '@nestjs/common';
import { ReactsTo } from '#kernel/application/reactions';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { ChangeRequestMerged, ChangeRequestUpdated, SpaceContentUpdated, SpaceUpdated } from '#content';
import { OpenAPISpecDeleted, OpenAPISpecUpdated, SiteDeleted, SiteUpdated } from '../../contract/events.js';
import { SITES } from '../../sites/infrastructure/reading.js';
import { Renderers } from './renderers.js';

/** The content of a site, who may read it, or its customization has changed. */
@Injectable()
@ReactsTo(SiteUpdated, 'publishing.purge-updated-site')
export class PurgeUpdatedSite {
  constructor(private readonly renderers: Renderers) {}

  async handle({ site }: SiteUpdated): Promise<void> {
    await this.renderers.purge(`site:${site}`);
  }
}

@Injectable()
@ReactsTo(SiteDeleted, 'publishing.purge-deleted-site')
export class PurgeDeletedSite {
  constructor(private readonly renderers: Renderers) {}

  async handle({ site }: SiteDeleted): Promise<void> {
    await this.renderers.purge(`site:${site}`);
  }
}

/** Spaces of published sites: renderers cache no others. */
@Injectable()
export class PublishedSpaces {
  constructor(
    private readonly sql: SqlQuery,
    private readonly renderers: Renderers,
  ) {}

  /** Whether there are renderers. */
  get present(): boolean {
    return this.renderers.present;
  }

  async purge(organizationId: string, spaceId: string, tag: string): Promise<void> {
    if ((await this.#sites(organizationId, spaceId)).length > 0) await this.renderers.purge(tag);
  }

  /** The cached structure of a site contains the record of each space as well. */
  async purgeRecord(organizationId: string, spaceId: string): Promise<void> {
    const sites = await this.#sites(organizationId, spaceId);
    if (sites.length > 0) await this.renderers.purge(`space:${spaceId}`, ...sites.map(({ id }) => `site:${id}`));
  }

  async #sites(organizationId: string, spaceId: string): Promise<{ id: string }[]> {
    if (!this.present) return [];
    return this.sql.rows(
      'site.showing-space',
      `select t.id from ${SITES} t
       where t.organization_id = $1 and t.spaces @> array[$2] and t.published order by t.id`,
      [organizationId, spaceId],
    );
  }
}

/** The live content of a space is another revision. */
@Injectable()
@ReactsTo(SpaceContentUpdated, 'publishing.purge-updated-space')
export class PurgeUpdatedSpace {
  readonly present: boolean;

  constructor(private readonly spaces: PublishedSpaces) {
    this.present = spaces.present;
  }

  async handle({ organization, space }: SpaceContentUpdated): Promise<void> {
    await this.spaces.purge(organization, space, `space:${space}`);
  }
}

/** The record of a space has changed: its title, its icon, its language and the like. */
@Injectable()
@ReactsTo(SpaceUpdated, 'publishing.purge-renamed-space')
export class PurgeRenamedSpace {
  constructor(private readonly spaces: PublishedSpaces) {}

  async handle({ organization, space }: SpaceUpdated): Promise<void> {
    await this.spaces.purgeRecord(organization, space);
  }
}

/** Previews show change requests. */
@Injectable()
@ReactsTo(ChangeRequestUpdated, 'publishing.purge-updated-change-request')
export class PurgeUpdatedChangeRequest {
  constructor(private readonly spaces: PublishedSpaces) {}

  async handle({ organization, space, changeRequest }: ChangeRequestUpdated): Promise<void> {
    await this.spaces.purge(organization, space, `space:${space}:change-request:${changeRequest}`);
  }
}

@Injectable()
@ReactsTo(ChangeRequestMerged, 'publishing.purge-merged-change-request')
export class PurgeMergedChangeRequest {
  constructor(private readonly spaces: PublishedSpaces) {}

  async handle({ organization, space, changeRequest }: ChangeRequestMerged): Promise<void> {
    await this.spaces.purge(organization, space, `space:${space}:change-request:${changeRequest}`);
  }
}

/** An OpenAPI specification has new content or another visibility. Renderers know it by its slug or by its id. */
@Injectable()
@ReactsTo(OpenAPISpecUpdated, 'publishing.purge-updated-openapi-spec')
export class PurgeUpdatedOpenAPISpec {
  constructor(private readonly renderers: Renderers) {}

  async handle({ organization, spec, slug }: OpenAPISpecUpdated): Promise<void> {
    await this.renderers.purge(
      `organization:${organization}:openapi:${slug}`,
      `organization:${organization}:openapi:${spec}`,
    );
  }
}

@Injectable()
@ReactsTo(OpenAPISpecDeleted, 'publishing.purge-deleted-openapi-spec')
export class PurgeDeletedOpenAPISpec {
  constructor(private readonly renderers: Renderers) {}

  async handle({ organization, spec, slug }: OpenAPISpecDeleted): Promise<void> {
    await this.renderers.purge(
      `organization:${organization}:openapi:${slug}`,
      `organization:${organization}:openapi:${spec}`,
    );
  }
}
