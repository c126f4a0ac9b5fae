import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { CallerByContentToken, type Caller } from '#kernel/application/caller';
import { Clock } from '#kernel/domain/clock';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import type { SiteState } from '../../sites/domain/site/site.js';
import { inputsOf, NO_CLAIMS, structureFor } from '../../sites/infrastructure/site/site-reading.js';
import { visitorsOf } from '../../sites/infrastructure/site/visitors-of.js';
import { ContentTokens } from '../domain/content-tokens.js';

interface Opened extends Pick<SiteState, 'adaptiveContent' | 'structure' | 'visibility' | 'publishedAt'> {
  /** Whether the share link by which they came in still opens the site. */
  linked: boolean;
}

/** Who a content token stands for, as long as the site lets in whoever has it: one statement. */
@QueryHandler(CallerByContentToken)
export class CallerByContentTokenHandler implements IQueryHandler<CallerByContentToken> {
  constructor(
    private readonly tokens: ContentTokens,
    private readonly sql: SqlQuery,
    private readonly clock: Clock,
  ) {}

  async execute({ token }: CallerByContentToken): Promise<Caller | undefined> {
    const visit = await this.tokens.read(token, this.clock.now());
    if (!visit) return undefined;
    const { organization: organizationId, site: siteId, shareLink = null, access } = visit;
    const opened = await this.sql.row<Opened & {}>(
      'site.visited',
      `select t.structure, t.adaptive_content as "adaptiveContent", t.visibility,
         t.published_at as "publishedAt", exists (select from publishing.share_link l
         where l.organization_id = t.organization_id and l.site_id = t.id and l.id = $3 and l.active) as linked
       from publishing.site t where t.organization_id = $1 and t.id = $2 and t.published and t.access = $4`,
      [organizationId, siteId, shareLink, access],
    );
    if (!opened || (opened.visibility === 'share-link' && !opened.linked)) return undefined;
    // What the site shows them now: a condition may have been set since they came in.
    const { claims } = inputsOf(opened, visit.claims ?? NO_CLAIMS).visitor;
    const { siteSpaces } = structureFor(opened, claims);
    const shown = siteSpaces.filter(({ space }) => visit.spaces.includes(space));
    const { changeRequest, revision } = visit;
    const beginning = opened.publishedAt ?? new Date(0);
    return {
      userId: visitorsOf(siteId),
      roles: new Map([[organizationId, null]]),
      teams: [],
      expiresAt: visit.until,
      visitor: {
        organizationId,
        siteId,
        spaces: shown.map(({ space }) => space),
        since: new Map(shown.map(({ space, since }) => [space, since ? new Date(since) : beginning])),
        preview: { changeRequest, revision },
        claims,
      },
    };
  }
}
