import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { CreateSpace } from '../../../../src/content/spaces/application/space/create-space.js';
import type { Caller } from '#kernel/application/caller';
import { NotFound } from '#kernel/domain/errors';
import { TestServer } from '#testing/test-server';
import {
  DeleteComment,
  PostComment,
  PostReply,
  UpdateComment,
  type CommentChanges,
} from '../../../../src/content/comments/application/comment.commands.js';
import { GetComment } from '../../../../src/content/comments/application/comment.queries.js';

const MANY = 50;

describe('many callers at once', () => {
  let server: TestServer;
  let callers: Caller[];
  let author: Caller;
  let spaceId: string;
  let commentId: string;

  beforeAll(async () => {
    server = await TestServer.shared();
    const ada = await server.administrator();
    author = await server.caller(ada.id);
    const members = await Promise.all(Array.from({ length: 10 }, () => server.member(ada.organization, 'edit')));
    callers = await Promise.all(members.map(({ id }) => server.caller(id)));
    spaceId = await server.dispatcher.run(new CreateSpace(author, ada.organization, { title: 'Docs' }));
  });

  beforeEach(async () => {
    await server.rows('delete from content.comment');
    commentId = await server.dispatcher.run(new PostComment(author, { spaceId }, { markdown: 'Hello' }, {}));
  });

  afterAll(() => server.stop());

  const key = () => ({ place: { spaceId }, commentId });
  const callerAt = (index: number) => callers[index % callers.length] as Caller;
  const update = (caller: Caller, changes: CommentChanges) =>
    server.dispatcher.run(new UpdateComment(caller, key(), changes));
  const times = <R>(work: (index: number) => Promise<R>) =>
    Promise.all(Array.from({ length: MANY }, (_, i) => work(i)));
  const read = () => server.dispatcher.ask(new GetComment(author, key(), 'markdown'));
  const openComments = async () =>
    (
      await server.rows<{ comments: number }>('select comments from content.space_counts where space_id = $1', [
        spaceId,
      ])
    )[0]?.comments;

  it('react each once, though each reacts five times', async () => {
    await times((index) => update(callerAt(index), { added: ['🎉'] }));
    expect((await read()).reactions).toMatchObject([{ emoji: '🎉', count: callers.length }]);
    await times((index) => update(callerAt(index), index % 2 === 0 ? { removed: ['🎉'] } : { added: ['👀'] }));
    expect((await read()).reactions.map(({ emoji, count }) => [emoji, count])).toEqual([
      ['🎉', callers.length / 2],
      ['👀', callers.length / 2],
    ]);
  });

  it('resolve and open a comment again without losing count', async () => {
    await times((index) => update(callerAt(index), { resolved: index % 2 === 0 }));
    const { status } = await read();
    expect(await openComments()).toBe(status === 'open' ? 1 : 0);
    await times((index) => update(callerAt(index), { resolved: true }));
    expect(await openComments()).toBe(0);
  });

  it('post and delete, and the open ones are counted right', async () => {
    const posted = await times((index) =>
      server.dispatcher.run(new PostComment(callerAt(index), { spaceId }, { markdown: 'Hello' }, {})),
    );
    expect(await openComments()).toBe(1 + MANY);
    await times((index) =>
      server.dispatcher.run(new DeleteComment(author, { place: { spaceId }, commentId: posted[index >> 1] ?? '' })),
    );
    expect(await openComments()).toBe(1 + MANY / 2);
  });

  it('leave no reply and no reaction to a comment that goes meanwhile', async () => {
    const outcomes = await times((index) => {
      const command =
        index === MANY / 2
          ? new DeleteComment(author, key())
          : index % 2 === 0
            ? new PostReply(callerAt(index), key(), { markdown: 'Yes' })
            : new UpdateComment(callerAt(index), key(), { added: ['🎉'] });
      return server.dispatcher.run<unknown>(command).catch((error: unknown) => error);
    });
    for (const outcome of outcomes) if (outcome instanceof Error) expect(outcome).toBeInstanceOf(NotFound);
    expect(await server.rows('select id from content.comment')).toEqual([]);
    expect(await server.rows('select 1 from content.comment_reaction where comment_id = $1', [commentId])).toEqual([]);
    expect(await openComments()).toBe(0);
  });
});
