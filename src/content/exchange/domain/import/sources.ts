import type { Readable } from 'node:stream';

/** One file of a tree that comes from outside: an archive, a repository. */
export interface SourceFile {
  /** Relative to the root, segments joined by "/", as `sourcePath` makes it. */
  path: string;
  /** Bytes. */
  size: number;
  /** What Git calls these bytes: hex of sha1("blob <size>\0" + bytes). Equal oids mean equal content. */
  oid: string;
}

/** An entry that was passed over, and why, for the report of an import. */
export interface SkippedEntry {
  path: string;
  reason: 'link' | 'submodule' | 'unusable-path' | 'missing';
}

/** The files of one source at one moment. Nothing is held in memory but the list; `close` lets go of everything. */
export abstract class SourceTree {
  /** Entries that are not files; complete once `list` has answered. */
  abstract readonly skipped: readonly SkippedEntry[];

  /** All files in order of path. Throws SourceRefused if the source breaks a rule or a cap. */
  abstract list(): Promise<readonly SourceFile[]>;

  /** The bytes of a listed file. Throws SourceRefused if there is no such file. */
  abstract read(path: string): Promise<Buffer>;

  /** The bytes of a listed file as a stream, for large ones. */
  abstract stream(path: string): Promise<Readable>;

  abstract close(): Promise<void>;
}

/** Caps on what a source may hold; all are checked against real bytes, not against what the source claims. */
export interface SourceLimits {
  maxFiles: number;
  /** Bytes of one file, unpacked. */
  maxFileBytes: number;
  /** Bytes of all files, unpacked. */
  maxTotalBytes: number;
}

export const SOURCE_LIMITS: SourceLimits = {
  maxFiles: 20_000,
  maxFileBytes: 100 * 1024 * 1024,
  maxTotalBytes: 2 * 1024 * 1024 * 1024,
};

/** The source breaks a rule: a bad path, a link in an archive, damaged bytes. The message is fit for the caller. */
export class SourceRefused extends Error {
  override name = 'SourceRefused';
}

/** The source is over a cap. */
export class SourceTooLarge extends SourceRefused {
  override name = 'SourceTooLarge';
}

/** The bytes are others than those that were announced. */
export class SourceDiffers extends SourceRefused {
  override name = 'SourceDiffers';
}

/** The source cannot be had: no such repository or branch, wrong credentials, no answer. Fit for the caller. */
export class SourceUnavailable extends Error {
  override name = 'SourceUnavailable';
}

/** The source cannot be had, and trying again later will not help: no such repository or branch, no access. */
export class SourceMissing extends SourceUnavailable {
  override name = 'SourceMissing';
}

const MAX_PATH_LENGTH = 1024;

/**
 * The normal form of a path inside a source: "." and empty segments removed. Undefined if it could leave the root or
 * cannot be a path everywhere: absolute, "..", backslash, drive letter, control character, broken UTF-8, too long.
 */
export function sourcePath(raw: string): string | undefined {
  if (raw.startsWith('/') || /^[a-zA-Z]:/.test(raw) || /[\p{Cc}\\\ufffd]/u.test(raw)) return undefined;
  const segments = raw.split('/').filter((segment) => segment !== '' && segment !== '.');
  const path = segments.join('/');
  if (segments.length === 0 || segments.includes('..') || path.length > MAX_PATH_LENGTH) return undefined;
  return path;
}

const IGNORED_NAMES = new Set(['.git', '__MACOSX', '.DS_Store', 'Thumbs.db', 'desktop.ini']);

/** What operating systems and version control leave in folders; never content. */
export function isIgnoredPath(path: string): boolean {
  return path.split('/').some((segment) => IGNORED_NAMES.has(segment));
}

/** Collects files against the caps; throws SourceTooLarge at the first that is over. */
export class SourceBudget {
  private files = 0;
  private bytes = 0;

  constructor(private readonly limits: SourceLimits) {}

  add(path: string, size: number): void {
    this.files += 1;
    this.bytes += size;
    const { maxFiles, maxFileBytes, maxTotalBytes } = this.limits;
    if (this.files > maxFiles) throw new SourceTooLarge(`More than ${maxFiles} files`);
    if (size > maxFileBytes) throw new SourceTooLarge(`"${path}" is larger than ${maxFileBytes} bytes`);
    if (this.bytes > maxTotalBytes)
      throw new SourceTooLarge(`The files together are larger than ${maxTotalBytes} bytes`);
  }
}

/** Where a repository is. Credentials in the URL are used and never shown; they may also be given apart. */
export interface GitAddress {
  /** https://, http://, ssh://, user@host:path, or file:// where the settings allow it. */
  url: string;
  /** Branch, tag, full ref name or commit; the remote's HEAD unless given. */
  ref?: string;
  credentials?: { username: string; password: string };
  /** A private key, as OpenSSH writes it, for remotes over ssh. */
  sshKey?: string;
}

/** The files of one commit. */
export abstract class GitTree extends SourceTree {
  /** Hex of the commit. */
  abstract readonly commit: string;
  /** The full name of the ref read, such as refs/heads/main; the commit itself if that was asked for. */
  abstract readonly ref: string;
  abstract readonly message: string;
}

/** One file to commit. */
export interface GitFile {
  path: string;
  /** If known, `content` is asked for only when the remote lacks these bytes. */
  oid?: string;
  content(): Promise<Buffer>;
}

/** A tree to commit on top of a remote branch. */
export interface GitCommit extends GitAddress {
  /** Branch name; HEAD's branch unless given. A branch that does not exist starts from HEAD. */
  ref?: string;
  files: Iterable<GitFile> | AsyncIterable<GitFile>;
  /** Which of the remote's other paths stay as they are; none unless given: the files are the whole tree. */
  keep?: (path: string) => boolean;
  message: string;
  author: { name: string; email: string; at: Date };
  /** Called with the hash of the commit before it is pushed. */
  beforePush?: (commit: string) => Promise<void>;
  /** Commit only if the branch is still here (null: does not exist yet); GitHeadMoved otherwise. */
  expectedHead?: string | null;
}

/** What became of a push. `changed` is false if the remote had this very tree: then `commit` is its head. */
export interface GitPushed {
  commit: string;
  ref: string;
  changed: boolean;
}

/** The branch has moved: another client pushed meanwhile. */
export class GitHeadMoved extends Error {
  override name = 'GitHeadMoved';
}

/** Reads from and writes to Git repositories elsewhere. Errors: SourceRefused, SourceUnavailable, GitHeadMoved. */
export abstract class GitRepositories {
  abstract open(address: GitAddress): Promise<GitTree>;
  abstract push(commit: GitCommit): Promise<GitPushed>;
  /** Where a branch is; undefined where the repository has no such branch. Costs one question, whatever it holds. */
  abstract branch(address: GitAddress & { ref: string }): Promise<string | undefined>;
  /** Whether `ancestor` is in the history of `commit`; undefined where the remote can't be asked, or it is too long. */
  abstract descends(address: GitAddress, commit: string, ancestor: string): Promise<boolean | undefined>;
}
