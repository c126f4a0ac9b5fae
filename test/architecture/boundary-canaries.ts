import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** One planted file that breaks a rule, and the rule that must notice. */
export interface Canary {
  breaks: string;
  rule: string;
  file: string;
  text: string;
  /** Added to a file that is there. */
  added?: boolean;
}

export const root = process.cwd();
export interface Context {
  upstream: string[];
  core?: string[];
  areas?: Record<string, string[]>;
}

interface Rule {
  name: string;
  from: { path?: string };
  to: { path?: string[]; pathNot?: string[] };
}

const load = createRequire(join(root, 'package.json'));
export const { contexts } = load('./context-map.cjs') as { contexts: Record<string, Context> };
export const { forbidden } = load('./.dependency-cruiser.cjs') as { forbidden: Rule[] };
export const names = Object.keys(contexts);
export const upstreamOf = (name: string): string[] => contexts[name]?.upstream ?? [];

/** Every area with those it may not know. */
const areas = Object.entries(contexts).flatMap(([context, { core = [], areas: rows = {} }]) =>
  Object.entries(rows).map(([area, known]) => {
    const strangers = Object.keys(rows).filter((other) => other !== area && ![...core, ...known].includes(other));
    return { context, area, strangers };
  }),
);

const plant = (breaks: string, rule: string, folder: string, text: string): Canary => ({
  breaks,
  rule,
  file: `${folder}/canary-${rule}-${breaks.replace(/\W+/g, '-')}.ts`,
  text,
});

/** Two files that import each other. */
function cycle(breaks: string, [one, two]: readonly [string, string], importOf: (other: string) => string): Canary[] {
  const folder = 'src/content/spaces/domain';
  return [[one, two] as const, [two, one] as const].map(([name, other]) => ({
    ...plant(breaks, 'no-cycle', folder, importOf(`./canary-${other}.js`)),
    file: `${folder}/canary-${name}.ts`,
  }));
}

export const CANARIES: Canary[] = [
  plant(
    'a neighbour’s inside',
    'content-spaces-application',
    'src/content/spaces/application',
    `import '../../../organization/domain/user.js';`,
  ),
  plant('a vendor in the domain', 'content-spaces-domain', 'src/content/spaces/domain', `import 'pg';`),
  plant(
    'a vendor’s type in the domain',
    'content-spaces-domain',
    'src/content/spaces/domain',
    `import type { Entity } from 'typeorm';\nexport type E = typeof Entity;`,
  ),
  plant(
    'a vendor imported on demand',
    'content-spaces-domain',
    'src/content/spaces/domain',
    `export const late = (): Promise<unknown> => import('pg');`,
  ),
  plant('the file system in the domain', 'content-spaces-domain', 'src/content/spaces/domain', `import 'node:fs';`),
  plant(
    'streams at work in the domain',
    'content-spaces-domain-types-only',
    'src/content/spaces/domain',
    `import { Readable } from 'node:stream';\nexport const R = Readable;`,
  ),
  plant(
    'the dispatcher in the domain',
    'content-spaces-domain',
    'src/content/spaces/domain',
    `import '#kernel/application/dispatcher';`,
  ),
  plant('the ORM in a handler', 'content-spaces-application', 'src/content/spaces/application', `import 'typeorm';`),
  plant(
    'a handler that knows its store',
    'content-spaces-application',
    'src/content/spaces/application',
    `import '../infrastructure/space/space.store.js';`,
  ),
  plant(
    'a controller touching the domain',
    'content-spaces-interface',
    'src/content/spaces/interface',
    `import '../domain/space/space.js';`,
  ),
  plant(
    'a controller touching the store',
    'content-spaces-interface',
    'src/content/spaces/interface',
    `import '../infrastructure/space/space.store.js';`,
  ),
  plant(
    'a controller that runs the HTTP server',
    'content-spaces-interface-types-only',
    'src/content/spaces/interface',
    `import { fastify } from 'fastify';\nexport const f = fastify;`,
  ),
  plant(
    'infrastructure that knows HTTP',
    'content-spaces-infrastructure',
    'src/content/spaces/infrastructure',
    `import '../interface/space/space.body.js';`,
  ),
  plant(
    'infrastructure that knows the program',
    'content-spaces-infrastructure',
    'src/content/spaces/infrastructure',
    `import '../../../server.js';`,
  ),
  plant(
    'a leaky contract',
    'content-contract',
    'src/content/contract',
    `export * from '../spaces/domain/space/space.js';`,
  ),
  plant('a module that knows its neighbour', 'content-module', 'src/content', `import '#organization';`),
  plant(
    'a persistence that knows a domain',
    'content-persistence',
    'src/content',
    `import './spaces/domain/space/space.js';`,
  ),
  plant(
    'a migration that knows the code',
    'content-migrations',
    'src/content/migrations',
    `import '../spaces/domain/space/space.js';`,
  ),
  plant('a kernel that knows a context', 'kernel-infrastructure', 'libs/kernel/infrastructure', `import '#content';`),
  plant(
    'a kernel room skipped',
    'kernel-application',
    'libs/kernel/application',
    `import '../infrastructure/settings.js';`,
  ),
  plant('a library that knows the kernel', 'library-outbound', 'libs/outbound', `import '#kernel/domain/id';`),
  plant('a library that knows a context', 'library-rich-document', 'libs/rich-document', `import '#content';`),
  plant('a library that knows a library', 'library-expressions', 'libs/expressions', `import '#merge-rules';`),
  plant('a second file that knows the modules', 'program', 'src', `import './content/content.module.js';`),
  plant(
    'a command line reaching into a context',
    'command-line',
    'src/cli',
    `import '../content/spaces/domain/space/space.js';`,
  ),
  plant('an area that is in no table', 'stands-nowhere', 'src/content/shared/domain', `import '#kernel/domain/id';`),
  plant('a room that is in no table', 'stands-nowhere', 'src/content/spaces/shared', `import '#kernel/domain/id';`),
  plant('a context that is in no table', 'stands-nowhere', 'src/billing/domain', `import '#kernel/domain/id';`),
  plant(
    'a development package in production',
    'declared-dependency',
    'src/content/spaces/infrastructure',
    `import 'fast-check';`,
  ),
  plant('a file that is not there', 'resolvable', 'src/content/spaces/infrastructure', `import './missing.js';`),
  ...cycle('a cycle', ['a', 'b'], (other) => `import '${other}';`),
  ...cycle(
    'a cycle of types',
    ['c', 'd'],
    (other) => `import type * as Other from '${other}';\nexport type T = typeof Other;`,
  ),
  ...areas.flatMap(({ context, area, strangers }) => [
    plant(
      'the framework in the domain of every area',
      `${context}-${area}-domain`,
      `src/${context}/${area}/domain`,
      `import '@nestjs/common';`,
    ),
    ...strangers.map((other) =>
      plant(
        `an area that may not know ${other}`,
        `${context}-${area}-infrastructure`,
        `src/${context}/${area}/infrastructure`,
        `import '../../${other}/application/stranger.js';`,
      ),
    ),
    ...names
      .filter((other) => other !== context && !upstreamOf(context).includes(other))
      .map((other) =>
        plant(
          `looking downstream at ${other}`,
          `${context}-${area}-application`,
          `src/${context}/${area}/application`,
          `import '#${other}';`,
        ),
      ),
  ]),
];

