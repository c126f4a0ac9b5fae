import { describe, expect, it } from '@jest/globals';
import type { SearchHit } from '../../../../src/content/search/domain/search-index.js';
import { pagesText, spacesText } from '../../../../src/content/search/infrastructure/hit-text.js';

const hitOf = (text: string): SearchHit => ({
  spaceId: 's1',
  pageId: 'p1',
  score: 1.25,
  rank: 7,
  title: text,
  description: text,
  path: `guides/${text}`,
  ancestors: [{ id: 'p0', title: text }],
  sections: [
    { anchor: null, heading: '', body: { text, cutBefore: false, cutAfter: true }, score: 1.25 },
    { anchor: text, heading: text, body: { text, cutBefore: true, cutAfter: false }, score: 0.5 },
  ],
});

describe('the JSON of search hits', () => {
  it.each(['plain', 'a "quote" and \\', 'line\nend\ttab\u0000', 'Größe', '香蕉 🦊', '\ud800 alone', ''])(
    'holds the text %j as it is',
    (text) => {
      const path = `guides/${text}`;
      const app = `https://docs.example/s/s1/${path}`;
      const page = {
        id: 'p1',
        title: text,
        type: 'page',
        description: text,
        path,
        score: 1.25,
        rank: 7,
        sections: [
          { id: 'p1', title: text, path, body: `${text}…`, score: 1.25, urls: { app } },
          {
            id: `p1#${text}`,
            title: text,
            path: `${path}#${text}`,
            body: `…${text}`,
            score: 0.5,
            urls: { app: `${app}#${text}` },
          },
        ],
        ancestors: [{ title: text }],
        urls: { app },
      };
      const hit = hitOf(text);
      expect(JSON.parse(pagesText([hit, hit], 'https://docs.example'))).toEqual([page, page]);
      const space = { spaceId: 's1', title: text, score: 1.25, pages: [hit] };
      expect(JSON.parse(spacesText([space], 'https://docs.example'))).toEqual([
        { id: 's1', title: text, type: 'space', score: 1.25, pages: [page] },
      ]);
    },
  );

  it('is ASCII where the text is, though it is cut', () => {
    expect(pagesText([hitOf('plain')], 'https://docs.example')).toMatch(/^[ -~]*$/);
  });
});
