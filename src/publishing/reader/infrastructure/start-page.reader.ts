import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { Settings } from '#kernel/infrastructure/settings';
import { drawStartPage } from '#site-html';
import { rootUrl } from '../../sites/domain/site/addresses.js';
import { SITES } from '../../sites/infrastructure/reading.js';
import type { KeptText } from '../application/reader.queries.js';
import { ReadStartPage } from '../application/start-page.queries.js';
import { KeptTexts } from './kept-texts.js';
import { SiteFiles } from './site-files.js';

/** Sites that the page shows. */
const MOST_SITES = 60;

interface SiteRow extends Record<string, unknown> {
  organizationId: string;
  id: string;
  title: string;
  basename: string;
  hostname: string | null;
  proxy: string | null;
}

/** One statement. Unlisted sites, and those for some visitors only, are not shown. */
@QueryHandler(ReadStartPage)
export class ReadStartPageHandler implements IQueryHandler<ReadStartPage> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly settings: Settings,
    private readonly kept: KeptTexts,
    private readonly files: SiteFiles,
  ) {}

  async execute(): Promise<KeptText> {
    const rows = await this.sql.rows<SiteRow>(
      'site.of-start-page',
      `select t.organization_id as "organizationId", t.id, t.title, t.basename, t.hostname, t.proxy from ${SITES} t
       where t.published and t.visibility = 'public' order by t.published_at, t.id limit ${MOST_SITES}`,
      [],
    );
    const sites = rows.map((site) => ({ title: site.title, href: rootUrl(site, this.settings) }));
    const key = JSON.stringify(['start', sites]);
    return this.kept.get(key) ?? this.kept.keep(key, { ...this.#draw(sites), shared: true, hidden: false });
  }

  #draw(sites: readonly { title: string; href: string }[]): { text: string; type: string } {
    const text = drawStartPage({
      sites,
      files: this.files.usual('en'),
      links: { signIn: '/signin', api: '/docs' },
    });
    return { text, type: 'text/html; charset=utf-8' };
  }
}
