import { describe, expect, it } from '@jest/globals';
import { noted, rewritten } from '../support/rewritten.js';

describe('files and embeds', () => {
  it.each([
    ['{% embed url="https://a.bc" %}\nOne *two*\n{% endembed %}', '{% embed url="https://a.bc" %}\n\nOne _two_'],
    ['{% file src="a b.pdf" caption="One" %}', '{% file src="a b.pdf" %}\n\nOne'],
    ['{% file src="a.pdf" %}\nOne\n\nTwo\n{% endfile %}', '{% file src="a.pdf" %}\n\nOne\n\nTwo'],
    [
      '- a\n\n  {% file src="a.pdf" %}\n  One\n  {% endfile %}\n\n- b',
      '* a\n\n  {% file src="a.pdf" %}\n\n  One\n\n* b',
    ],
  ])('are followed by their captions: %j', (source, written) => {
    expect(rewritten(source)).toBe(written);
  });
});

describe('references to pages', () => {
  it('are mentions where the title of the link says so', () => {
    expect(rewritten('See [Page](../a/page.md "mention").')).toBe('See [page.md](../a/page.md "mention").');
    expect(rewritten('| A |\n| - |\n| [x](a.md "mention")<p>b</p> |')).toContain(
      '<a data-mention href="a.md">a.md</a>',
    );
  });

  it('may be of the older form', () => {
    const written = '{% content-ref url="a/b.md" %}\n[b.md](a/b.md)\n{% endcontent-ref %}';
    expect(rewritten('{% page-ref page="a/b.md" %}\n\nx')).toBe(`${written}\n\nx`);
    expect(rewritten('{% page-ref page="a/b.md" %}\n{% endpage-ref %}')).toBe(written);
  });
});

describe('an operation of an API in the older form', () => {
  const written =
    '### Get a pet\n\n**GET** `https://a.bc/pets/{id}`\n\nReturns **one**.\n\n**Path parameters**\n\n' +
    '| Name | Type | Description |\n| --- | --- | --- |\n| `id` | string, required | The id |\n\n**Headers**\n\n' +
    '| Name | Type | Description |\n| --- | --- | --- |\n| `Key` | string |  |\n\n**Responses**\n\n' +
    '{% tabs %}\n{% tab title="200: Fine" %}\n```json\n{}\n```\n{% endtab %}\n{% endtabs %}';

  it('is a heading, its address, its description, tables of parameters and a tab for each response', () => {
    const source =
      '{% swagger method="get" baseUrl="https://a.bc" path="/pets/{id}" summary="Get a pet" %}\n' +
      '{% swagger-description %}\nReturns **one**.\n{% endswagger-description %}\n\n' +
      '{% swagger-parameter in="path" name="id" type="string" required="true" %}\nThe id\n{% endswagger-parameter %}\n\n' +
      '{% swagger-parameter in="header" name="Key" type="string" %}\n\n{% endswagger-parameter %}\n\n' +
      '{% swagger-response status="200" description="Fine" %}\n```json\n{}\n```\n{% endswagger-response %}\n{% endswagger %}';
    expect(rewritten(source)).toBe(written);
    expect(noted(source)).toEqual([]);
  });

  it('may be older still', () => {
    const part = (name: string, body: string, attributes = ''): string =>
      `{% ${name}${attributes} %}\n${body}\n{% end${name} %}\n`;
    const parameter = (attributes: string, body: string): string =>
      part('api-method-parameter', body, ` ${attributes}`);
    const request =
      part('api-method-path-parameters', parameter('name="id" type="string" required=true', 'The id')) +
      part('api-method-headers', parameter('name="Key" type="string" required=false', ''));
    const response = part('api-method-response-example', '```json\n{}\n```', ' httpCode=200 description="Fine"');
    const source = part(
      'api-method',
      part('api-method-summary', 'Get a pet') +
        part('api-method-description', 'Returns **one**.') +
        part('api-method-spec', part('api-method-request', request) + part('api-method-response', response)),
      ' method="get" host="https://a.bc" path="/pets/{id}"',
    );
    expect(rewritten(source)).toBe(written);
    expect(noted(source)).toEqual([]);
  });

  it('keeps what its parts say outside of it, and a reference to a specification', () => {
    expect(rewritten('{% swagger-description %}\nOne\n{% endswagger-description %}')).toBe('One');
    expect(rewritten('{% swagger src="./a.yaml" path="/x" method="get" %}\n[a](./a.yaml)\n{% endswagger %}')).toBe(
      '{% openapi src="./a.yaml" path="/x" method="get" %}\n[a.yaml](./a.yaml)\n{% endopenapi %}',
    );
  });
});

