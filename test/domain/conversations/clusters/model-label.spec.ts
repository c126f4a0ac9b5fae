import { describe, expect, it } from '@jest/globals';
import { labelIn } from '../../../../src/conversations/clusters/domain/model-label.js';

const GOOD = { label: 'Cancel a subscription', summary: 'Users want to cancel. They do not find where.', icon: 'lock' };
const read = (answer: unknown) =>
  labelIn(typeof answer === 'string' ? answer : JSON.stringify(answer), ['lock', 'comments']);

describe('a label in the answer of a model', () => {
  it('is read, be it in words or a block of code', () => {
    expect(read(GOOD)).toEqual(GOOD);
    expect(read(`Here it is:\n\`\`\`json\n${JSON.stringify(GOOD, null, 2)}\n\`\`\``)).toEqual(GOOD);
    expect(read({ ...GOOD, label: '如何取消订阅？ ', other: 7 })).toEqual({ ...GOOD, label: '如何取消订阅？' });
    const longest = { ...GOOD, label: 'a'.repeat(60), summary: 'b'.repeat(500) };
    expect(read(longest)).toEqual(longest);
  });

  it.each<[string, unknown]>([
    ['there is no JSON', 'I am sorry'],
    ['it is cut off', JSON.stringify(GOOD).slice(0, 40)],
    ['it is null', 'null'],
    ['it is a list', [GOOD, GOOD]],
    ['a member is missing', { label: 'Cancel', icon: 'lock' }],
    ['a member is no text', { ...GOOD, summary: { text: 'Users' } }],
    ['the label is long', { ...GOOD, label: 'a'.repeat(61) }],
    ['the summary is long', { ...GOOD, summary: 'a'.repeat(501) }],
    ['the label says nothing', { ...GOOD, label: ' … ' }],
    ['the summary has lines', { ...GOOD, summary: 'One\nTwo' }],
    ['the label has a control character', { ...GOOD, label: 'Cancel\u0000' }],
    ['the label turns the direction of writing', { ...GOOD, label: 'Cancel \u202egnp' }],
    ['the label has half a character', { ...GOOD, label: 'Cancel \ud83d' }],
    ['the label has a tag', { ...GOOD, label: 'Cancel <img src=x>' }],
    ['the summary has a link', { ...GOOD, summary: 'See [here](there)' }],
    ['the summary has an address', { ...GOOD, summary: 'Go to https://example.com now' }],
    ['the label is a heading', { ...GOOD, label: '# Cancel' }],
    ['there is no such icon', { ...GOOD, icon: 'skull' }],
  ])('is none where %s', (_, answer) => {
    expect(read(answer)).toBeUndefined();
  });
});
