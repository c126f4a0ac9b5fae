const BY_ADDRESS = `select organization, site, site_space, site_section, space, base_path, site_base_path, canonical, token
  from bare.visit where host = $1 and path = any($2) order by length(path) desc limit 1`;

/** What a published URL shows: the longest address that is known, and what is left of the path. */
export function answerer({ pool }) {
  return async (request) => {
    let text = '';
    for await (const piece of request) text += piece;
    const url = new URL(JSON.parse(text).url);
    const segments = url.pathname.split('/').filter((segment) => segment !== '');
    const paths = [...segments.keys(), segments.length].map((count) => segments.slice(0, count).join('/'));
    const [row] = (await pool.query({ name: 'visit', text: BY_ADDRESS, values: [url.hostname, paths] })).rows;
    const rest = url.pathname.slice(row.base_path.length);
    const body = JSON.stringify({
      organization: row.organization,
      site: row.site,
      siteSpace: row.site_space,
      space: row.space,
      pathname: rest,
      basePath: row.base_path,
      siteBasePath: row.site_base_path,
      canonicalUrl: row.canonical + rest,
      complete: false,
      apiToken: row.token,
      preview: false,
      siteSection: row.site_section,
    });
    return { body };
  };
}
