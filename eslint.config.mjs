import { defineConfig } from 'eslint/config';
import typescript from 'typescript-eslint';

const noDefaultExport = {
  selector: 'ExportDefaultDeclaration, ExportSpecifier[exported.name="default"]',
  message: 'Name what you export: a default export gets another name in every file that imports it.',
};

export default defineConfig(
  {
    ignores: [
      'dist/',
      'node_modules/',
      'coverage/',
      '.quire/',
      'test/fixtures/',
      'bench/results/',
      'libs/print/press/pdfmake.d.ts',
    ],
  },
  { linterOptions: { reportUnusedDisableDirectives: 'error', noInlineConfig: true } },
  {
    files: ['**/*.ts'],
    extends: [typescript.configs.recommended],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      'no-restricted-syntax': ['error', noDefaultExport],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-template-curly-in-string': 'error',
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'separate-type-imports' }],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-unused-vars': [
        'error',
        {
          argsIgnorePattern: '^_',
          varsIgnorePattern: '^_',
          destructuredArrayIgnorePattern: '^_',
          caughtErrors: 'none',
          ignoreRestSiblings: true,
        },
      ],
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/return-await': ['error', 'error-handling-correctness-only'],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
    },
  },
  { files: ['src/**', 'libs/**'], rules: { 'no-console': 'error', 'max-lines': ['error', { max: 300 }] } },
  { files: ['src/cli/**'], rules: { 'no-console': 'off' } },
  {
    files: ['src/**/index.ts', 'libs/*/*/**/index.ts', 'test/**/index.ts'],
    ignores: ['src/*/contract/index.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        noDefaultExport,
        {
          selector: 'Program',
          message: 'No file that only points at another: index.ts is for contracts and libraries.',
        },
      ],
    },
  },
  // What Jest runs before and after all tests must be a default export, and so must the script of an integration.
  { files: ['test/setup/*.ts', 'integrations/**/*.ts'], rules: { 'no-restricted-syntax': 'off' } },
);
