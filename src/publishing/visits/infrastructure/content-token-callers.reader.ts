import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { CallerByContentToken, type Caller } from '#kernel/application/caller';
import { Clock } from '#kernel/domain/clock';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { visitorsOf } from '../../sites/domain/site/visitors-of.js';
import { SITES } from '../../sites/infrastructure/reading.js';
import { SHARE_LINKS } from '../../visitors/infrastructure/reading.js';
import { ContentTokens } from '../domain/content-tokens.js';
import { continuedVisit, type VisitedSite } from '../domain/continued-visit.js';

/** The caller of a content token, as long as the site admits its visitor: one statement. */
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
    const opened = await this.sql.row<VisitedSite & {}>(
      'site.visited',
      `select t.structure, t.adaptive_content as "adaptiveContent", t.visibility,
         t.published_at as "publishedAt", exists (select from ${SHARE_LINKS} l
         where l.organization_id = $1 and l.site_id = t.id and l.id = $3 and l.active) as linked
       from ${SITES} t where t.organization_id = $1 and t.id = $2 and t.published and t.access = $4`,
      [organizationId, siteId, shareLink, access],
    );
    const visitor = opened && continuedVisit(visit, opened);
    if (!visitor) return undefined;
    const roles = new Map([[organizationId, null]]);
    return { userId: visitorsOf(siteId), roles, teams: [], expiresAt: visit.until, visitor };
  }
}