/** What the places of these rules may not import; nothing else may import a package of the development. */
const STRANGERS_OF: Readonly<Record<string, string>> = {
  'integrations-integrations-infrastructure': '../../server.js',
  'integrations-installations-infrastructure': '../../server.js',
  'conversations-conversations-infrastructure': '../../server.js',
  'conversations-clusters-infrastructure': '../../server.js',
  'conversations-documentation-infrastructure': '../../server.js',
  'program-root': './content/spaces/domain/space/space.js',
};
export const STRANGER = 'fast-check';

/** The place that a rule guards, where it is one folder or one file. */
function placeOf({ from }: Rule): string | undefined {
  const place = from.path?.replace(/^\^/, '').replace(/\$$/, '').replace(/\\(.)/g, '$1');
  return place !== undefined && /^[\w./-]+$/.test(place) ? place : undefined;
}

/** What breaks a rule: the import of a stranger, or of a value of which only types may be known. */
function breakerOf({ name, to }: Rule): string {
  if (!name.endsWith('-types-only')) return `import '${STRANGERS_OF[name] ?? STRANGER}';`;
  const [first = ''] = to.path ?? [];
  const target =
    /^\^\(node:\)\?([\w/]+)/.exec(first)?.[1] ?? first.replace(/^\^?node_modules\/|\/$/g, '').replace(/\\(.)/g, '$1');
  return `import * as strange from '${target}';\nexport const used = strange;`;
}

// Each rule made from the map that has no canary of its own yet. In a file that is there, the import is added to its text.
for (const rule of forbidden) {
  if (CANARIES.some((canary) => canary.rule === rule.name)) continue;
  const place = placeOf(rule);
  if (place === undefined) continue;
  const text = breakerOf(rule);
  if (place.endsWith('.ts')) {
    const own = existsSync(join(root, place)) ? readFileSync(join(root, place), 'utf8') : '';
    CANARIES.push({ breaks: 'a stranger', rule: rule.name, file: place, text: `${text}\n${own}`, added: own !== '' });
  } else CANARIES.push(plant('a stranger', rule.name, place.replace(/\/$/, ''), text));
}

/** What areas that may not know it import: a file of each area. */
export const STRANGERS = areas.map(({ context, area }) => `src/${context}/${area}/application/stranger.ts`);

// These files are recognised by their names, so the canaries take their places in the copy.
for (const name of ['module', 'persistence']) {
  const canary = CANARIES.find(({ rule }) => rule === `content-${name}`);
  if (canary) canary.file = `src/content/content.${name}.ts`;
}
