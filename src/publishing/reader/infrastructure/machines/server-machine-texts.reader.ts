import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { Settings } from '#kernel/infrastructure/settings';
import { rootUrl } from '../../../sites/domain/site/addresses.js';
import { SITES } from '../../../sites/infrastructure/reading.js';
import { ReadServerMachineText } from '../../application/machines/machine-texts.queries.js';
import type { KeptText } from '../../application/reader.queries.js';
import { CATALOG_TYPE, serverCatalog } from '../../domain/machines/catalog.js';
import { robotsText } from '../../domain/machines/robots.js';
import { KeptTexts } from '../kept-texts.js';

/** Sites that are named. */
const MOST_SITES = 1_000;
const RULES = ['Allow: /', ...['v1', 'o', 'signin', 'files', 'mcp'].map((name) => `Disallow: /${name}/`)];

interface SiteRow extends Record<string, unknown> {
  organizationId: string;
  id: string;
  title: string;
  basename: string;
  hostname: string | null;
  proxy: string | null;
  agentsContext: string;
}

/** One statement. Unlisted sites, and those for some visitors only, are not named. */
@QueryHandler(ReadServerMachineText)
export class ReadServerMachineTextHandler implements IQueryHandler<ReadServerMachineText> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly settings: Settings,
    private readonly kept: KeptTexts,
  ) {}

  async execute({ file }: ReadServerMachineText): Promise<KeptText> {
    const rows = await this.sql.rows<SiteRow>(
      'site.for-programs',
      `select t.organization_id as "organizationId", t.id, t.title, t.basename, t.hostname, t.proxy,
         t.agents_context as "agentsContext" from ${SITES} t
       where t.published and t.visibility = 'public' order by t.published_at, t.id limit ${MOST_SITES}`,
      [],
    );
    const sites = rows.map((row) => ({ ...row, url: rootUrl(row, this.settings) }));
    const isRobots = file === 'robots';
    const text = isRobots
      ? robotsText(
          RULES,
          sites.map(({ url }) => `${url}sitemap.xml`),
        )
      : serverCatalog(
          this.settings.publicUrl,
          sites.filter(({ agentsContext }) => agentsContext !== 'excluded'),
        );
    const key = JSON.stringify(['server', file, text]);
    const type = isRobots ? 'text/plain; charset=utf-8' : CATALOG_TYPE;
    return this.kept.get(key) ?? this.kept.keep(key, { text, type, shared: true, hidden: false });
  }
}
