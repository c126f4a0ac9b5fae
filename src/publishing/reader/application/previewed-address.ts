/** What the address of a preview names. */
export interface PreviewedAddress {
  organizationId: string;
  siteId: string;
  /** The path of the preview of the site, which ends with a slash. */
  base: string;
  /** What follows it, without the part that names a change request or a revision. */
  named: string;
  /** The part that names one, with a slash at its end; empty where it is the site as it is. */
  marked: string;
  changeRequest?: string;
  revision?: string;
  /** The path of the page. */
  page: string;
}

const ADDRESS = /^(\/o\/([\w-]{1,100})\/sites\/([\w-]{1,100})\/preview)(?:\/(.*))?$/;
const MARKED = /^((?:.*\/)?)(~\/(changes|revisions)\/([\w-]{1,100}))(?:\/(.*))?$/;

/** Where members see a site as it would be published: its `urls.preview`, without a slash at its end. */
export function previewPath(organizationId: string, siteId: string): string {
  return `/o/${organizationId}/sites/${siteId}/preview`;
}

/** Undefined for the path of anything else. */
export function previewedAddress(path: string): PreviewedAddress | undefined {
  const [, base, organizationId, siteId, rest = ''] = ADDRESS.exec(path) ?? [];
  if (base === undefined || organizationId === undefined || siteId === undefined) return undefined;
  const site = { organizationId, siteId, base: `${base}/` };
  const [, named, mark, kind, id, page = ''] = MARKED.exec(rest) ?? [];
  if (named === undefined || mark === undefined || id === undefined)
    return { ...site, named: rest, marked: '', page: '' };
  return {
    ...site,
    named,
    marked: `${mark}/`,
    page,
    ...(kind === 'changes' ? { changeRequest: id } : { revision: id }),
  };
}
