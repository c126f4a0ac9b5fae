import { describe, expect, it } from '@jest/globals';
import { parsePage, plainText } from '#rich-document';
import { noted, rewritten } from '../support/rewritten.js';

const hint = (style: string, body: string): string => `{% hint style="${style}" %}\n${body}\n{% endhint %}`;
const fold = (title: string, body: string, open = ''): string =>
  `<details${open}>\n\n<summary>${title}</summary>\n\n${body}\n\n</details>`;

describe('a quote that begins with a type', () => {
  it.each([
    ['NOTE', 'info'],
    ['TIP', 'success'],
    ['WARNING', 'warning'],
    ['CAUTION', 'danger'],
    ['note', 'info'],
  ])('is a hint: [!%s]', (type, style) => {
    expect(rewritten(`> [!${type}]\n> One *two*\n>\n> Three`)).toBe(hint(style, 'One _two_\n\nThree'));
  });

  it('says in words what its colour does not', () => {
    expect(rewritten('> [!IMPORTANT]\n> One')).toBe(hint('info', '**Important**\n\nOne'));
  });

  it('has a title where its author gave one, and folds where it is marked so', () => {
    expect(rewritten('> [!tip] Do `this`\n> One')).toBe(hint('success', '**Do `this`**\n\nOne'));
    expect(rewritten('> [!faq]- Why?\n> One')).toBe(fold('Why?', 'One'));
    expect(rewritten('> [!note]+\n> One')).toBe(fold('Note', 'One', ' open'));
  });

  it('stays a quote, and is noted, where the type is unknown', () => {
    expect(rewritten('> [!WHAT]\n> One')).toBe('> \\[!WHAT] One');
    expect(noted('> [!WHAT]\n> One')).toEqual([['unknown-callout', '[!WHAT]', 1, 1]]);
  });

  it('stays a quote where the bracket is escaped or the type is a link', () => {
    expect(rewritten('> \\[!NOTE]\n> One')).toBe('> \\[!NOTE] One');
    expect(rewritten('> [!NOTE](a.md)')).toBe('> [!NOTE](a.md)');
    expect(rewritten('[!NOTE]\n\n> a\n>\n> [!NOTE]')).toBe('\\[!NOTE]\n\n> a\n>\n> \\[!NOTE]');
  });
});

describe('an admonition', () => {
  it('is a hint of the lines indented below it, with its title', () => {
    const source = '!!! warning "Mind *this*"\n    One\n\n    * two\n\n        three\nafter';
    expect(rewritten(source)).toBe(`${hint('warning', '**Mind _this_**\n\nOne\n\n* two\n\n  three')}\n\nafter`);
  });

  it.each([
    ['note', hint('info', 'One')],
    ['danger inline end', hint('danger', 'One')],
    ['example', hint('info', '**Example**\n\nOne')],
    ['my-own', hint('info', '**My own**\n\nOne')],
    ['tip ""', hint('success', 'One')],
  ])('shows no more than it must: !!! %s', (head, written) => {
    expect(rewritten(`!!! ${head}\n\n    One`)).toBe(written);
  });

  it('folds with question marks', () => {
    expect(rewritten('??? note "More"\n    One')).toBe(fold('More', 'One'));
    expect(rewritten('???+ tip\n    One')).toBe(fold('Tip', 'One', ' open'));
  });

  it('holds others, and is held by lists', () => {
    expect(rewritten('- a\n\n    !!! note\n        One\n\n        !!! tip\n            Two')).toBe(
      '* a\n\n  {% hint style="info" %}\n  One\n\n  {% hint style="success" %}\n  Two\n  {% endhint %}\n  {% endhint %}',
    );
  });

  it('is text where it is code, escaped, or has no type', () => {
    expect(rewritten('    !!! note\n')).toBe('```\n!!! note\n```');
    expect(rewritten('\\!!! note\n')).toBe('\\!!! note');
    expect(rewritten('!!! "x"\n\n??? 1')).toBe('\\!!! "x"\n\n\\??? 1');
  });
});

