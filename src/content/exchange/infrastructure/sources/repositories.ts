import { createReadStream } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  GitHeadMoved,
  GitRepositories,
  SOURCE_LIMITS,
  SourceMissing,
  SourceUnavailable,
  type GitAddress,
  type GitCommit,
  type GitPushed,
  type GitTree,
  type SourceLimits,
} from '../../domain/import/sources.js';
import { branchRef, draftCommit, pushTarget, type PushTarget } from '../git-objects/commit-draft.js';
import { descends, MAX_HISTORY } from '../git-objects/history.js';
import type { Conversation, Converse, GitService } from './conversation.js';
import { httpConverse } from './http-conversation.js';
import { LocalRepository } from './local-repository.js';
import { closing, type ObjectStore } from '../git-objects/objects.js';
import { PackWriter } from '../git-objects/pack-writer.js';
import type { PackCaps } from '../git-objects/pack-file.js';
import {
  chooseRef,
  fetchPack,
  NO_OID,
  pushPack,
  readAdvertisement,
  type Advertisement,
  type Wanted,
} from './protocol.js';
import { ReceivedPack } from '../git-objects/received-pack.js';
import type { GitSettings } from './git-settings.js';
import { parseRemote, type GitRemote } from './remote.js';
import { RepositoryTree } from './repository-tree.js';
import { sshConverse } from './ssh-conversation.js';
import { readCommit } from '../git-objects/tree.js';

type RemoteOverWire = Exclude<GitRemote, { kind: 'file' }>;
type Use<T> = (conversation: Conversation, told: Advertisement) => Promise<T>;

/** Blobs, folders and the commit: what the files of one commit can need. */
const OBJECTS_PER_FILE = 5;
/** The timeout of a request for refs alone. */
const ASK_MS = 30_000;
/** A remote that says nothing for so long is given up. */
const SILENCE_MS = 60_000;
/** Framing and messages besides the pack itself. */
const SLACK = 64 * 1024 * 1024;

/**
 * Git over https, ssh and file, spoken here rather than by a library or the git program: a pack from a stranger is
 * streamed to disk and unpacked within caps, and every connection passes the outbound port. Only one commit is ever
 * fetched, without history; nothing is checked out, no hook, filter or configuration of a repository has any effect.
 */
export class WireRepositories extends GitRepositories {
  private readonly limits: SourceLimits;
  private readonly timeoutMs: number;

  constructor(private readonly settings: GitSettings) {
    super();
    this.limits = settings.limits ?? SOURCE_LIMITS;
    this.timeoutMs = settings.timeoutMs ?? 600_000;
  }

  async open(address: GitAddress): Promise<GitTree> {
    const remote = parseRemote(address);
    if (remote.kind === 'file') return this.openLocal(remote.path, address.ref);
    return this.inFolder(async (folder, letGo) => {
      const { objects, oid, ref } = await this.converse(remote, 'git-upload-pack', async (conversation, told) => {
        const chosen = chooseRef(told, address.ref);
        return { ...chosen, objects: await this.receive(conversation, told, chosen.oid, folder, 'files') };
      });
      return this.tree(objects, oid, ref, letGo);
    });
  }

  async push(commit: GitCommit): Promise<GitPushed> {
    const remote = parseRemote(commit);
    if (remote.kind === 'file') return this.pushLocal(remote.path, commit);
    return this.inFolder(async (folder, letGo) => {
      try {
        return await this.pushOverWire(remote, commit, folder);
      } finally {
        await letGo();
      }
    });
  }

  async branch(address: GitAddress & { ref: string }): Promise<string | undefined> {
    const remote = parseRemote(address);
    const ref = branchRef(address.ref);
    if (remote.kind === 'file') {
      const repository = await LocalRepository.open(remote.path, this.settings.fileRoots ?? []);
      return (await repository.refs()).refs.get(ref);
    }
    const ask: Use<string | undefined> = (_, told) => Promise.resolve(told.refs.get(ref));
    return this.converse(remote, 'git-upload-pack', ask, Math.min(ASK_MS, this.timeoutMs));
  }