describe('tabs of code in the older form', () => {
  const item = (title: string): string =>
    `{% code-tabs-item title="${title}" %}\n\`\`\`js\n1\n\`\`\`\n{% endcode-tabs-item %}\n`;

  it('are tabs, or code with a title where there is one', () => {
    expect(rewritten(`{% code-tabs %}\n${item('a.js')}{% endcode-tabs %}`)).toBe(
      '{% code title="a.js" %}\n```js\n1\n```\n{% endcode %}',
    );
    expect(rewritten(`{% code-tabs %}\n${item('a.js')}${item('b.js')}{% endcode-tabs %}`)).toBe(
      '{% tabs %}\n{% tab title="a.js" %}\n```js\n1\n```\n{% endtab %}\n\n{% tab title="b.js" %}\n```js\n1\n```\n{% endtab %}\n{% endtabs %}',
    );
  });

  it('take a file name for a title', () => {
    expect(rewritten('{% code filename="a.js" %}\n```js\n1\n```\n{% endcode %}')).toContain('title="a.js"');
  });
});

describe('raw text', () => {
  it('holds no tags, and is not noted', () => {
    const source =
      '{% raw %}\n{% hint style="info" %}\n\n```\n{{ x }}\n```\n{% endraw %}\n\n{% hint style="info" %}\nx\n{% endhint %}';
    expect(rewritten(source)).toBe(
      '\\{% hint style="info" %}\n\n```\n{{ x }}\n```\n\n{% hint style="info" %}\nx\n{% endhint %}',
    );
    expect(noted(source)).toEqual([]);
  });

  it('may be a part of a line', () => {
    expect(rewritten('One {% raw %}{{ two }}{% endraw %} three')).toBe('One {{ two }} three');
    expect(rewritten('{%- raw -%}One *two*{%- endraw -%}')).toBe('One _two_');
  });

  it('needs both its tags', () => {
    expect(rewritten('One {% raw %} two')).toBe('One \\{% raw %} two');
    expect(rewritten('{% endraw %}\n\n{% raw %}')).toBe('\\{% endraw %}\n\n\\{% raw %}');
    expect(noted('One {% raw %} two')).toEqual([['unknown-tag', '{% raw %}', 1, 1]]);
  });
});

describe('pictures with a size', () => {
  it.each([
    [
      '<div align="center"><img src="a.png" width="300"><p>One</p></div>',
      '<div align="center"><figure><img src="a.png" alt="" width="300"><figcaption><p>One</p></figcaption></figure></div>',
    ],
    [
      '<div align="center"><img src="a.png" width="50%"><figcaption>One</figcaption></div>',
      '<div align="center"><figure><img src="a.png" alt="" width="50%"><figcaption><p>One</p></figcaption></figure></div>',
    ],
    [
      '<p align="right"><img src="a b.png" alt="A" width="30"></p>',
      '<div align="right"><figure><img src="a b.png" alt="A" width="30"><figcaption></figcaption></figure></div>',
    ],
    [
      '<img src="a.png" height="20" />',
      '<figure><img src="a.png" alt="" height="20"><figcaption></figcaption></figure>',
    ],
    ['<p align="center"><img src="a.png"></p>', '<p align="center"><img src="a.png" alt=""></p>'],
    ['<div align="center">\n\n## One\n\ntwo\n\n</div>', '<h2 align="center">One</h2>\n\n<p align="center">two</p>'],
    ['<center>One</center>', '<p align="center">One</p>'],
  ])('and what is aligned keep both: %j', (source, written) => {
    expect(rewritten(source)).toBe(written);
    expect(noted(source)).toEqual([]);
  });

  it('lose it within a line, which is noted', () => {
    expect(noted('One <img src="a.png" width="3">\n\n<p><img src="a" width="3"> two</p>')).toEqual([
      ['lost-attribute', 'size of an image in a line', 1, 2],
    ]);
  });
});
