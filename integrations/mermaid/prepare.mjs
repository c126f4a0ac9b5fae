/** Puts the library where the command line bundles it as a text, because of how its name ends. `npm install` does so. */
import { copyFileSync } from 'node:fs';
import { createRequire } from 'node:module';

copyFileSync(
  createRequire(import.meta.url).resolve('@mermaid-js/tiny'),
  new URL('src/mermaid.raw.js', import.meta.url),
);