  async descends(address: GitAddress, commit: string, ancestor: string): Promise<boolean | undefined> {
    const remote = parseRemote(address);
    if (remote.kind === 'file') {
      const repository = await LocalRepository.open(remote.path, this.settings.fileRoots ?? []);
      return closing(await repository.objects(this.localCaps()), (objects) => descends(objects, commit, ancestor));
    }
    return this.inFolder(async (folder, letGo) => {
      const known = await this.converse(remote, 'git-upload-pack', async (conversation, told) => {
        // Without a filter a history would come with all it ever held.
        if (!told.capabilities.has('filter')) return undefined;
        const objects = await this.receive(conversation, told, commit, folder, 'history');
        return closing(objects, () => descends(objects, commit, ancestor));
      });
      await letGo();
      return known;
    });
  }

  private async openLocal(path: string, wanted: string | undefined): Promise<GitTree> {
    const repository = await LocalRepository.open(path, this.settings.fileRoots ?? []);
    const { ref, oid } = chooseRef(await repository.refs(), wanted);
    const objects = await repository.objects(this.localCaps());
    return this.tree(objects, oid, ref, () => Promise.resolve());
  }

  private async pushLocal(path: string, commit: GitCommit): Promise<GitPushed> {
    const repository = await LocalRepository.open(path, this.settings.fileRoots ?? []);
    const told = await repository.refs();
    const target = pushTarget(told, commit);
    if (!repository.bare && told.headBranch === target.ref) {
      throw new SourceMissing('The branch is checked out in that repository: push to a bare one or to another branch');
    }
    const objects = await repository.objects(this.localCaps());
    try {
      const made = await draftCommit(commit, target, objects, this.limits, (kind, oid, content) =>
        repository.write(kind, oid, content),
      );
      if (made !== undefined) await repository.move(target.ref, target.from, made);
      return { commit: made ?? target.from, ref: target.ref, changed: made !== undefined };
    } finally {
      await objects.close();
    }
  }

  private async pushOverWire(remote: RemoteOverWire, commit: GitCommit, folder: string): Promise<GitPushed> {
    const { target, objects } = await this.fetchParent(remote, commit, folder);
    const path = join(folder, 'push.pack');
    const writer = await PackWriter.create(path);
    try {
      const made = await draftCommit(commit, target, objects, this.limits, (kind, _oid, content) =>
        writer.add(kind, content),
      );
      if (made === undefined) return { commit: target.from, ref: target.ref, changed: false };
      const size = await writer.finish();
      await this.send(remote, { ref: target.ref, from: target.from, to: made }, path, size);
      return { commit: made, ref: target.ref, changed: true };
    } finally {
      await writer.close();
      await objects?.close();
    }
  }

  /** Finds the branch and fetches the parent commit, without the contents of its files if the server supports it. */
  private fetchParent(
    remote: RemoteOverWire,
    commit: GitCommit,
    folder: string,
  ): Promise<{ target: PushTarget; objects: ObjectStore | undefined }> {
    return this.converse(remote, 'git-upload-pack', async (conversation, told) => {
      const target = pushTarget(told, commit);
      const { parent } = target;
      if (parent === undefined) return { target, objects: undefined };
      return { target, objects: await this.receive(conversation, told, parent, folder, 'folders') };
    });
  }

  private send(
    remote: RemoteOverWire,
    change: { ref: string; from: string; to: string },
    path: string,
    size: number,
  ): Promise<void> {
    return this.converse(remote, 'git-receive-pack', async (conversation, told) => {
      if ((told.refs.get(change.ref) ?? NO_OID) !== change.from) {
        throw new GitHeadMoved('Somebody else pushed to the branch in the meantime');
      }
      await pushPack(conversation, told, change, { bytes: createReadStream(path), size });
    });
  }

