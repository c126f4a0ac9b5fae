import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Analyser, primaryLanguage } from '../../../../src/content/search/domain/analyser.js';
import { excerpt } from '../../../../src/content/search/domain/excerpt.js';
import { keyOf, passagesOf } from '../../../../src/content/search/domain/passages.js';
import { parseQuery } from '../../../../src/content/search/domain/query-words.js';
import { beginsOneLetterApart, oneLetterApart, repairRange } from '../../../../src/content/search/domain/repair.js';
import { LONGEST_WORD, tokenize } from '#words';

const words = (text: string) => tokenize(text).map((token) => token.word);
const plain = new Analyser('en', (word) => word.replace(/(ing|s)$/, ''));

describe('the words of a text', () => {
  it.each([
    ['Café Größe naïve', ['cafe', 'grosse', 'naive']],
    ['ＦＵＬＬ width', ['full', 'width']],
    ['maxConnections', ['max', 'connections', 'maxconnections']],
    ['max_connections', ['max', 'connections', 'maxconnections']],
    ['dead-letter', ['dead', 'letter', 'deadletter']],
    ['HTTPServer', ['http', 'server', 'httpserver']],
    ['the APIs', ['the', 'apis']],
    ['18.4.0 and v2.1', ['18.4.0', 'and', '2.1']],
    ['ends. Begins', ['ends', 'begins']],
    ['C++ and C#', ['c++', 'and', 'c#']],
    ['node.js', ['node', 'js', 'nodejs']],
    ['sha256 ipv6', ['sha256', 'ipv6']],
    ['身份验证', ['身份', '份验', '验证', '证']],
    ['使用Docker安装', ['使用', '用', 'docker', '安装', '装']],
    ['データ', ['デー', 'ータ', 'タ']],
    ['が', ['が']],
    ['Ёлка', ['елка']],
    ['!!! 🦊', []],
  ])('%s', (text, expected) => {
    expect(words(text)).toEqual(expected);
  });

  it('are folded the same way twice, bounded in length, and never empty', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
        for (const word of words(text)) {
          expect(word).not.toBe('');
          expect(word.length).toBeLessThanOrEqual(LONGEST_WORD + 8);
        }
      }),
    );
    expect(words('x'.repeat(500))[0]).toHaveLength(LONGEST_WORD);
  });

  it('are counted in time that grows with the text only', () => {
    const started = process.cpuUsage();
    for (const unit of ['a', 'a.', 'A', 'aA', '_', '1.', '狐', 'é', '+', '-a']) tokenize(unit.repeat(200_000));
    expect(process.cpuUsage(started).user / 1_000).toBeLessThan(10_000);
  });
});

describe('a query', () => {
  const parse = (query: string) => parseQuery(query, [plain], keyOf).words;

  it('takes the last word for unfinished unless something follows it', () => {
    expect(parse('install ker').map((word) => word.prefix)).toEqual([false, true]);
    expect(parse('install ker ').map((word) => word.prefix)).toEqual([false, false]);
  });

  it('leaves stop words out when another word is left', () => {
    expect(parse('what is the cluster').map((word) => word.word)).toEqual(['cluster']);
    expect(parse('what is ').map((word) => word.word)).toEqual(['what', 'is']);
  });

  it('wants the parts of a compound and rewards the whole', () => {
    expect(parse('maxConn ').map(({ word, optional }) => [word, optional])).toEqual([
      ['max', false],
      ['conn', false],
      ['maxconn', true],
    ]);
  });

  it('asks for pairs of characters, and for whatever begins with a single one', () => {
    expect(parse('身份验证').map((word) => word.word)).toEqual(['身份', '份验', '验证']);
    expect(parse('验')).toMatchObject([{ word: '验', prefix: true, pair: true }]);
  });
});

