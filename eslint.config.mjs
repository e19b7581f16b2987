/** Lint rules: strict TypeScript, sizes, the places where Node and VS Code may be imported; style sheets. */
import css from '@eslint/css';
import js from '@eslint/js';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';

const CODE = ['**/*.ts', '**/*.mts', '**/*.mjs'];
const PURE = [
  'basics/**/*.ts',
  'isa/**/*.ts',
  'proof/**/*.ts',
  'verifier/**/*.ts',
  'certifier/**/*.ts',
  'chess/**/*.ts',
  'assembler/**/*.ts',
  'emulator/**/*.ts',
  'instruments/**/*.ts',
  'engine-driver/**/*.ts',
  'testing/**/*.ts',
];
const PROTOCOL_ROOMS = ['files/**/*.ts', 'server/**/*.ts', 'debugger/**/*.ts', 'page/**/*.ts', 'client/**/*.ts'];
const TESTS = ['**/*.test.ts', 'test/**/*.ts'];

const noNode = { regex: '^node:', message: 'Node built-ins are in cli/, in entry files and in node-*.ts.' };
const noEditor = { name: 'vscode', message: 'Only client/ may import vscode.' };
const byName = {
  regex:
    '^(\\.\\./)+(basics|isa|proof|verifier|certifier|chess|assembler|emulator|instruments|engine-driver|testing|python|server|debugger|page|client)/',
  message: 'Import a room by its name, #room.',
};

export default defineConfig(
  { ignores: ['dist', 'build', '.cache', 'artifacts', 'node_modules'] },
  // A browser ignores a declaration that it cannot read, and nobody is told.
  {
    files: ['**/*.css'],
    plugins: { css },
    language: 'css/css',
    rules: {
      'css/no-invalid-properties': ['error', { allowUnknownVariables: true }],
      'css/no-invalid-at-rules': 'error',
      'css/no-invalid-named-grid-areas': 'error',
      'css/no-empty-blocks': 'error',
    },
  },
  {
    files: CODE,
    extends: [js.configs.recommended, ...tseslint.configs.strict],
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      // One way to keep what a constructor is given.
      '@typescript-eslint/parameter-properties': ['error', { prefer: 'parameter-property' }],
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
      'no-restricted-imports': ['error', { paths: [noEditor], patterns: [byName] }],
      'no-console': 'error',
      'no-restricted-syntax': [
        'error',
        { selector: 'PrivateIdentifier', message: 'What is private is so by the modifier `private`.' },
      ],
      'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
      'max-lines': ['error', { max: 500, skipBlankLines: true, skipComments: true }],
      complexity: ['error', 20],
    },
  },
  {
    files: [...PURE, ...PROTOCOL_ROOMS],
    rules: { 'no-restricted-imports': ['error', { paths: [noEditor], patterns: [byName, noNode] }] },
  },
  {
    files: ['client/**/*.ts'],
    ignores: ['client/webviews/**'],
    rules: { 'no-restricted-imports': ['error', { patterns: [byName, noNode] }] },
  },
  {
    files: ['**/node-*.ts', '**/main.ts', 'client/extension.ts'],
    rules: { 'no-restricted-imports': ['error', { patterns: [byName] }] },
  },
  {
    files: [...TESTS, 'cli/**/*.ts', 'scripts/**/*.mjs', '*.mjs', '*.mts'],
    rules: { 'no-restricted-imports': 'off', 'no-console': 'off' },
  },
  { files: TESTS, rules: { 'max-lines-per-function': 'off', 'max-lines': 'off' } },
  {
    files: ['**/*.mjs'],
    languageOptions: {
      globals: { process: 'readonly', console: 'readonly', setTimeout: 'readonly', URL: 'readonly', fetch: 'readonly' },
    },
  },
);
