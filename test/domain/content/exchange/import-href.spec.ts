import { describe, expect, it } from '@jest/globals';
import { createResolver, type HrefUse } from '../../../../src/content/exchange/domain/import/resolve-href.js';
import { pageAt, plan } from './import-fixture.js';

describe('An address in a page', () => {
  const texts = {
    'README.md': '',
    'guide/README.md': '',
    'guide/setup.md': '',
    'guide/with space (1).md': '',
    'api/v1/users.md': '',
    'images/Logo.png': '',
    'files/r\u00e9sum\u00e9.pdf': '',
    '.gitbook/assets/shot 1.png': '',
    '.gitbook/includes/note.md': '',
  };

  async function resolved(from: string, href: string, use: HrefUse): Promise<unknown> {
    const planned = await plan(texts);
    const ref = createResolver(structuredClone(planned))(from, href, use);
    if (!ref) return undefined;
    const names = new Map<string, string>();
    for (const { id, sourcePath, key } of planned.pages) names.set(id, sourcePath ?? key);
    for (const { id, path } of planned.files) names.set(id, path);
    for (const { id, sourcePath } of planned.reusableContents) names.set(id, sourcePath);
    return Object.entries(ref)
      .map(([, value]) => names.get(value as string) ?? value)
      .join(' ');
  }

  it.each([
    ['guide/setup.md', 'README.md', 'link', 'page guide/README.md'],
    ['guide/setup.md', '../README.md', 'link', 'page README.md'],
    ['guide/setup.md', './', 'link', 'page guide/README.md'],
    ['guide/setup.md', '..', 'link', 'page README.md'],
    ['README.md', 'guide', 'link', 'page guide/README.md'],
    ['README.md', 'guide/setup.md#on-linux', 'link', 'anchor on-linux guide/setup.md'],
    ['README.md', 'guide/setup', 'link', 'page guide/setup.md'],
    ['README.md', 'guide/setup.html', 'link', 'page guide/setup.md'],
    ['README.md', 'guide/setup/README.md', 'link', 'page guide/setup.md'],
    ['README.md', 'guide.md', 'link', 'page guide/README.md'],
    ['README.md', 'guide\\setup.md', 'link', 'page guide/setup.md'],
    ['README.md', 'guide/with%20space%20(1).md', 'link', 'page guide/with space (1).md'],
    ['guide/setup.md', '/guide/setup.md', 'link', 'page guide/setup.md'],
    ['guide/setup.md', '/api/v1/users', 'link', 'page api/v1/users.md'],
    ['guide/setup.md', '/pages/api/v1/users#x', 'link', 'anchor x api/v1/users.md'],
    ['guide/setup.md', '/pages/api', 'link', 'page group:api'],
    ['guide/setup.md', '#here', 'link', 'anchor here'],
    ['guide/setup.md', '../images/logo.PNG', 'image', 'file images/Logo.png'],
    ['README.md', 'files/re\u0301sume\u0301.pdf', 'file', 'file files/r\u00e9sum\u00e9.pdf'],
    ['README.md', '.gitbook/assets/shot%201.png', 'image', 'file .gitbook/assets/shot 1.png'],
    ['README.md', '../../.gitbook/assets/shot 1.png', 'image', 'file .gitbook/assets/shot 1.png'],
    ['guide/setup.md', '../.gitbook/includes/note.md', 'include', 'reusable-content .gitbook/includes/note.md'],
    ['README.md', 'https://example.com/a b', 'link', 'url https://example.com/a b'],
    ['README.md', 'mailto:a@example.com', 'link', 'url mailto:a@example.com'],
    ['README.md', '/spaces/s1/pages/p1#x', 'link', 'anchor x p1 s1'],
    ['README.md', '/openapi/petstore', 'link', 'openapi petstore'],
    ['README.md', '/tags/new', 'tag', 'tag new'],
    ['README.md', 'missing.md', 'link', undefined],
    ['README.md', '../../etc/passwd', 'link', undefined],
    ['README.md', '/pages/unknown', 'link', undefined],
    ['README.md', '/files/unknown', 'file', undefined],
    ['README.md', 'java\tscript:alert(1)', 'link', undefined],
    ['README.md', 'guide/setup.md', 'image', undefined],
    ['README.md', 'guide/setup.md', 'include', undefined],
    ['README.md', '', 'link', undefined],
    ['README.md', '100%', 'link', undefined],
  ] as const)('from %s, %s as %s means %s', async (from, href, use, meaning) => {
    expect(await resolved(from, href, use)).toBe(meaning);
  });

  it('may name a page or a file by its id', async () => {
    const planned = await plan(texts);
    const resolve = createResolver(planned);
    const page = pageAt(planned, 'guide/setup.md').id;
    const file = planned.files[0]?.id ?? '';
    expect(resolve('README.md', `/pages/${page}#a`, 'link')).toEqual({ kind: 'anchor', anchor: 'a', page });
    expect(resolve('README.md', `/files/${file}`, 'image')).toEqual({ kind: 'file', file });
  });
});
