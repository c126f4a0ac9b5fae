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
const { contexts } = createRequire(join(root, 'package.json'))('./context-map.cjs') as {
  contexts: Record<string, string[]>;
};
const names = Object.keys(contexts);

const plant = (breaks: string, rule: string, folder: string, text: string): Canary => ({
  breaks,
  rule,
  file: `${folder}/canary-${rule}-${breaks.replace(/\W+/g, '-')}.ts`,
  text,
});

const CANARIES: Canary[] = [
  plant(
    'a neighbour’s inside',
    'content-application',
    'src/content/application',
    `import '../../organization/domain/user.js';`,
  ),
  plant('a vendor in the domain', 'content-domain', 'src/content/domain', `import 'pg';`),
  plant(
    'a vendor’s type in the domain',
    'content-domain',
    'src/content/domain',
    `import type { Entity } from 'typeorm';\nexport type E = typeof Entity;`,
  ),
  plant(
    'a vendor imported on demand',
    'content-domain',
    'src/content/domain',
    `export const late = (): Promise<unknown> => import('pg');`,
  ),
  plant('the file system in the domain', 'content-domain', 'src/content/domain', `import 'node:fs';`),
  plant(
    'streams at work in the domain',
    'content-domain-types-only',
    'src/content/domain',
    `import { Readable } from 'node:stream';\nexport const R = Readable;`,
  ),
  plant(
    'the dispatcher in the domain',
    'content-domain',
    'src/content/domain',
    `import '#kernel/application/dispatcher';`,
  ),
  plant('the ORM in a handler', 'content-application', 'src/content/application', `import 'typeorm';`),
  plant(
    'a handler that knows its store',
    'content-application',
    'src/content/application',
    `import '../infrastructure/space/space.store.js';`,
  ),
  plant(
    'a controller touching the domain',
    'content-interface',
    'src/content/interface',
    `import '../domain/space/space.js';`,
  ),
  plant(
    'a controller touching the store',
    'content-interface',
    'src/content/interface',
    `import '../infrastructure/space/space.store.js';`,
  ),
  plant(
    'a controller that runs the HTTP server',
    'content-interface-types-only',
    'src/content/interface',
    `import { fastify } from 'fastify';\nexport const f = fastify;`,
  ),
  plant(
    'infrastructure that knows HTTP',
    'content-infrastructure',
    'src/content/infrastructure',
    `import '../interface/space.body.js';`,
  ),
  plant(
    'infrastructure that knows the program',
    'content-infrastructure',
    'src/content/infrastructure',
    `import '../../server.js';`,
  ),
  plant('a leaky contract', 'content-contract', 'src/content/contract', `export * from '../domain/space/space.js';`),
  plant('a module that knows its neighbour', 'publishing-module', 'src/publishing', `import '#content';`),
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
    `import '../content/domain/space/space.js';`,
  ),
  plant('a room that is in no table', 'stands-nowhere', 'src/content/shared', `import '#kernel/domain/id';`),
  plant('a context that is in no table', 'stands-nowhere', 'src/billing/domain', `import '#kernel/domain/id';`),
  plant(
    'a development package in production',
    'declared-dependency',
    'src/content/infrastructure',
    `import 'fast-check';`,
  ),
  plant('a file that is not there', 'resolvable', 'src/content/infrastructure', `import './missing.js';`),
  ...['a', 'b'].map((name) => ({
    ...plant('a cycle', 'no-cycle', 'src/content/domain', `import './canary-${name === 'a' ? 'b' : 'a'}.js';`),
    file: `src/content/domain/canary-${name}.ts`,
  })),
  ...['c', 'd'].map((name) => ({
    ...plant(
      'a cycle of types',
      'no-cycle',
      'src/content/domain',
      `import type * as Other from './canary-${name === 'c' ? 'd' : 'c'}.js';\nexport type T = typeof Other;`,
    ),
    file: `src/content/domain/canary-${name}.ts`,
  })),
  ...names.flatMap((name) => [
    plant(
      'the framework in the domain of every context',
      `${name}-domain`,
      `src/${name}/domain`,
      `import '@nestjs/common';`,
    ),
    ...names
      .filter((other) => other !== name && !contexts[name]?.includes(other))
      .map((other) =>
        plant(
          `looking downstream at ${other}`,
          `${name}-application`,
          `src/${name}/application`,
          `import '#${other}';`,
        ),
      ),
  ]),
];

// The module file is recognised by its name, so this canary takes the place of the module in the copy.
const moduleCanary = CANARIES.find(({ rule }) => rule === 'publishing-module');
if (moduleCanary) moduleCanary.file = 'src/publishing/publishing.module.ts';

let folder: string;
let violations: Violation[];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'quire-boundaries-'));
  for (const name of ['src', 'libs', 'package.json', 'tsconfig.json', 'context-map.cjs', '.dependency-cruiser.cjs']) {
    cpSync(join(root, name), join(folder, name), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  for (const { file, text } of CANARIES) {
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
    for (const [name, upstream] of Object.entries(contexts)) {
      expect(upstream).not.toContain(name);
      for (const neighbour of upstream) {
        expect(upstream).toEqual(expect.arrayContaining(contexts[neighbour] ?? ['a context of the map']));
        expect(contexts[neighbour]).not.toContain(name);
      }
    }
  });

  it('names the folders that are there', () => {
    const folders = readdirSync(join(root, 'src'), { withFileTypes: true }).filter((entry) => entry.isDirectory());
    expect(folders.map((entry) => entry.name).sort()).toEqual([...names, 'cli', 'start'].sort());
  });
});