  private async receive(
    conversation: Conversation,
    told: Advertisement,
    oid: string,
    folder: string,
    wanted: Wanted,
  ): Promise<ObjectStore> {
    const path = join(folder, 'received.pack');
    const depth = wanted === 'history' ? MAX_HISTORY : 1;
    await fetchPack(conversation, told, oid, path, { maxBytes: this.limits.maxTotalBytes, wanted, depth });
    return ReceivedPack.open(path, {
      maxObjects: this.limits.maxFiles * OBJECTS_PER_FILE,
      maxObjectBytes: this.limits.maxFileBytes,
      maxTotalBytes: this.limits.maxTotalBytes,
    });
  }

  /** One exchange under one deadline. */
  private converse<T>(
    remote: RemoteOverWire,
    service: GitService,
    use: Use<T>,
    timeoutMs = this.timeoutMs,
  ): Promise<T> {
    const { outbound, ssh } = this.settings;
    if (remote.kind === 'ssh' && remote.key !== undefined)
      return this.withKey(remote, remote.key, service, use, timeoutMs);
    const open = remote.kind === 'http' ? httpConverse(outbound, remote) : sshConverse(outbound, remote, ssh);
    return this.exchange(open, service, use, timeoutMs);
  }

  /** The ssh program reads keys from files only; this one is there as long as the exchange lasts. */
  private withKey<T>(
    remote: Extract<GitRemote, { kind: 'ssh' }>,
    key: string,
    service: GitService,
    use: Use<T>,
    timeoutMs = this.timeoutMs,
  ): Promise<T> {
    return this.inFolder(async (folder, letGo) => {
      const keyFile = join(folder, 'key');
      await writeFile(keyFile, `${key.trimEnd()}\n`, { mode: 0o600, flag: 'wx' });
      const open = sshConverse(this.settings.outbound, remote, { ...this.settings.ssh, keyFile });
      const answer = await this.exchange(open, service, use, timeoutMs);
      await letGo();
      return answer;
    });
  }

  private async exchange<T>(open: Converse, service: GitService, use: Use<T>, timeoutMs = this.timeoutMs): Promise<T> {
    const deadline = new AbortController();
    const late = new SourceUnavailable(`The remote did not finish within ${timeoutMs} ms`);
    const timer = setTimeout(() => deadline.abort(late), timeoutMs);
    try {
      // Twice the time, so that our own deadline with its message is the one that is met.
      const limits = {
        signal: deadline.signal,
        timeoutMs: timeoutMs * 2,
        silenceMs: this.settings.silenceMs ?? SILENCE_MS,
        maxBytes: this.limits.maxTotalBytes + SLACK,
      };
      const conversation = await open(service, limits);
      try {
        return await use(conversation, await readAdvertisement(conversation.advertised));
      } finally {
        await conversation.close();
      }
    } finally {
      clearTimeout(timer);
    }
  }

  private async tree(objects: ObjectStore, oid: string, ref: string, letGo: () => Promise<void>): Promise<GitTree> {
    try {
      return new RepositoryTree(objects, await readCommit(objects, oid), ref, this.limits, letGo);
    } catch (error) {
      await objects.close();
      throw error;
    }
  }

  /** Runs `use` with a new folder. `letGo` removes the folder, and so does an error. */
  private async inFolder<T>(use: (folder: string, letGo: () => Promise<void>) => Promise<T>): Promise<T> {
    await mkdir(this.settings.tempFolder, { recursive: true });
    const folder = await mkdtemp(join(this.settings.tempFolder, 'git-'));
    const letGo = (): Promise<void> => rm(folder, { recursive: true, force: true });
    try {
      return await use(folder, letGo);
    } catch (error) {
      await letGo();
      throw error;
    }
  }

  private localCaps(): PackCaps {
    return { maxObjectBytes: this.limits.maxFileBytes, maxWorkBytes: Infinity };
  }
}