describe('tabs of indented lines', () => {
  it('are one set where nothing is between them', () => {
    expect(rewritten('=== "A"\n\n    One\n\n=== "B"\n    ```js\n    x\n    ```\n\n=== "C"')).toBe(
      '{% tabs %}\n{% tab title="A" %}\nOne\n{% endtab %}\n\n{% tab title="B" %}\n```js\nx\n```\n{% endtab %}\n\n{% tab title="C" %}\n{% endtab %}\n{% endtabs %}',
    );
    const types = parsePage('=== "A"\n    One\n\nx\n\n=== "B"\n    Two\n\n===! "C"\n    Three').document.nodes;
    expect(types.map(({ type }) => type)).toEqual(['tabs', 'paragraph', 'tabs', 'tabs']);
  });

  it('leave underlined headings alone', () => {
    expect(rewritten('# T\n\nHead\n===')).toBe('## Head');
  });
});

describe('a container of colons', () => {
  it.each([
    ['::: tip Hello *you*\nOne\n:::', hint('success', '**Hello _you_**\n\nOne')],
    [':::note\n\nOne\n\n:::', hint('info', 'One')],
    [':::danger[Mind `it`]\nOne\n:::', hint('danger', '**Mind `it`**\n\nOne')],
    [':::info{title="Said"}\nOne\n:::', hint('info', '**Said**\n\nOne')],
    ['::: {.callout-warning}\nOne\n:::', hint('warning', 'One')],
    ['::::info\nOne\n\n:::tip\nTwo\n:::\n::::', hint('info', `One\n\n${hint('success', 'Two')}`)],
    ['::: details Look\nOne\n:::', fold('Look', 'One')],
    ['::: details {open}\nOne\n:::', fold('Details', 'One', ' open')],
    ['::: v-pre\nOne\n:::', 'One'],
    ['<img src="a.png">\n::: tip\nOne\n:::', `![](a.png)\n\n${hint('success', 'One')}`],
  ])('means what its tool makes of it: %j', (source, written) => {
    expect(rewritten(source)).toBe(written);
  });

  it('of code is a tab for each block, called by its label or language', () => {
    expect(rewritten('::: code-group\n\n```js [a.js]\n1\n```\n\n```ts\n2\n```\n\n:::')).toBe(
      '{% tabs %}\n{% tab title="a.js" %}\n```js\n1\n```\n{% endtab %}\n\n{% tab title="ts" %}\n```ts\n2\n```\n{% endtab %}\n{% endtabs %}',
    );
  });

  it('stays as it was written, and is noted, where its name is unknown or it has no end', () => {
    expect(rewritten('::: tip\n\n:::: what ever\nOne\n::::\n\n:::')).toBe(
      hint('success', '\\:::: what ever\n\nOne\n\n\\::::'),
    );
    expect(noted('a\n\n::: what ever\nOne\n:::')).toEqual([['unknown-tag', '::: what ever', 3, 1]]);
    expect(rewritten('::: tip\nOne')).toBe('\\::: tip\n\nOne');
    expect(noted('::: tip\nOne\n\n> :::')).toEqual([
      ['unknown-tag', '::: tip', 1, 1],
      ['unknown-tag', ':::', 4, 1],
    ]);
  });

  it('loses no word', () => {
    const text = plainText(parsePage('::: tip A\n::: danger B\nC\n:::\nD').document);
    for (const word of ['A', 'B', 'C', 'D']) expect(text).toContain(word);
  });
});

describe('components of tabs', () => {
  it('are tabs, whose content is Markdown', () => {
    const source =
      '<Tabs groupId="x">\n<TabItem value="a" label="A" default>\n\n**One**\n\n</TabItem>\n<TabItem value="b">\n\nTwo\n\n</TabItem>\n</Tabs>';
    expect(rewritten(source)).toBe(
      '{% tabs %}\n{% tab title="A" %}\n**One**\n{% endtab %}\n\n{% tab title="b" %}\nTwo\n{% endtab %}\n{% endtabs %}',
    );
    expect(noted(source)).toEqual([]);
  });
});
