import {
  GitHeadMoved,
  isIgnoredPath,
  SourceRefused,
  sourcePath,
  type GitCommit,
  type SourceLimits,
} from '../../domain/import/sources.js';
import type { ObjectKind, ObjectStore } from './objects.js';
import { objectOid } from './oid.js';
import { NO_OID, type Advertisement } from '../sources/protocol.js';
import { buildTrees, readCommit, walkTree, type TreeFile } from './tree.js';

/** The target of a push: the branch, its current commit, and the parent of the new commit. */
export interface PushTarget {
  ref: string;
  /** The branch's commit, or NO_OID if there is no such branch yet. */
  from: string;
  parent: string | undefined;
}

/** Takes one object at a time of those the remote lacks. */
export type TakeObject = (kind: ObjectKind, oid: string, content: Buffer) => Promise<void>;

const PLAIN_FILE = '100644';
const EXECUTABLE = '100755';

/** Throws GitHeadMoved if the branch is not where the caller expects it. */
export function pushTarget(told: Advertisement, commit: GitCommit): PushTarget {
  const ref = branchRef(commit.ref ?? told.headBranch ?? 'main');
  const at = told.refs.get(ref);
  if (commit.expectedHead !== undefined && (at ?? null) !== commit.expectedHead) {
    throw new GitHeadMoved('The branch is not where it was expected: somebody else pushed to it');
  }
  return { ref, from: at ?? NO_OID, parent: at ?? told.refs.get('HEAD') };
}

/**
 * Makes the commit and hands over every object the parent lacks. Answers its oid, or undefined if the branch has this
 * very tree already.
 */
export async function draftCommit(
  commit: GitCommit,
  target: PushTarget,
  objects: ObjectStore | undefined,
  limits: SourceLimits,
  take: TakeObject,
): Promise<string | undefined> {
  const parent =
    target.parent !== undefined && objects !== undefined ? await readCommit(objects, target.parent) : undefined;
  const before = new Map<string, TreeFile>();
  const folders = new Set<string>();
  if (parent !== undefined && objects !== undefined) {
    const keepFile = (path: string, file: TreeFile): void => void before.set(path, file);
    await walkTree(objects, parent.tree, limits, keepFile, (oid) => void folders.add(oid));
  }
  const known = new Set([...before.values()].map((file) => file.oid));
  const files = new Map([...before].filter(([path]) => commit.keep?.(path) ?? false));
  for await (const file of commit.files) {
    if (sourcePath(file.path) !== file.path || isIgnoredPath(file.path))
      throw new SourceRefused(`"${file.path}" cannot be a path in a repository`);
    const content = file.oid !== undefined && known.has(file.oid) ? undefined : await file.content();
    const oid = content === undefined ? (file.oid ?? '') : objectOid('blob', content);
    const mode = before.get(file.path)?.mode === EXECUTABLE ? EXECUTABLE : PLAIN_FILE;
    files.set(file.path, { mode, oid });
    if (content === undefined || known.has(oid)) continue;
    known.add(oid);
    await take('blob', oid, content);
  }
  const trees = buildTrees(files);
  const root = trees.at(-1)?.oid ?? '';
  if (root === parent?.tree && target.from !== NO_OID) return undefined;
  for (const tree of trees) if (!folders.has(tree.oid)) await take('tree', tree.oid, tree.content);
  const content = commitContent(commit, root, parent?.oid);
  const oid = objectOid('commit', content);
  await take('commit', oid, content);
  await commit.beforePush?.(oid);
  return oid;
}

function commitContent(commit: GitCommit, tree: string, parent: string | undefined): Buffer {
  const { name, email, at } = commit.author;
  const who = `${plain(name) || 'Quire'} <${plain(email)}> ${Math.floor(at.getTime() / 1000)} +0000`;
  const head = [
    `tree ${tree}`,
    ...(parent === undefined ? [] : [`parent ${parent}`]),
    `author ${who}`,
    `committer ${who}`,
  ];
  return Buffer.from(`${head.join('\n')}\n\n${commit.message.replaceAll('\0', '').trimEnd()}\n`);
}

/** A name inside a commit's header: one line, no angle brackets. */
function plain(text: string): string {
  return text
    .replace(/[<>]/g, '')
    .replace(/\p{Cc}+/gu, ' ')
    .trim();
}

/** The rules of git-check-ref-format, as far as they keep a ref out of other files and out of option lists. */
export function branchRef(name: string): string {
  const ref = name.startsWith('refs/heads/') ? name : `refs/heads/${name}`;
  const segments = ref.split('/');
  const bad = /[\p{Cc} ~^:?*[\\]|\.\.|@\{/u.test(ref);
  if (
    bad ||
    segments.some((each) => each === '' || each.startsWith('.') || each.endsWith('.lock') || each.endsWith('.'))
  ) {
    throw new SourceRefused(`"${name}" cannot be the name of a branch`);
  }
  return ref;
}
