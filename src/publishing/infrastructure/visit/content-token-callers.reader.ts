import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { CallerByContentToken, type Caller } from '#kernel/application/caller';
import { Clock } from '#kernel/domain/clock';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { ContentTokens } from '../../domain/visit/content-tokens.js';
import { NO_CLAIMS } from '../site/site-reading.js';
import { visitorsOf } from '../site/visitors-of.js';

interface Opened {
  spaces: string[];
  visibility: string;
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
      `select t.spaces, t.visibility, exists (select from publishing.share_link l
         where l.organization_id = t.organization_id and l.site_id = t.id and l.id = $3 and l.active) as linked
       from publishing.site t where t.organization_id = $1 and t.id = $2 and t.published and t.access = $4`,
      [organizationId, siteId, shareLink, access],
    );
    if (!opened || (opened.visibility === 'share-link' && !opened.linked)) return undefined;
    const present = new Set(opened.spaces);
    return {
      userId: visitorsOf(siteId),
      roles: new Map([[organizationId, null]]),
      teams: [],
      expiresAt: visit.until,
      visitor: {
        organizationId,
        siteId,
        spaces: visit.spaces.filter((space) => present.has(space)),
        claims: visit.claims ?? NO_CLAIMS,
      },
    };
  }
}