describe('the repair of a word', () => {
  it.each([
    ['cluster', 'clutser', true],
    ['cluster', 'cluste', true],
    ['cluster', 'clusterr', true],
    ['cluster', 'clusyer', true],
    ['cluster', 'cluster', true],
    ['cluster', 'clutsre', false],
    ['cluster', 'custr', false],
    ['abcd', 'badc', false],
  ])('knows whether %s and %s are one letter apart: %s', (one, other, expected) => {
    expect(oneLetterApart(one, other)).toBe(expected);
    expect(oneLetterApart(other, one)).toBe(expected);
  });

  it('looks in ranges that hold every word one letter apart', () => {
    const letter = fc.constantFrom('a', 'b', 'c');
    const word = fc.string({ unit: letter, minLength: 4, maxLength: 9 });
    const error = fc.constantFrom('added', 'left out', 'changed', 'swapped');
    fc.assert(
      fc.property(word, error, fc.nat(8), letter, (typed, kind, place, other) => {
        const at = place % typed.length;
        const [head, tail] = [typed.slice(0, at), typed.slice(at)];
        const meant = {
          added: head + other + tail,
          'left out': head + tail.slice(1),
          changed: head + other + tail.slice(1),
          swapped: head + tail.slice(1, 2) + tail.slice(0, 1) + tail.slice(2),
        }[kind];
        expect(oneLetterApart(typed, meant)).toBe(true);
        const range = repairRange(typed, false);
        const reversed = [...meant].reverse().join('');
        expect(meant.startsWith(range.head) || reversed.startsWith(range.liat)).toBe(true);
        expect(meant.length >= range.shortest && meant.length <= range.longest).toBe(true);
      }),
    );
  });

  it('also repairs a word still being typed', () => {
    expect(beginsOneLetterApart('kuberent', 'kubernetes')).toBe(true);
    expect(beginsOneLetterApart('docker', 'kubernetes')).toBe(false);
  });
});

describe('the passages of a page', () => {
  it('cut a long section at the ends of sentences and lose no word', () => {
    const text = Array.from({ length: 600 }, (_, at) => `Sentence number ${at} ends here.`).join(' ');
    const page = { pageId: 'p', title: 'T', sections: [{ anchor: 'a', heading: 'H', level: 1, key: 'k', text }] };
    const passages = [...passagesOf(page, plain, new Map())];
    expect(passages.length).toBeGreaterThan(10);
    expect(
      passages
        .map((passage) => passage.body)
        .join(' ')
        .trim(),
    ).toBe(text);
    for (const passage of passages.slice(1, -1)) expect(passage.body).toMatch(/^Sentence.*\.$/s);
  });

  it('have the beginning of a heading, however long it is', () => {
    const heading = `cluster ${'word '.repeat(20_000)}`;
    const text = 'text '.repeat(100_000);
    const page = { pageId: 'p', title: 'T', sections: [{ anchor: 'a', heading, level: 1, key: 'k', text }] };
    let terms = 0;
    for (const passage of passagesOf(page, plain, new Map())) {
      expect(passage.heading.length).toBeLessThanOrEqual(300);
      terms += passage.terms.get('word')?.B ?? 0;
    }
    expect(terms).toBeLessThan(60 * 1_000);
  });

  it('give a page without text one passage, by which its title is found', () => {
    const [passage, ...rest] = [...passagesOf({ pageId: 'p', title: 'Clusters', sections: [] }, plain, new Map())];
    expect(rest).toEqual([]);
    expect(passage?.terms.get('cluster')).toMatchObject({ A: 1, D: 0, prominent: true });
  });
});

describe('an excerpt', () => {
  it('shows the place with most of the words, cut between words', () => {
    const text = `alpha ${'filler '.repeat(80)}alpha beta gamma ${'filler '.repeat(80)}`;
    const cut = excerpt(text, ['alpha', 'beta', 'gamma']);
    expect(cut).toMatchObject({ cutBefore: true, cutAfter: true });
    expect(cut.text).toMatch(/^filler.*alpha beta gamma.*filler$/);
  });

  it('never cuts a character in two', () => {
    fc.assert(
      fc.property(fc.nat(300), (at) => {
        const cut = excerpt(`${'x'.repeat(at)}${'🦊'.repeat(300)}`, ['🦊']);
        expect(() => encodeURIComponent(cut.text)).not.toThrow();
      }),
    );
  });
});

describe('the language of a tag', () => {
  it('is its first part', () => {
    expect([primaryLanguage('fr-CA'), primaryLanguage('ZH_hant'), primaryLanguage('')]).toEqual(['fr', 'zh', 'en']);
  });
});
