import { describe, expect, it } from '@jest/globals';
import type { MergeRule } from '#merge-rules';
import { failingRule, rulesInForce } from '../../../../src/content/change-requests/domain/merge/failing-rule.js';
import type { MergeContext } from '../../../../src/content/change-requests/domain/merge/merge-context.js';

const review = (id: string, status: 'approved' | 'changes-requested' = 'approved') => ({
  status,
  reviewer: { id },
  revision: 'now',
});

function contextOf(changes: Partial<MergeContext> & { change?: Partial<MergeContext['changeRequest']> }): MergeContext {
  const { change, ...rest } = changes;
  return {
    space: { id: 'handbook' },
    changeRequest: {
      subject: 'Subject',
      description: 'Text',
      outdated: false,
      revision: 'now',
      createdBy: { id: 'ada' },
      ...change,
    },
    reviews: [],
    members: new Set(['ada', 'grace', 'alan', 'eve']),
    actor: { id: 'ada' },
    ...rest,
  };
}

const holds = (rule: MergeRule, context: MergeContext): boolean => failingRule([rule], context) === undefined;

describe('a merge rule', () => {
  it.each<[MergeRule, Parameters<typeof contextOf>[0], Parameters<typeof contextOf>[0]]>([
    [
      { rule: 'require_specific_reviewers', users: ['grace', 'alan'] },
      { reviews: [review('alan'), review('grace'), review('eve', 'changes-requested')] },
      { reviews: [review('grace'), review('alan', 'changes-requested')] },
    ],
    [
      { rule: 'require_one_of_specific_reviewers', users: ['grace', 'alan'] },
      { reviews: [review('alan'), review('grace', 'changes-requested')] },
      { reviews: [review('eve'), review('alan', 'changes-requested')] },
    ],
    [{ rule: 'require_at_least_one_review' }, { reviews: [review('eve', 'changes-requested')] }, {}],
    [
      { rule: 'require_at_least_one_approved_review' },
      { reviews: [review('eve', 'changes-requested'), review('alan')] },
      { reviews: [review('eve', 'changes-requested')] },
    ],
    [
      { rule: 'require_all_reviews_approved' },
      { reviews: [review('eve'), review('alan')] },
      { reviews: [review('eve'), review('alan', 'changes-requested')] },
    ],
    [{ rule: 'require_all_reviews_approved' }, { reviews: [] }, { reviews: [review('eve', 'changes-requested')] }],
    [
      { rule: 'require_agent_review' },
      { reviews: [{ ...review('agent', 'changes-requested'), byAgent: true }] },
      { reviews: [review('eve')] },
    ],
    [{ rule: 'require_up_to_date_change_request' }, {}, { change: { outdated: true } }],
    [{ rule: 'require_change_request_subject' }, {}, { change: { subject: ' ' } }],
    [{ rule: 'require_change_request_description' }, {}, { change: { description: '\n' } }],
    [{ rule: 'require_author_to_merge' }, {}, { actor: { id: 'grace' } }],
    [
      { rule: 'custom', expression: 'reviews.filter(r => r.status === "approved").length >= 2' },
      { reviews: [review('eve'), review('alan')] },
      { reviews: [review('eve')] },
    ],
    [
      { rule: 'custom', expression: '!reviews.some(r => r.status === "changes_requested")' },
      { reviews: [review('eve')] },
      { reviews: [review('eve', 'changes-requested')] },
    ],
    [
      {
        rule: 'custom',
        expression: '!reviews.some(r => r.status === "changes-requested") || "changes_requested?" === ""',
      },
      { reviews: [review('eve')] },
      { reviews: [review('eve', 'changes-requested')] },
    ],
    [
      { rule: 'custom', expression: 'reviews.some(r => r.revision === changeRequest.revision)' },
      { reviews: [review('eve', 'changes-requested')] },
      { reviews: [{ ...review('eve', 'changes-requested'), revision: 'before' }] },
    ],
    [
      { rule: 'custom', expression: 'changeRequest.createdBy.id === actor.id && space.id === "handbook"' },
      {},
      { actor: { id: 'eve' } },
    ],
    [{ rule: 'custom', expression: 'changeRequest.subject' }, {}, { change: { subject: '' } }],
    [
      { rule: 'custom', expression: '!changeRequest.outdated && changeRequest.description.includes("T")' },
      {},
      { change: { description: 'none' } },
    ],
  ])('%j holds only where its condition is met', (rule, allowed, refused) => {
    expect([holds(rule, contextOf(allowed)), holds(rule, contextOf(refused))]).toEqual([true, false]);
  });

  it('with an expression does not hold when that fails, and exposes only documented inputs', () => {
    expect(holds({ rule: 'custom', expression: 'nobody.id == 1' }, contextOf({}))).toBe(false);
    const reviews = [{ ...review('eve'), byAgent: true }];
    expect(holds({ rule: 'custom', expression: 'reviews[0].byAgent' }, contextOf({ reviews }))).toBe(false);
  });
});

