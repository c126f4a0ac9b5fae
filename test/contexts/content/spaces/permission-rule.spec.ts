import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Caller } from '#kernel/application/caller';
import { allowed, resolveLevel, roleOfRank, ROLES, type Level, type Role } from '#permissions';
import { TestCluster, type TestProcess } from '#testing/test-kernel';
import {
  callerParameters,
  grantedRank,
  grantedRankToRead,
  listParameters,
  roleOf,
  type AccessRow,
} from '../../../../src/content/spaces/infrastructure/permission/access.js';
import {
  ALL_ACCESSIBLE_SPACES,
  accessibleCollections,
  accessibleSpaces,
  accessibleSpacesOfCollection,
} from '../../../../src/content/spaces/infrastructure/permission/accessible-records.js';

describe('permission rule', () => {
  let cluster: TestCluster;
  let here: TestProcess;

  beforeAll(async () => {
    cluster = await TestCluster.create();
    here = await cluster.process();
  });
  afterAll(() => cluster.end());

  /** A space or collection: `parent` is the index of an earlier record, if that is a collection. */
  interface Drawn {
    kind: 'space' | 'collection';
    parent: number;
    level: Level;
    deleted: boolean;
  }

  interface DrawnGrant {
    record: number;
    subject: string;
    role: Role;
  }

  const SUBJECTS = ['user', 'team1', 'team2', 'other', 'strange'];
  const level = fc.constantFrom<Level>('inherit', 'inherit', null, ...ROLES);
  const organization = fc.record({
    records: fc.array(
      fc.record({
        kind: fc.constantFrom<'space' | 'collection'>('space', 'collection'),
        parent: fc.integer({ min: -3, max: 7 }),
        level,
        deleted: fc.boolean(),
      }),
      { minLength: 1, maxLength: 10 },
    ),
    grants: fc.array(
      fc.record({
        record: fc.nat(9),
        subject: fc.constantFrom(...SUBJECTS),
        role: fc.constantFrom(...ROLES),
      }),
      { maxLength: 12 },
    ),
    member: fc.constantFrom<Role | null | undefined>(undefined, null, ...ROLES),
  });

  let organizations = 0;

  const idOf = (org: string, index: number): string => `${org}R${index}`;

  /** The index of the parent collection; undefined at the root. */
  function parentOf(records: readonly Drawn[], index: number): number | undefined {
    const wanted = records[index]?.parent ?? -1;
    return wanted >= 0 && wanted < index && records[wanted]?.kind === 'collection' ? wanted : undefined;
  }

  /** A record and the collections above it. */
  function chainOf(records: readonly Drawn[], index: number): number[] {
    const parent = parentOf(records, index);
    return parent === undefined ? [index] : [index, ...chainOf(records, parent)];
  }

  /**
   * Inserts all records without levels and then sets these from the bottom up, so that the triggers have to update
   * others.
   */
  async function store(org: string, records: readonly Drawn[], grants: readonly DrawnGrant[]): Promise<void> {
    for (const [index, { kind, deleted }] of records.entries()) {
      const parent = parentOf(records, index);
      const values = [org, idOf(org, index), parent === undefined ? null : idOf(org, parent)];
      if (kind === 'collection') {
        await here.sql.rows(
          'test.collection',
          `insert into content.collection (organization_id, id, version, title, parent, default_level, created_by,
           created_at, updated_at) values ($1, $2, 1, 'Title', $3, 'inherit', 'user', now(), now())`,
          values,
        );
      } else {
        await here.sql.rows(
          'test.space',
          `insert into content.space (organization_id, id, version, title, parent, default_level, edit_mode, language,
           merge_rules, created_by, created_at, updated_at, deleted_at)
         values ($1, $2, 1, 'Title', $3, 'inherit', 'live', 'en', '{}', 'user', now(), now(), $4)`,
          [...values, deleted ? new Date() : null],
        );
      }
    }
    for (const [index, { kind, level }] of [...records.entries()].reverse()) {
      await here.sql.rows(
        `test.level-${kind}`,
        `update content.${kind} set default_level = $3 where organization_id = $1 and id = $2`,
        [org, idOf(org, index), level],
      );
    }
    for (const { record, subject, role } of grants) {
      const drawn = records[record];
      if (!drawn) continue;
      await here.sql.rows(
        'test.grant',
        `insert into content.permission (organization_id, content_id, subject_id, content_kind, subject_kind, rank, granted_at)
       values ($1, $2, $3, $4, 'user', $5, now()) on conflict do nothing`,
        [org, idOf(org, record), subject, drawn.kind, ROLES.indexOf(role) + 1],
      );
    }
  }

  const ROWS = `select r.id, r.organization_id as "organizationId", r.level,
  ${grantedRank('r', '$2')} as granted, ${grantedRankToRead('r', '$2', '$3')} as "grantedToRead"`;
  const ALL = `${ROWS} from content.space r where r.organization_id = $1
  union all ${ROWS} from content.collection r where r.organization_id = $1`;

  describe('the SQL statements of Content', () => {
    it('return for every user and record the role that the rule returns, alone and in lists', async () => {
      await fc.assert(
        fc.asyncProperty(organization, async ({ records, grants, member }) => {
          const org = `Org${++organizations}`;
          await store(org, records, grants);
          const roles = new Map(member === undefined ? [] : [[org, member]]);
          const caller: Caller = { userId: 'user', tokenId: 'token', roles, teams: ['team1', 'team2'] };
          const own = new Set(['user', 'team1', 'team2']);

          const expected = new Map<string, Role>();
          for (const index of records.keys()) {
            const chain = chainOf(records, index);
            const given = new Map<string, Role>();
            // Of two grants drawn for one subject on one record, the first one was stored.
            for (const { record, subject, role } of grants) {
              const key = `${record} ${subject}`;
              if (chain.includes(record) && own.has(subject) && !given.has(key)) given.set(key, role);
            }
            const levels = chain.map((at) => records[at]?.level ?? null);
            const role = allowed(member, resolveLevel(levels), given.values());
            if (role) expected.set(idOf(org, index), role);
          }

          const { subjects, guestOf } = callerParameters(caller);
          type Row = AccessRow & { id: string; grantedToRead: number | null };
          const rows = await here.sql.rows<Row>('test.rows', ALL, [org, subjects, guestOf]);
          expect(rows).toHaveLength(records.length);
          for (const row of rows) {
            expect([row.id, roleOf(caller, row)]).toEqual([row.id, expected.get(row.id)]);
            const reads = roleOf(caller, { ...row, granted: row.grantedToRead }) !== undefined;
            expect([row.id, reads]).toEqual([row.id, expected.has(row.id)]);
          }
          if (member === undefined) return;

          const [rank, known] = listParameters(caller, member);
          const listed = async (text: string, after: string, limit: number, ...more: unknown[]) => {
            const found = await here.sql.dynamic<{ id: string; rank: number }>(text, [
              org,
              after,
              rank,
              known,
              limit,
              ...more,
            ]);
            return found.map(({ id, rank: of }) => [id, roleOfRank(of)]);
          };
          const wanted = (kind: Drawn['kind'], keep: (index: number) => boolean = () => true) =>
            [...records.keys()]
              .filter((index) => records[index]?.kind === kind && keep(index) && expected.has(idOf(org, index)))
              .map((index) => [idOf(org, index), expected.get(idOf(org, index))]);
          const spaces = wanted('space', (index) => records[index]?.deleted === false);
          expect(await listed(accessibleSpaces('asc'), '', 100)).toEqual(spaces);
          expect(await listed(accessibleSpaces('desc'), '~', 100)).toEqual([...spaces].reverse());
          expect(await listed(accessibleSpaces('asc'), '', 2)).toEqual(spaces.slice(0, 2));
          if (spaces[1])
            expect(await listed(accessibleSpaces('asc'), String(spaces[1][0]), 2)).toEqual(spaces.slice(2, 4));
          expect(await listed(accessibleCollections(true), '', 100)).toEqual(wanted('collection'));
          const top = wanted('collection', (index) => parentOf(records, index) === undefined);
          expect(await listed(accessibleCollections(false), '', 100)).toEqual(top);

          for (const at of records.keys()) {
            const role = expected.get(idOf(org, at));
            if (records[at]?.kind !== 'collection' || role === undefined) continue;
            const row = rows.find(({ id }) => id === idOf(org, at));
            const granted = member === 'admin' ? 6 : (row?.granted ?? 0);
            const inIt = async (limit: number, after = ['', '']) =>
              (
                await here.sql.dynamic<{ id: string; rank: number }>(accessibleSpacesOfCollection, [
                  org,
                  idOf(org, at),
                  rank,
                  known,
                  limit,
                  granted,
                  ...after,
                ])
              ).map(({ id, rank: of }) => [id, roleOfRank(of)]);
            const held = wanted(
              'space',
              (index) => records[index]?.deleted === false && parentOf(records, index) === at,
            );
            expect(await inIt(100)).toEqual(held);
            if (held[1]) expect(await inIt(1, ['a0', String(held[0]?.[0])])).toEqual([held[1]]);
          }

          const searched = await here.sql.dynamic<{ id: string }>(
            `select id from (${ALL_ACCESSIBLE_SPACES}) reached order by id`,
            [org, rank, known],
          );
          expect(searched.map(({ id }) => id)).toEqual(spaces.map(([id]) => id));
        }),
        { numRuns: 150, seed: 20260103 },
      );
    });

    it('refuse a collection inside itself or inside a missing one', async () => {
      await store(
        'Cycle',
        [
          { kind: 'collection', parent: -1, level: 'inherit', deleted: false },
          { kind: 'collection', parent: 0, level: 'inherit', deleted: false },
        ],
        [],
      );
      const move = (id: string, parent: string) =>
        here.sql.rows('test.move', 'update content.collection set parent = $2 where id = $1', [id, parent]);
      await expect(move('CycleR0', 'CycleR1')).rejects.toThrow('can not stand in itself');
      await expect(move('CycleR0', 'CycleR0')).rejects.toThrow('can not stand in itself');
      await expect(move('CycleR0', 'nowhere')).rejects.toThrow('no collection');
    });
  });
});
