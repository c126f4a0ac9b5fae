import { fileURLToPath } from 'node:url';
import { SourceRefused, type GitAddress } from '../../domain/import/sources.js';

export interface Credentials {
  username: string;
  password: string;
}

/** A parsed address; `name` is fit to be shown: it holds no credentials. */
export type GitRemote =
  | { kind: 'http'; name: string; url: string; credentials: Credentials | undefined }
  | { kind: 'ssh'; name: string; user: string; host: string; port: number; path: string; key?: string }
  | { kind: 'file'; name: string; path: string };

/** Parses the forms Git knows. Throws SourceRefused, without repeating the address: it may hold a secret. */
export function parseRemote(address: GitAddress): GitRemote {
  const scp = /^(?:([^@/:\s]+)@)?([^@/:\s]+):(?!\/\/)(.+)$/.exec(address.url);
  if (scp !== null && !/^[a-zA-Z]$/.test(scp[2] ?? ''))
    return sshRemote(scp[1] ?? 'git', scp[2] ?? '', 22, scp[3] ?? '', address.sshKey);
  if (!URL.canParse(address.url)) throw new SourceRefused('This is not the address of a Git repository');
  const url = new URL(address.url);
  switch (url.protocol) {
    case 'https:':
    case 'http:':
      return httpRemote(url, address.credentials);
    case 'ssh:':
    case 'git+ssh:':
      return sshRemote(
        decoded(url.username) || 'git',
        url.hostname.replace(/^\[(.*)\]$/, '$1'),
        Number(url.port || 22),
        // "/~someone/x" means that user's folder, which the far side knows as "~someone/x".
        decoded(url.pathname).replace(/^\/~/, '~'),
        address.sshKey,
      );
    case 'file:':
      return fileRemote(url);
    default:
      throw new SourceRefused(`Git repositories are read over https, ssh and file, not over ${url.protocol}`);
  }
}

function httpRemote(url: URL, given: Credentials | undefined): GitRemote {
  const inUrl = url.username === '' && url.password === '' ? undefined : pair(url);
  const bare = new URL(url);
  bare.username = '';
  bare.password = '';
  bare.hash = '';
  bare.search = '';
  const text = bare.href.replace(/\/+$/, '');
  return { kind: 'http', name: text, url: text, credentials: given ?? inUrl };
}

function pair(url: URL): Credentials {
  return { username: decoded(url.username), password: decoded(url.password) };
}

/** What reaches the ssh program as an argument must not be read as an option. */
function sshRemote(user: string, host: string, port: number, path: string, key: string | undefined): GitRemote {
  const usable = /^[\w.][\w.-]*$/.test(user) && /^[\w:.][\w:.-]*$/.test(host);
  if (!usable || path === '' || path.startsWith('-') || /\p{Cc}/u.test(path)) {
    throw new SourceRefused('This is not an ssh address of a Git repository');
  }
  return {
    kind: 'ssh',
    name: `ssh://${host}/${path.replace(/^\//, '')}`,
    user,
    host,
    port,
    path,
    ...(key === undefined ? {} : { key }),
  };
}

function fileRemote(url: URL): GitRemote {
  try {
    return { kind: 'file', name: `file://${url.pathname}`, path: fileURLToPath(url) };
  } catch {
    throw new SourceRefused('This is not a file address of a Git repository');
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new SourceRefused('The address of the Git repository is not percent-encoded');
  }
}

export function hasSecret({ url, credentials, sshKey }: GitAddress): boolean {
  return credentials !== undefined || sshKey !== undefined || /^[a-z+]+:\/\/[^/]*@/i.test(url);
}

/** An address may hold its credentials itself, so all of it is kept. */
export function secretsOf({ url, credentials, sshKey }: GitAddress): GitAddress {
  return { url, ...(credentials ? { credentials } : {}), ...(sshKey === undefined ? {} : { sshKey }) };
}
