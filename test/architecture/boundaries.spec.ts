import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

/** One planted file that breaks a rule, and the rule that must notice. */
interface Canary {
  breaks: string;
  rule: string;
  file: string;
  text: string;
}

interface Violation {
  from: string;
  to: string;
  rule: { name: string };
}

const root = process.cwd();
interface Context {
  upstream: string[];
  core?: string[];
  areas?: Record<string, string[]>;
}

const { contexts } = createRequire(join(root, 'package.json'))('./context-map.cjs') as {
  contexts: Record<string, Context>;
};
const names = Object.keys(contexts);
const upstreamOf = (name: string): string[] => contexts[name]?.upstream ?? [];

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

const CANARIES: Canary[] = [
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
  ...['a', 'b'].map((name) => ({
    ...plant('a cycle', 'no-cycle', 'src/content/spaces/domain', `import './canary-${name === 'a' ? 'b' : 'a'}.js';`),
    file: `src/content/spaces/domain/canary-${name}.ts`,
  })),
  ...['c', 'd'].map((name) => ({
    ...plant(
      'a cycle of types',
      'no-cycle',
      'src/content/spaces/domain',
      `import type * as Other from './canary-${name === 'c' ? 'd' : 'c'}.js';\nexport type T = typeof Other;`,
    ),
    file: `src/content/spaces/domain/canary-${name}.ts`,
  })),
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

/** What areas that may not know it import: a file of each area. */
const STRANGERS = areas.map(({ context, area }) => `src/${context}/${area}/application/stranger.ts`);

// These files are recognised by their names, so the canaries take their places in the copy.
for (const name of ['module', 'persistence']) {
  const canary = CANARIES.find(({ rule }) => rule === `content-${name}`);
  if (canary) canary.file = `src/content/content.${name}.ts`;
}

let folder: string;
let violations: Violation[];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'quire-boundaries-'));
  for (const name of ['src', 'libs', 'package.json', 'tsconfig.json', 'context-map.cjs', '.dependency-cruiser.cjs']) {
    cpSync(join(root, name), join(folder, name), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  for (const { file, text } of [
    ...CANARIES,
    ...STRANGERS.map((file) => ({ file, text: 'export const stranger = 1;' })),
  ]) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), `${text}\n`);
  }
  const cruise = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const options = [
    '--config',
    '.dependency-cruiser.cjs',
    '--preserve-symlinks',
    '--output-type',
    'json',
    'src',
    'libs',
  ];
  const env = { ...process.env, NODE_OPTIONS: '' };
  const { stdout } = await promisify(execFile)(process.execPath, [cruise, ...options], {
    cwd: folder,
    env,
    maxBuffer: 1e9,
  });
  ({ violations } = (JSON.parse(stdout) as { summary: { violations: Violation[] } }).summary);
});

afterAll(() => rmSync(folder, { recursive: true }));

describe('the boundaries of the context map', () => {
  it.each(CANARIES.map((canary) => [canary.breaks, canary.rule, canary] as const))(
    'refuse %s (%s)',
    (_breaks, _rule, canary) => {
      // A cycle is told of once, from the one of its files that was met first.
      const noticed = violations
        .filter(({ from, to, rule }) => from === canary.file || (rule.name === 'no-cycle' && to === canary.file))
        .map(({ rule }) => rule.name);
      expect(noticed).toContain(canary.rule);
    },
  );

  it('hold in the code as it is', () => {
    const planted = new Set(CANARIES.map(({ file }) => file));
    const real = violations.filter(({ from }) => !planted.has(from));
    expect(real.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`)).toEqual([]);
  });
});

describe('the context map', () => {
  it('has one direction: whoever is upstream of a neighbour is upstream of oneself, and never downstream too', () => {
    for (const name of names) {
      expect(upstreamOf(name)).not.toContain(name);
      for (const neighbour of upstreamOf(name)) {
        expect(names).toContain(neighbour);
        expect(upstreamOf(name)).toEqual(expect.arrayContaining(upstreamOf(neighbour)));
        expect(upstreamOf(neighbour)).not.toContain(name);
      }
    }
  });

  it('has a core that knows no leaf, and leaves that know each other in one direction', () => {
    for (const { core = [], areas: rows = {} } of Object.values(contexts)) {
      for (const area of core) expect(rows[area]).toEqual([]);
      const reached = (area: string): string[] => (rows[area] ?? []).flatMap((other) => [other, ...reached(other)]);
      for (const [area, known] of Object.entries(rows)) {
        expect(Object.keys(rows)).toEqual(expect.arrayContaining(known));
        expect(reached(area)).not.toContain(area);
      }
    }
  });

  it('names the folders that are there', () => {
    const folders = readdirSync(join(root, 'src'), { withFileTypes: true }).filter((entry) => entry.isDirectory());
    expect(folders.map((entry) => entry.name).sort()).toEqual([...names, 'cli', 'start'].sort());
    for (const [context, { areas: rows }] of Object.entries(contexts)) {
      if (!rows) continue;
      const within = readdirSync(join(root, 'src', context), { withFileTypes: true });
      const there = within.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
      expect(there.sort()).toEqual([...Object.keys(rows), 'contract', 'migrations'].sort());
    }
  });
});
