import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TestServer, type TestUser } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';

describe('merge rules', () => {
  let server: TestServer;
  let ada: TestUser & { organization: string };
  let paths: Record<'organization' | 'space', string>;
  /** Ids of members; guests are members. */
  const people: Record<string, string> = {};

  beforeAll(async () => {
    server = await TestServer.shared();
    ada = await server.administrator();
    for (const name of ['grace', 'alan', 'root'])
      people[name] = (await server.member(ada.organization, name === 'alan' ? null : 'review')).id;
    for (const rule of RULES) if (rule.users) rule.users = rule.users.map((name) => people[name] ?? '');
    const { path } = await TestSpace.create(ada, { empty: true });
    paths = { organization: `/v1/orgs/${ada.organization}`, space: path };
  }, 120_000);

  afterAll(() => server.stop());

  const OWNERS = ['organization', 'space'] as const;
  const rulesOf = (...rules: unknown[]) => ({ type: 'rules', rules });

  const RULES: { rule: string; users?: string[]; expression?: string; message?: string }[] = [
    { rule: 'require_specific_reviewers', users: ['grace', 'alan'] },
    { rule: 'require_one_of_specific_reviewers', users: ['grace'] },
    { rule: 'require_at_least_one_review' },
    { rule: 'require_at_least_one_approved_review' },
    { rule: 'require_all_reviews_approved' },
    { rule: 'require_agent_review' },
    { rule: 'require_up_to_date_change_request' },
    { rule: 'require_change_request_subject' },
    { rule: 'require_change_request_description' },
    { rule: 'require_author_to_merge' },
    { rule: 'allow_bypass', users: ['root'] },
    { rule: 'custom', expression: 'reviews.some(r => r.status === "approved")' },
    { rule: 'custom', expression: 'actor.id != "eve"', message: 'Not by Eve' },
  ];

  describe.each(OWNERS)('the merge rules of a %s', (owner) => {
    it('are stored as sent, of every kind and in their order', async () => {
      const answer = await ada.api.patch(paths[owner], { mergeRules: rulesOf(...RULES) });
      expect([answer.status, answer.body.mergeRules]).toEqual([200, rulesOf(...RULES)]);
      expect((await ada.api.get(paths[owner])).body.mergeRules).toEqual(rulesOf(...RULES));
      const none = await ada.api.patch(paths[owner], { mergeRules: { type: 'none', rules: RULES } });
      expect([none.status, none.body.mergeRules]).toEqual([200, { type: 'none' }]);
    });

    it('contain each user once, and drop unknown members', async () => {
      const sent = rulesOf(
        { rule: 'allow_bypass', users: [people.root, people.root], message: 'no' },
        { rule: 'require_agent_review', users: [people.root], __proto__: { rule: 'custom' } },
      );
      const { body } = await ada.api.patch(paths[owner], { mergeRules: sent });
      const kept = rulesOf({ rule: 'allow_bypass', users: [people.root] }, { rule: 'require_agent_review' });
      expect(body.mergeRules).toEqual(kept);
    });

    it.each<[string, unknown, string]>([
      ['null', null, 'mergeRules'],
      ['a list', [], 'mergeRules'],
      ['a text', 'none', 'mergeRules'],
      ['no type', {}, 'mergeRules.type must be'],
      ['an unknown type', { type: 'sometimes' }, 'mergeRules.type must be'],
      ['no rules', { type: 'rules' }, 'mergeRules.rules must be a list'],
      ['rules that are no list', { type: 'rules', rules: {} }, 'mergeRules.rules must be a list'],
      ['too many rules', rulesOf(...Array.from({ length: 51 }, () => RULES[2])), 'at most 50 rules'],
      ['a rule that is a number', rulesOf(1), 'mergeRules.rules[0].rule must be one of'],
      ['a rule that is null', rulesOf(RULES[2], null), 'mergeRules.rules[1].rule must be one of'],
      ['an unknown rule', rulesOf({ rule: 'require_luck' }), 'mergeRules.rules[0].rule must be one of'],
      ['a rule named like a method', rulesOf({ rule: 'toString' }), 'mergeRules.rules[0].rule must be one of'],
      ...['require_specific_reviewers', 'require_one_of_specific_reviewers', 'allow_bypass'].flatMap(
        (rule): [string, unknown, string][] => [
          [`${rule} without users`, rulesOf({ rule }), 'mergeRules.rules[0].users must name'],
          [`${rule} with no user`, rulesOf({ rule, users: [] }), 'mergeRules.rules[0].users must name'],
          [`${rule} of one text`, rulesOf({ rule, users: 'ada' }), 'mergeRules.rules[0].users must name'],
          [
            `${rule} with a number`,
            rulesOf({ rule, users: ['ada', 1] }),
            'mergeRules.rules[0].users[1] must be a text',
          ],
        ],
      ),
      ['too many users', rulesOf({ rule: 'allow_bypass', users: Array(101).fill('a') }), 'must name 1 to 100 users'],
      ['a custom rule without an expression', rulesOf({ rule: 'custom' }), 'mergeRules.rules[0].expression must be'],
      ['an empty expression', rulesOf({ rule: 'custom', expression: ' ' }), 'mergeRules.rules[0].expression must be'],
      [
        'a long expression',
        rulesOf({ rule: 'custom', expression: `"${'x'.repeat(1_023)}"` }),
        'of 1 to 1024 characters',
      ],
      ['half a letter', rulesOf({ rule: 'custom', expression: '"\ud800"' }), 'surrogate pair'],
      ['a flag that is none', { ...rulesOf(), earlierApprovals: 'yes' }, 'mergeRules.earlierApprovals must be'],
      ['a long message', rulesOf({ rule: 'custom', expression: '1', message: 'x'.repeat(257) }), '[0].message must be'],
      ['a message that is null', rulesOf({ rule: 'custom', expression: '1', message: null }), '[0].message must be'],
      [
        'an expression that is none',
        rulesOf(RULES[2], { rule: 'custom', expression: 'actor.id ==\n  = 1' }),
        'mergeRules.rules[1].expression: Unexpected token (line 2, column 3)',
      ],
      [
        'an expression that reaches out',
        rulesOf({ rule: 'custom', expression: 'actor.constructor' }),
        'mergeRules.rules[0].expression: constructor is not for expressions (line 1, column 7)',
      ],
    ])('are refused: %s', async (_what, mergeRules, message) => {
      const { status, body } = await ada.api.patch(paths[owner], { mergeRules });
      expect([status, body.error.message]).toEqual([400, expect.stringContaining(message)]);
    });
  });

  describe.each(OWNERS)('the merge rules of a %s', (owner) => {
    it.each(['require_specific_reviewers', 'require_one_of_specific_reviewers', 'allow_bypass'])(
      'refuse strangers and unknown users alike: %s',
      async (rule) => {
        const stranger = await server.administrator();
        const before = (await ada.api.get(paths[owner])).body.mergeRules;
        const refusals = await Promise.all(
          [stranger.id, '0VbbU3z1Hn6PwDs8RtKe'].map(async (id) => {
            const mergeRules = rulesOf({ rule, users: [people.grace, id] });
            const { status, body } = await ada.api.patch(paths[owner], { mergeRules });
            return [status, body.error?.message.replace(id, '')];
          }),
        );
        expect(refusals[0]).toEqual([400, 'mergeRules:  is no member of the organization']);
        expect(refusals[1]).toEqual(refusals[0]);
        expect((await ada.api.get(paths[owner])).body.mergeRules).toEqual(before);
      },
    );

    it('are accepted unchanged, although a user whom they name has left', async () => {
      const leaver = await server.member(ada.organization, 'review');
      const mergeRules = rulesOf({ rule: 'require_specific_reviewers', users: [leaver.id] });
      expect((await ada.api.patch(paths[owner], { mergeRules })).status).toBe(200);
      await ada.api.delete(`${paths.organization}/members/${leaver.id}`);
      const answer = await ada.api.patch(paths[owner], { mergeRules: { ...mergeRules, earlierApprovals: true } });
      expect([answer.status, answer.body.mergeRules]).toEqual([200, { ...mergeRules, earlierApprovals: true }]);
      expect((await ada.api.patch(paths[owner], { mergeRules: { type: 'none' } })).status).toBe(200);
      expect((await ada.api.patch(paths[owner], { mergeRules })).status).toBe(400);
    });

    it('count earlier approvals only where they say so', async () => {
      for (const [sent, kept] of [
        [
          { ...rulesOf(), earlierApprovals: true },
          { ...rulesOf(), earlierApprovals: true },
        ],
        [{ ...rulesOf(), earlierApprovals: false }, rulesOf()],
        [rulesOf(), rulesOf()],
      ]) {
        expect((await ada.api.patch(paths[owner], { mergeRules: sent })).body.mergeRules).toEqual(kept);
      }
    });
  });

  it('the default content of an organization is a site of its own', async () => {
    const made = async (owner: typeof ada): Promise<string> =>
      (await owner.api.post(`/v1/orgs/${owner.organization}/sites`, { title: 'Docs' })).body.id;
    const [own, foreign] = [await made(ada), await made(await server.administrator())];
    const set = async (site: string) => {
      const { status, body } = await ada.api.patch(paths.organization, { defaultContent: { type: 'site', site } });
      return [status, body.error?.message.replace(site, ''), body['defaultContent']];
    };
    expect(await set(own)).toEqual([200, undefined, { type: 'site', site: own }]);
    const refused = [400, 'defaultContent: there is no site  in the organization', undefined];
    expect([await set(foreign), await set('0VbbU3z1Hn6PwDs8RtKe')]).toEqual([refused, refused]);
    expect((await ada.api.get(paths.organization)).body['defaultContent']).toEqual({ type: 'site', site: own });
  });

  describe('rules that are inherited', () => {
    it('are allowed for spaces only, which have an organization to inherit from', async () => {
      const space = await ada.api.patch(paths.space, { mergeRules: { type: 'inherit' } });
      expect([space.status, space.body.mergeRules]).toEqual([200, { type: 'inherit' }]);
      const refused = await ada.api.patch(paths.organization, { mergeRules: { type: 'inherit' } });
      expect([refused.status, refused.body.error.message]).toEqual([400, 'mergeRules.type must be none or rules']);
    });
  });
});
