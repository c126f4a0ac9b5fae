/** All blocks and marks of documents, several of them within others. */
export const BLOCKS = `---
description: One page with everything that a page can have.
icon: cubes
tags: [release]
---

# All blocks

A paragraph with **bold**, *italic*, ~~struck~~ words, \`code\`, <kbd>Ctrl</kbd>, H<sub>2</sub>O, x<sup>2</sup>, a
[link](tables.md), [another host](https://example.com), <mark style="color:red;">red</mark> and
<mark style="background-color:yellow;">marked</mark> words, an emoji :rocket: and $$a^2 + b^2 = c^2$$ in a line.

## Lists

* One
  * Within one
  * And another
* Two

1. First
2. Second
   1. Deeper

* [x] Done
* [ ] To do

> What was said
> in two lines.

***

## Hints

{% hint style="info" %}
Plain.
{% endhint %}

{% hint style="success" %}
### With a title

And \`code\`, a [link](tables.md).
{% endhint %}

{% hint style="warning" %}
Mind the gap.
{% endhint %}

{% hint style="danger" icon="bolt" %}
Do not touch it.
{% endhint %}

## Code

{% code title="server.ts" lineNumbers="true" overflow="wrap" %}
\`\`\`ts
/** Listens at a port. */
export async function start(port = 3000): Promise<Server> {
  const server = createServer((request, response) => response.end(\`Hello \${request.url}\`));
  await once(server.listen(port), 'listening'); // throws where the port is taken
  return server;
}
\`\`\`
{% endcode %}

{% code expandable="true" collapsedLineCount="3" %}
\`\`\`yaml
site:
  title: Acme
  structure:
    - type: section
      key: guide
      path: guide
\`\`\`
{% endcode %}

\`\`\`diff
- const a = 1;
+ const a = 2;
\`\`\`

## Tabs

{% tabs %}
{% tab title="npm" %}
\`\`\`sh
npm install acme --save-exact --registry https://registry.example.com/a/rather/long/address/of/a/registry
\`\`\`
{% endtab %}
{% tab title="Docker" %}
Run it.
{% endtab %}
{% endtabs %}

## Steps

{% stepper %}
{% step %}
### Install it

With npm.
{% endstep %}
{% step %}
### Start it

And open it.

{% hint style="info" %}
Within a step.
{% endhint %}
{% endstep %}
{% endstepper %}

## Columns

{% columns %}
{% column width="33%" %}
On the left.
{% endcolumn %}
{% column %}
On the right.
{% endcolumn %}
{% endcolumns %}

<details>

<summary>How does it work?</summary>

Like this.

</details>

## Pictures and files

A picture <picture><source srcset=".gitbook/assets/cover.svg" media="(prefers-color-scheme: dark)"><img src=".gitbook/assets/wide.svg" alt="of one theme"></picture> in a line.

<figure><img src=".gitbook/assets/wide.svg" alt="A landscape"><figcaption><p>A landscape in the evening</p></figcaption></figure>

{% file src=".gitbook/assets/prices.csv" %}
The prices
{% endfile %}

{% embed url="https://www.youtube.com/watch?v=aqz-KE-bpKQ" %}
A film
{% endembed %}

{% content-ref url="tables.md" %}
[Tables and cards](tables.md)
{% endcontent-ref %}

$$
\\sum_{k=1}^{n} k = \\frac{n(n+1)}{2}
$$

{% prompt description="Review a page" %}
\`\`\`
Rewrite the page below in short sentences.
\`\`\`
{% endprompt %}

<a href="tables.md" class="button primary">Go on</a> <a href="https://example.com" class="button secondary">Elsewhere</a>

A word with a note[^1].

[^1]: Which says *more* about it.
`;
