import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { combinedFits } from '../../../../src/content/search/domain/fit.js';
import { JUDGED_QUESTIONS, type JudgedQuestions } from '../../../fixtures/search/answers.js';
import { JUDGED_SPACES, judgedPages } from '../../../fixtures/search/judged-set.js';
import { openSearchDatabase, type SearchDatabase } from './search-database.js';

const ORGANIZATION = 'org';

describe('how well pages answer questions', () => {
  let database: SearchDatabase;
  let judged: { group: JudgedQuestions; page: string; fit: number }[];

  beforeAll(async () => {
    database = await openSearchDatabase();
    for (const spaceId of JUDGED_SPACES) {
      const pages = judgedPages(spaceId);
      await database.putLive(ORGANIZATION, spaceId, pages);
      await database.index.put({ organizationId: ORGANIZATION, spaceId, language: spaceId }, pages);
    }
    const spaces = await database.searched(ORGANIZATION, JUDGED_SPACES);
    judged = [];
    for (const group of JUDGED_QUESTIONS) {
      const found = [];
      for (const query of group.questions) found.push(await database.index.fittingPages({ spaces, query, limit: 10 }));
      const [best] = combinedFits(found);
      judged.push({ group, page: best?.pageId ?? '', fit: best?.fit ?? 0 });
    }
  });
  afterAll(() => database.close());

  const fitsOf = (kind: JudgedQuestions['kind']) =>
    judged.filter(({ group }) => group.kind === kind).map(({ group, fit }) => [group.questions[0], fit] as const);

  it('finds the page that answers, in five languages at once', () => {
    const answered = judged.filter(({ group }) => group.kind === 'answered');
    expect(answered.map(({ page }) => page)).toEqual(answered.map(({ group }) => group.page));
  });

  it('tells by one number, whatever the question, whether they are answered', () => {
    expect(fitsOf('answered').filter(([, fit]) => fit < 0.6)).toEqual([]);
    expect(fitsOf('lacking').filter(([, fit]) => fit > 0.4)).toEqual([]);
    expect(fitsOf('unrelated').filter(([, fit]) => fit > 0.35)).toEqual([]);
  });

  it('never goes over 1', () => {
    expect(Math.max(...judged.map(({ fit }) => fit))).toBeLessThanOrEqual(1);
  });

  it('finds nothing where no word says anything', async () => {
    const spaces = await database.searched(ORGANIZATION, ['en']);
    for (const query of ['', '???', 'the of and', '\u{1F600}', 'x'.repeat(512)])
      expect((await database.index.fittingPages({ spaces, query, limit: 10 })).every(({ fit }) => fit <= 1)).toBe(true);
  });
});
