/** The host in the address of a repository, also in one as `user@host:path`. */
const hostOf = (url: string): string => `substring(${url} from '^(?:[a-z+]+://)?(?:[^@/]*@)?([^:/]+)')`;

/** The path of a repository on its host: `owner/name` on most hosts. */
export const repositoryName = (url: string): string =>
  `regexp_replace(regexp_replace(${url}, '^(?:[a-z+]+://[^/]*/+|[^/:]+:/*)', ''), '(\\.git)?/*$', '')`;

/** The provider of a repository if its host is a known one. */
export const repositoryHost = (url: string): string =>
  `case when ${hostOf(url)} = 'github.com' then 'github' when ${hostOf(url)} = 'gitlab.com' then 'gitlab' end`;

/** What hosts have between a repository and a branch in the addresses of files; null for others than these. */
const filesOn = (host: string, provider: string): string => `case
    when ${provider} = 'github' or ${host} ~ '^github\\.' then '/blob/'
    when ${provider} = 'gitlab' or ${host} ~ '(^|\\.)gitlab\\.' then '/-/blob/'
    when ${host} ~ '(^|\\.)(codeberg|gitea|forgejo)\\.' then '/src/branch/'
    when ${host} = 'bitbucket.org' then '/src/'
  end`;

/** A branch or a folder as a part of an address. */
const inAddress = (name: string): string =>
  [
    ['%', '%25'],
    [' ', '%20'],
    ['#', '%23'],
    ['?', '%3F'],
  ].reduce((text, [sign, escape]) => `replace(${text}, '${sign}', '${escape}')`, name);

/**
 * Where browsers are shown the files of a branch, tag or commit, whose paths are put behind it; null where the host is
 * not known. Hosts of one's own are known by the name of their software in that of the host, or by the provider.
 */
export function repositoryFiles(url: string, ref: string, provider = 'null::text'): string {
  const web = `case when ${url} ~ '^https?://' then regexp_replace(${url}, '(\\.git)?/*$', '')
    else 'https://' || ${hostOf(url)} || '/' || ${repositoryName(url)} end`;
  return `case when ${url} !~ '^file:' then ${web} || ${filesOn(hostOf(url), provider)} || ${inAddress(ref)} end`;
}

/** The part of such an address that leads to a folder, whose files have paths below it; null means none. */
export const inFolder = (folder: string): string => `coalesce('/' || ${inAddress(folder)}, '')`;
