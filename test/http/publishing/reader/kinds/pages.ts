import { BLOCKS } from './blocks.js';

/** A picture of a size that a page can't know before it arrives, in two themes. */
const picture = (light: string, dark: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="480" viewBox="0 0 1600 480">
<linearGradient id="a" x2="1" y2="1"><stop stop-color="${light}"/><stop offset="1" stop-color="${dark}"/></linearGradient>
<rect width="1600" height="480" fill="url(#a)"/><circle cx="1280" cy="140" r="220" fill="#ffffff33"/></svg>`;

const TABLES = `---
description: Tables of every kind, and rows as cards.
---

# Tables and cards

| Fruit | Price | Where it grows and what it is used for |
| :---- | ----: | :------------------------------------: |
| Apple |  1.20 | In the north |
| Orange |  0.80 | In the south, in cakes, for juice, and on its own in the winter |

## Typed columns

<table><thead><tr><th width="200">Feature</th><th data-type="checkbox">Ready</th><th data-type="rating" data-max="5">Liked</th><th data-type="number">Users</th><th data-type="content-ref">Page</th></tr></thead><tbody><tr><td>Import</td><td>true</td><td>5</td><td>1200</td><td><a href="blocks.md">blocks.md</a></td></tr><tr><td>Export</td><td>false</td><td>3</td><td>7</td><td></td></tr></tbody></table>

## Cards

<table data-view="cards"><thead><tr><th></th><th></th><th data-hidden data-card-target data-type="content-ref"></th></tr></thead><tbody><tr><td><strong>Blocks</strong></td><td>Of all kinds</td><td><a href="blocks.md">blocks.md</a></td></tr><tr><td><strong>Changes</strong></td><td>What is new</td><td><a href="changes.md">changes.md</a></td></tr></tbody></table>
`;

/** Where readers arrive: a wide page with a cover and cards, without the parts that lead on. */
const LANDING = `---
description: Everything that you need to build with Acme, from the first request to a shop.
icon: house
cover: .gitbook/assets/cover.svg
layout:
  width: wide
  tableOfContents: { visible: false }
  outline: { visible: false }
  pagination: { visible: false }
---

# Build with Acme

<a href="blocks.md" class="button primary" data-icon="rocket">Begin</a> <a href="tables.md" class="button secondary">What it can do</a>

<table data-view="cards" data-card-size="large"><thead><tr><th></th><th></th><th data-hidden data-card-cover data-type="files"></th><th data-hidden data-card-target data-type="content-ref"></th></tr></thead><tbody><tr><td><strong>Blocks</strong></td><td>Of which pages are made.</td><td><a href=".gitbook/assets/wide.svg">wide.svg</a></td><td><a href="blocks.md">blocks.md</a></td></tr><tr><td><strong>Tables</strong></td><td>And cards such as this one.</td><td><a href=".gitbook/assets/wide.svg">wide.svg</a></td><td><a href="tables.md">tables.md</a></td></tr><tr><td><strong>Changes</strong></td><td>What is new.</td><td><a href=".gitbook/assets/wide.svg">wide.svg</a></td><td><a href="changes.md">changes.md</a></td></tr></tbody></table>

## What it is

Acme is a shop for those who build shops.
`;

const CHANGES = `---
description: What is new, the newest first.
icon: clock
---

# Changes

{% updates format="full" %}
{% update date="2026-01-31" tags="release" %}
## Faster imports

Markdown is read in several threads.

* Twice as fast
* Half the memory
{% endupdate %}
{% update date="2025-12-24" %}
## Quiet days

Nothing happened, but for \`one\` thing.
{% endupdate %}
{% endupdates %}
`;

/** A typical page of a guide: some paragraphs, lists, a code, a hint and a table. */
const TYPICAL = `---
description: Install Acme, start it, and send the first request to it.
icon: download
---

# Install Acme

Acme runs wherever Node.js does. You need no database for the first steps, and nothing of what you try here has to be thrown away later.

## Before you begin

* Node.js 20 or newer
* 200 MB of free disk
* A terminal

## Install it

${'Download the package, and start it in the folder where it may keep its data. '.repeat(2)}

\`\`\`sh
npm install --global acme
acme start --data ./data
\`\`\`

{% hint style="info" %}
The first start takes some seconds, because the database is made then.
{% endhint %}

## Settings

| Setting | Default | What it does |
| --- | --- | --- |
| \`ACME_PORT\` | 3000 | where it listens |
| \`ACME_DATA_DIR\` | \`./data\` | where files are kept |
| \`ACME_LOG_LEVEL\` | \`info\` | how much it writes |
| \`ACME_MODEL_URL\` | | the address of a language model |

## Send a request

{% tabs %}
{% tab title="curl" %}
\`\`\`sh
curl http://localhost:3000/orders -H 'Authorization: Bearer secret'
\`\`\`
{% endtab %}
{% tab title="JavaScript" %}
\`\`\`js
const answer = await fetch('http://localhost:3000/orders');
console.log(await answer.json());
\`\`\`
{% endtab %}
{% endtabs %}

## What comes next

Read about [blocks](blocks.md) and [tables](tables.md).
`;

/** A page of a thousand rows of tables. */
const large = (): string => {
  const rows = Array.from({ length: 40 }, (_, row) => `| \`setting-${row}\` | ${row * 7} | what setting ${row} does |`);
  const sections = Array.from(
    { length: 25 },
    (_, at) =>
      `## Part ${at}\n\nWords of part ${at}.\n\n| Name | Size | Meaning |\n| --- | ---: | --- |\n${rows.join('\n')}\n`,
  );
  return `---\ndescription: A reference of everything.\n---\n\n# Reference\n\n${sections.join('\n')}`;
};

const SUMMARY = `# Table of contents

* [Build with Acme](README.md)
* [Install Acme](install.md)

## Write

* [All blocks](blocks.md)
  * [Tables and cards](tables.md)
* [Changes](changes.md)
* [Reference](reference.md)
`;

/** The files of a repository with a page of each kind. */
export const guide = (): Record<string, string> => ({
  'SUMMARY.md': SUMMARY,
  'README.md': LANDING,
  'install.md': TYPICAL,
  'blocks.md': BLOCKS,
  'tables.md': TABLES,
  'changes.md': CHANGES,
  'reference.md': large(),
  '.gitbook/assets/cover.svg': picture('#2d6a4f', '#1d6fb8'),
  '.gitbook/assets/wide.svg': picture('#b35c00', '#7d3fc2'),
  '.gitbook/assets/prices.csv': 'fruit,price\napple,1.20\n',
});
