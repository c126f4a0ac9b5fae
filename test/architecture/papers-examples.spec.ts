import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ApiContract } from '#testing/api-document';
import { Members } from '../http/members-of-document.js';
import { filesBelow, ROOT } from './source-files.js';

const pages = ['README.md', ...filesBelow('docs').filter((path) => path.endsWith('.md') && !path.includes('/adr/'))];
const contract = new ApiContract();
const members = new Members(contract.document);

/** What a page leaves to its reader: a variable, or a name in angle brackets. */
const LEFT_OPEN = /\$\{?\w+\}?|<\w+>/g;
/** Every document may be sent as Markdown; the claims of a schema have names of the organization's own. */
const FREE = /\.markdown$|^jsonSchema\.properties\./;
const SAMPLE = '0VbbUCw6Ng9XoUb5QrBe';

/** The words of a shell command from here to its end, without their quotes. */
function wordsFrom(text: string): string[] {
  const words: string[] = [];
  let word: string | undefined;
  const rest = /^(?:'([^']*)'|"((?:\\[^]|[^"\\])*)"|(\\\n|[ \t]+)|([\n|;)&]|$)|([^]))/;
  for (let at = 0; at <= text.length;) {
    const [all = '', single, double, space, end, other] = rest.exec(text.slice(at)) ?? [];
    at += all.length;
    if (space !== undefined || end !== undefined) {
      if (word !== undefined) words.push(word);
      word = undefined;
      if (end !== undefined) break;
    } else word = (word ?? '') + (single ?? double?.replace(/\\([^])/g, '$1') ?? other ?? '');
  }
  return words;
}

interface Example {
  method: string;
  url: string;
  body: string | undefined;
}

/** The requests to the API in the fenced shell blocks of a page. */
function examplesIn(page: string): Example[] {
  const blocks = [...page.matchAll(/^```(?:sh|bash)\n([^]*?)^```$/gm)].map(([, block = '']) => block);
  return blocks.flatMap((block) =>
    [...block.matchAll(/(?:^|[|(] ?| )(?:curl|quire|visit) (?=.*\$API|.*\\\n.*\$API|-)/gm)].flatMap((match) => {
      const words = wordsFrom(block.slice(match.index + match[0].length));
      const url = words.find((word) => word.startsWith('$API'));
      if (url === undefined) return [];
      const after = (...names: string[]): string[] => words.filter((_, at) => names.includes(words[at - 1] ?? ''));
      const [body] = after('-d');
      const asQuery = words.some((word) => /^-\w*G\w*$/.test(word));
      const sends = body !== undefined || words.includes('-F');
      const method = after('-X')[0] ?? (sends && !asQuery ? 'POST' : 'GET');
      const query = asQuery ? after('--data-urlencode').map((each) => each.replace(/=.*$/s, '=x')) : [];
      return [{ method, url: [url, ...query].join(url.includes('?') ? '&' : '?').replace('$API', '/v1'), body }];
    }),
  );
}

/** The members of a body with their values, named as by {@link Members}. */
function membersOf(value: unknown, prefix = ''): [string, unknown][] {
  if (Array.isArray(value)) return value.flatMap((item) => membersOf(item, `${prefix}[]`));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const path = prefix === '' ? name : `${prefix}.${name}`;
    return [[path, member] as [string, unknown], ...membersOf(member, path)];
  });
}

/** What is wrong in an example; nothing where it is right. */
function mistakesIn({ method, url, body }: Example): string[] {
  const filled = url.replace(LEFT_OPEN, SAMPLE).replaceAll('…', SAMPLE);
  const described = contract.find(method, filled);
  if (!described) return [`${method} ${url}: there is no such operation`];
  const { query, body: known } = members.of(described);
  const names = [...new URL(filled, 'http://quire.test').searchParams.keys()];
  const mistakes = names.filter((name) => !query.has(name)).map((name) => `${method} ${url}: no parameter ${name}`);
  if (body === undefined || body === '@-') return mistakes;
  const parents = new Set([...known.keys()].map((path) => path.replace(/(?:\[\])*\.?\w*$/, '')));
  for (const [path, value] of membersOf(JSON.parse(body.replace(LEFT_OPEN, SAMPLE)))) {
    const values = known.get(path);
    // What is below a member without described members is free in its form.
    if (values === undefined && !FREE.test(path) && parents.has(path.replace(/(?:\[\])*\.?\w*$/, '')))
      mistakes.push(`${method} ${url}: no member ${path}`);
    if (values !== undefined && values.size > 0 && typeof value === 'string' && !values.has(value))
      mistakes.push(`${method} ${url}: ${path} is not ${value}`);
  }
  return mistakes;
}

describe('the requests that the papers show', () => {
  it.each(pages)('%s shows requests that the API describes', (path) => {
    expect(examplesIn(readFileSync(join(ROOT, path), 'utf8')).flatMap(mistakesIn)).toEqual([]);
  });

  it('are found in them', () => {
    const found = pages.flatMap((path) => examplesIn(readFileSync(join(ROOT, path), 'utf8')));
    expect(found.length).toBeGreaterThan(80);
    expect(found.filter(({ body }) => body !== undefined).length).toBeGreaterThan(50);
  });

  it('are refused where an address, a parameter, a member or a value is not described', () => {
    const shown = (command: string): string[] => examplesIn(`\`\`\`sh\n${command}\n\`\`\`\n`).flatMap(mistakesIn);
    const create = (body: string): string => `curl -X POST "$API/spaces/$SPACE/content" -d '${body}'`;
    expect(shown('curl "$API/spaces/$SPACE/page"')).toHaveLength(1);
    expect(shown('curl -G "$API/spaces/$SPACE/search" --data-urlencode \'words=a\'')).toHaveLength(1);
    expect(shown(create('{"changes": [{"operation": "change_page"}]}'))).toHaveLength(1);
    expect(shown(create('{"edits": []}'))).toHaveLength(1);
  });
});
