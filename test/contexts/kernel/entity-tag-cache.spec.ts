import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { onOneServer } from '#testing/one-server';
import type { Caller } from '#kernel/application/caller';
import { TestCluster, type TestProcess, until } from '#testing/test-kernel';
import type { EntityTagCache } from '#kernel/application/entity-tag-cache';
import { CacheBudget } from '#kernel/infrastructure/memory/cache-budget';
import { HeardRecords } from '#kernel/infrastructure/requests/heard-records';
import { RecentChanges } from '#kernel/infrastructure/replicas/recent-changes';
import { LocalEntityTagCache } from '#kernel/infrastructure/requests/local-entity-tag-cache';

describe('cached tags', () => {
  const caller = {} as Caller;
  const SPACE = 'space-1';
  const ADDRESS = '/v1/spaces/space-1/content/page/page';

  const GRANT = `insert into content.permission
    (organization_id, content_id, subject_id, content_kind, subject_kind, rank, granted_at)
  values ('org', $1, 'user', '$kind', 'user', 1, now())`;

  let cluster: TestCluster;
  let here: TestProcess;
  let there: TestProcess;

  beforeAll(async () => {
    cluster = await TestCluster.create();
    [here, there] = [await cluster.process(), await cluster.process()];
    await here.notifications.open();
    await there.notifications.open();
    await here.sql.dynamic(`insert into content.space (organization_id, id, version, title, default_level, edit_mode,
      language, merge_rules, created_by, created_at, updated_at)
    values ('org', '${SPACE}', 1, 'Space', 'inherit', 'live', 'en', '[]', 'user', now(), now())`);
    await here.sql.dynamic(`insert into content.space_head (organization_id, space_id, revision_id, updated_at)
    values ('org', '${SPACE}', 'revision', now())`);
  });
  afterAll(() => cluster.end());

  function tagsOf(process: TestProcess, caches = new CacheBudget(Infinity)): LocalEntityTagCache {
    return new LocalEntityTagCache(
      new HeardRecords(process.notifications, process.unitOfWork, caches, new RecentChanges(), process.changeNotices),
      caches,
    );
  }

  function told(tags: EntityTagCache): EntityTagCache {
    tags.reading(SPACE)(caller, ADDRESS, '"1"');
    return tags;
  }

  describe('the tags of earlier responses', () => {
    it('are cached for their caller and record, and for no other', () => {
      const tags = told(tagsOf(here));
      expect(tags.known(caller, ADDRESS)).toBe('"1"');
      expect(tags.known({} as Caller, ADDRESS)).toBeUndefined();
      expect(tags.known(caller, `${ADDRESS}?format=markdown`)).toBeUndefined();
    });

    it('are forgotten with the commit of a change, before it is answered, and not with one that is undone', async () => {
      const tags = told(tagsOf(here));
      const change = (fault?: Error) =>
        here.unitOfWork.transaction(async () => {
          tags.changed(SPACE);
          if (fault) throw fault;
        });
      await expect(change(new Error('undone'))).rejects.toThrow('undone');
      expect(tags.known(caller, ADDRESS)).toBe('"1"');
      await change();
      expect(tags.known(caller, ADDRESS)).toBeUndefined();
    });

    onOneServer(it, 'notices are sent by who writes, which is the test itself').each([
      [
        'a new revision',
        `update content.space_head set revision_id = 'next' where organization_id = 'org' and space_id = $1`,
      ],
      [
        'what Git knows of it',
        `update content.space_head set sources = sources + 1 where organization_id = 'org' and space_id = $1`,
      ],
      ['the space', `update content.space set default_level = null where organization_id = 'org' and id = $1`],
      ['what is granted on it', GRANT.replace('$kind', 'space')],
      ['what is granted on a collection', GRANT.replace('$kind', 'collection').replace('$1', "'shelf' || left($1, 0)")],
      ['the space being gone', `delete from content.space where organization_id = 'org' and id = $1`],
    ])('are forgotten when another process changes %s', async (_what, statement) => {
      const tags = told(tagsOf(here));
      await there.sql.dynamic(statement, [SPACE]);
      await until(() => tags.known(caller, ADDRESS) === undefined, 'the notice');
      expect(tags.known(caller, ADDRESS)).toBeUndefined();
    });

    it('are not kept when the space changed while it was read', () => {
      const tags = tagsOf(here);
      const note = tags.reading(SPACE);
      tags.changed(SPACE);
      note(caller, ADDRESS, '"1"');
      expect(tags.known(caller, ADDRESS)).toBeUndefined();
    });

    it('are forgotten when caches have to give back memory', () => {
      const caches = new CacheBudget(300);
      const tags = told(tagsOf(here, caches));
      expect(tags.known(caller, ADDRESS)).toBe('"1"');
      caches.balance();
      expect(tags.known(caller, ADDRESS)).toBeUndefined();
    });

    it('are not kept when they were read inside a transaction', async () => {
      const tags = tagsOf(here);
      await here.unitOfWork.transaction(async () => void told(tags));
      expect(tags.known(caller, ADDRESS)).toBeUndefined();
    });

    it('are all forgotten, and none kept, while notices can not be heard', async () => {
      const deaf = await cluster.process();
      await deaf.notifications.open();
      const tags = told(tagsOf(deaf));
      expect(tags.known(caller, ADDRESS)).toBe('"1"');
      await there.sql.dynamic(
        `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'quire notifications' and datname = current_database()`,
      );
      await until(() => !deaf.notifications.heard, 'the connection to be lost');
      expect(told(tags).known(caller, ADDRESS)).toBeUndefined();
    });
  });
});
