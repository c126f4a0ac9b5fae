import { Injectable } from '@nestjs/common';
import type { Caller } from '#kernel/application/caller';
import { Dispatcher } from '#kernel/application/dispatcher';
import { Conflict, Forbidden, Invalid } from '#kernel/domain/errors';
import { FindGitFile, FindGitHead, FollowGitFolders, GitFollowings, PushGitFile } from '#content';
import { CallerOfUser } from '#organization';
import {
  MergeSiteStructure,
  SettleSiteSync,
  type MergedStructure,
  type SyncedSpace,
} from '../application/site-sync.commands.js';
import { CONFIG_NAMES, MAX_CONFIG_LENGTH } from '../../config/domain/read-config.js';
import { SiteSyncs, type SiteSyncTurn } from '../domain/site-syncs.js';
import { clashNotice, commitWords, type SyncedTexts } from '../domain/sync-plan.js';

/** Attempts of a turn whose branch moves meanwhile. */
const ATTEMPTS = 3;
const MOST_NAMED = 5;

/** The file at the head of the branch; without a text where it is not there, without a head where the branch is not. */
interface FoundFile {
  head: string | undefined;
  path: string;
  text: string | undefined;
}

/** The turns of syncs of sites. */
@Injectable()
export class SiteSyncTurns {
  constructor(
    private readonly syncs: SiteSyncs,
    private readonly dispatcher: Dispatcher,
  ) {}

  /**
   * Makes the site and its file alike. Answers what it waits for, where new spaces are still being filled. Each step is
   * done again without harm, so a turn that was cut off is taken again: what is pushed is noted before, and what is
   * applied to the site is what a merge with the same file finds there.
   */
  async take(turn: SiteSyncTurn, signal: AbortSignal): Promise<string | undefined> {
    const caller = await this.dispatcher.ask(new CallerOfUser(turn.setBy));
    if (!caller?.roles.has(turn.organizationId))
      throw new Forbidden('Who set up the sync is no member of the organization any more');
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const outcome = await this.#exchange(turn, caller, signal);
      if (outcome !== 'moved') return outcome?.waitsFor;
    }
    throw new Conflict('Others pushed to the branch each time that the file was about to be');
  }

  async #exchange(
    turn: SiteSyncTurn,
    caller: Caller,
    signal: AbortSignal,
  ): Promise<{ waitsFor: string } | 'moved' | undefined> {
    const { direction, organizationId, branch } = turn;
    const found = await this.#find(turn);
    signal.throwIfAborted();
    const base = found.text !== undefined && found.text === turn.pushing ? turn.pushing : turn.text;
    const texts: SyncedTexts = { direction, path: found.path, file: found.text, base };
    const { spaces } = await this.dispatcher.run(new MergeSiteStructure(caller, turn, texts, 'prepare'));
    const folders = spaces.map(({ space, folder }) => ({ spaceId: space, folder }));
    const moved = found.head !== turn.commit;
    await this.dispatcher.run(new FollowGitFolders(caller, organizationId, { branch, direction }, folders, moved));
    const waitsFor = direction === 'export' ? undefined : await this.#unfilled(turn, spaces);
    if (waitsFor !== undefined) return { waitsFor };
    signal.throwIfAborted();
    const merged = await this.dispatcher.run(new MergeSiteStructure(caller, turn, texts, 'apply'));
    const point = await this.#push(turn, found, merged);
    if (!point) return 'moved';
    await this.#settle(turn, point, merged);
    return undefined;
  }

  async #find(turn: SiteSyncTurn): Promise<FoundFile> {
    const { branch, folder, direction, commit } = turn;
    const [first, second] = CONFIG_NAMES.map((name) => (folder === undefined ? name : `${folder}/${name}`)) as [
      string,
      string,
    ];
    const head = await this.dispatcher.ask(new FindGitHead(branch));
    if (head === undefined) {
      if (commit !== undefined) throw new Invalid(`The branch "${branch.ref}" is gone from the repository`);
      if (direction === 'import') throw new Invalid(`The repository has no branch "${branch.ref}"`);
      return { head, path: first, text: undefined };
    }
    if (head === commit && turn.path !== undefined) return { head, path: turn.path, text: turn.text };
    const place = { ...branch, ref: `refs/heads/${branch.ref}` };
    const file = await this.dispatcher.ask(new FindGitFile(place, [first, second], MAX_CONFIG_LENGTH));
    if ('text' in file) return { head: file.commit, path: file.path, text: file.text };
    if (direction === 'import') throw new Invalid(`The repository has no ${first} on the branch "${branch.ref}"`);
    return { head: file.commit, path: turn.path ?? first, text: undefined };
  }

  /** Which spaces that are not on the site yet are still empty. Throws Invalid for one that can't be filled. */
  async #unfilled({ organizationId }: SiteSyncTurn, spaces: readonly SyncedSpace[]): Promise<string | undefined> {
    const fresh = spaces.filter(({ shown }) => !shown);
    if (fresh.length === 0) return undefined;
    const ids = fresh.map(({ space }) => space);
    const followings = await this.dispatcher.ask(new GitFollowings(organizationId, ids));
    const missing = fresh.filter(({ space, title, folder = '' }) => {
      const { state, commit, error } = followings.get(space) ?? { state: 'waiting' as const };
      if (state === 'failure' && commit === undefined)
        throw new Invalid(`The space "${title}" could not be filled from the folder "${folder}": ${error ?? ''}`);
      return commit === undefined && state !== 'success';
    });
    if (missing.length === 0) return undefined;
    const named = missing.slice(0, MOST_NAMED).map(({ title }) => `"${title}"`);
    const more = missing.length - named.length;
    return `New spaces are being filled: ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  }

  /** The file and its commit after the turn; undefined where the branch has moved. */
  async #push(turn: SiteSyncTurn, { head, path, text }: FoundFile, merged: MergedStructure) {
    if (head !== undefined && text !== undefined && (turn.direction === 'import' || merged.text === text))
      return { path, text, commit: head };
    await this.syncs.pushing(turn, merged.text);
    const message = commitWords(merged.title, merged.written);
    const change = { path, text: merged.text, message, authorId: turn.setBy, head: head ?? null };
    const commit = await this.dispatcher.ask(new PushGitFile(turn.organizationId, turn.branch, change));
    return commit === undefined ? undefined : { path, text: merged.text, commit };
  }

  async #settle(
    turn: SiteSyncTurn,
    point: { path: string; text: string; commit: string },
    { spaces, applied, written, remarks, clashes }: MergedStructure,
  ): Promise<void> {
    const did = applied.length > 0 || written.length > 0 || point.text !== turn.text;
    await this.dispatcher.run(
      new SettleSiteSync(turn, {
        ...point,
        spaces: spaces.map(({ space }) => space),
        report: did ? { applied, written, remarks } : undefined,
        notice: clashNotice(clashes),
      }),
    );
  }
}
