import { specsInSuites } from './test/setup/suites.mjs';

const together = process.env.QUIRE_TEST_SUITES === 'on';

/** The whole pyramid runs on one real PostgreSQL server; each worker process owns a database in it. */
export default {
  testEnvironment: '<rootDir>/test/setup/leaves-nothing-open.mjs',
  roots: ['<rootDir>/test'],
  testMatch: together ? ['**/*.spec.ts', '**/*.suite.ts'] : ['**/*.spec.ts'],
  testPathIgnorePatterns: together ? specsInSuites() : [],
  testSequencer: '<rootDir>/test/setup/longest-first.cjs',
  globalSetup: '<rootDir>/test/setup/start-postgres.ts',
  setupFilesAfterEnv: ['<rootDir>/test/setup/end-of-file.ts'],
  globalTeardown: '<rootDir>/test/setup/stop-postgres.ts',
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: {
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
          target: 'es2022',
          keepClassNames: true,
        },
        module: { type: 'es6' },
        sourceMaps: 'inline',
      },
    ],
  },
  moduleNameMapper: {
    '^#(kernel|testing)/(.*)$': '<rootDir>/libs/$1/$2.ts',
    '^#(adaptive|permissions|rich-document|expressions|merge-rules|embeds|outbound|postgres-server|print|page-html|api-html|site-html|language-model|openapi|contentkit|contentkit-html|script-runtime|segments|words|clustering|masking|mcp|issue-extraction|library-internals|site-config|worker-process)$':
      '<rootDir>/libs/$1/index.ts',
    '^#(organization|content|publishing|integrations|conversations)$': '<rootDir>/src/$1/contract/index.ts',
  },
  resolver: '<rootDir>/test/setup/resolve.cjs',
  // Stays from one run to the next; the folder for temporary files does not.
  cacheDirectory: '<rootDir>/node_modules/.cache/jest',
  maxWorkers: 3,
  // What test files leave in memory makes a process slower and slower; one with more than this is replaced.
  workerIdleMemoryLimit: '1500MB',
  // A process with a gigabyte to give back takes a while to end, on a busy machine seconds.
  workerGracefulExitTimeout: 30_000,
  // Far more than any test takes: on a busy machine each takes several times as long, and is no worse for it.
  testTimeout: 180_000,
};
