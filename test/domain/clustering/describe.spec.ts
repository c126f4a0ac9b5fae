import { describe, expect, it } from '@jest/globals';
import { DEFAULT_ICON, describe as described, group, ICONS, LONGEST_LABEL } from '#clustering';
import { LANGUAGES, questionsIn } from './intents.js';
import type { Language } from './intents.js';

/** The label and icon of each group of a language's questions, after what is asked first in it. */
function labelsIn(language: Language): Map<string, { label: string; icon: string }> {
  const { texts } = questionsIn(language);
  const { labels, groups, terms } = group(texts);
  return new Map(
    groups.map(({ medoid }, at) => {
      const members = texts.filter((_, place) => labels[place] === at);
      return [members[0] ?? '', described(members, texts[medoid] ?? '', terms)];
    }),
  );
}

const few = { frequencies: new Map<string, number>(), total: 0 };

describe('labels of groups', () => {
  it('are phrases that members share, as they wrote them', () => {
    const labels = labelsIn('en');
    expect(labels.get('How do I set up a custom domain?')).toEqual({ label: 'custom domain', icon: 'globe' });
    expect(labels.get('The API answers with error 429')?.label).toBe('rate limit');
    expect(labels.get('I want a refund')?.icon).toBe('rotate-left');
  });

  it('are right where words are not divided by spaces', () => {
    expect(labelsIn('zh').get('怎么重置密码？')).toEqual({ label: '重置密码', icon: 'lock' });
    expect(labelsIn('ja').get('API がエラー 429 を返します')?.label).toBe('API のレート制限');
  });

  it.each(LANGUAGES)('are parts of what users wrote, and short, in %s', (language) => {
    const { texts } = questionsIn(language);
    for (const { label, icon } of labelsIn(language).values()) {
      expect(label.length).toBeGreaterThan(1);
      expect(label.length).toBeLessThanOrEqual(LONGEST_LABEL);
      expect(texts.some((text) => text.includes(label.replace(/…$/, '')))).toBe(true);
      expect(ICONS).toContain(icon);
    }
  });

  it('are the title that is most like all where members share no phrase, cut between words', () => {
    const long = 'Somewhere between the second and the third step of the import everything stops without a message';
    const { label } = described(['One thing', long, 'Another matter'], long, few);
    expect(label).toBe('Somewhere between the second and the third step of the…');
    const chinese = '在导入的第二步和第三步之间所有的东西都停止了而且没有任何提示信息'.repeat(5);
    expect(described([chinese], chinese, few).label).toMatch(/^在导入.{10,57}…$/u);
  });

  it('are bounded for any title, and never end in half a character', () => {
    for (const title of [
      'x'.repeat(1_000_000),
      '😀'.repeat(100_000),
      '𠮷'.repeat(500),
      'a '.repeat(500_000),
      '\u0000',
      '',
    ]) {
      const { label, icon } = described([title, title], title, few);
      expect(label.length).toBeLessThanOrEqual(LONGEST_LABEL);
      expect(label).not.toMatch(/\p{Cs}/u);
      expect(icon).toBe(DEFAULT_ICON);
    }
  });
});

describe('icons of groups', () => {
  it.each([
    ['lock', ['I forgot my password', 'Wie ändere ich mein Passwort?', '忘记密码']],
    ['truck', ['Where is my parcel?', 'Wann kommt das Paket?', '荷物が届きません']],
    ['credit-card', ['How do I activate my card?', 'my card was declined']],
    ['trash', ['How do I cancel my subscription?', 'cancel the subscription']],
    [DEFAULT_ICON, ['hello there', 'good morning']],
  ])('%s follows from words of any language', (icon, texts) => {
    expect(described(texts, texts[0] ?? '', few).icon).toBe(icon);
  });
});