describe('merge rules', () => {
  const rules: MergeRule[] = [
    { rule: 'allow_bypass', users: ['root'] },
    { rule: 'require_at_least_one_review' },
    { rule: 'custom', expression: 'false', message: 'Not on a Friday' },
    { rule: 'custom', expression: 'actor.id == "nobody"' },
  ];

  it('report the first that does not hold, in a readable message', () => {
    expect(failingRule(rules, contextOf({}))).toEqual({ rule: rules[1], message: 'The change request needs a review' });
    const reviews = [review('eve')];
    expect(failingRule(rules, contextOf({ reviews }))).toEqual({ rule: rules[2], message: 'Not on a Friday' });
    expect(failingRule(rules.slice(3), contextOf({}))?.message).toBe('The rule does not hold: actor.id == "nobody"');
    expect(failingRule([], contextOf({}))).toBeUndefined();
  });

  it('do not apply to users who may bypass them, at any position among them', () => {
    const root = contextOf({ actor: { id: 'root' } });
    expect(failingRule(rules, root)).toBeUndefined();
    expect(failingRule([...rules].reverse(), root)).toBeUndefined();
    expect(failingRule([{ rule: 'allow_bypass', users: ['root'] }], contextOf({}))).toBeUndefined();
  });

  it('are those of the organization where a space inherits them', () => {
    const organization = { type: 'rules' as const, rules };
    expect(rulesInForce({ type: 'inherit' }, organization).rules).toBe(rules);
    expect(rulesInForce({ type: 'inherit' }, { type: 'none' }).rules).toEqual([]);
    expect(rulesInForce({ type: 'none' }, organization).rules).toEqual([]);
    expect(rulesInForce({ type: 'rules', rules: [] }, organization).rules).toEqual([]);
  });

  it('require reviews of the current proposal, unless they say that earlier approvals count', () => {
    const space = { type: 'rules' as const, rules };
    expect(rulesInForce(space, { type: 'none' }).earlierApprovals).toBe(false);
    expect(rulesInForce({ ...space, earlierApprovals: true }, { type: 'none' }).earlierApprovals).toBe(true);
    expect(rulesInForce({ type: 'inherit' }, { ...space, earlierApprovals: true }).earlierApprovals).toBe(true);
  });

  it.each(['require_specific_reviewers', 'require_one_of_specific_reviewers'] as const)(
    '%s ignores users who left, and needs some approval if all have',
    (rule) => {
      const left = { rule, users: ['grace', 'gone'] };
      expect(holds(left, contextOf({ reviews: [review('grace')] }))).toBe(true);
      expect(holds(left, contextOf({ reviews: [review('alan')] }))).toBe(false);
      expect(holds(left, contextOf({ reviews: [review('gone')] }))).toBe(false);
      const all = { rule, users: ['gone', 'away'] };
      expect(holds(all, contextOf({}))).toBe(false);
      expect(holds(all, contextOf({ reviews: [review('eve', 'changes-requested')] }))).toBe(false);
      expect(holds(all, contextOf({ reviews: [review('eve')] }))).toBe(true);
    },
  );
});
