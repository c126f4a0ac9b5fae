/** `npm start`: prepares what is missing, then is the server; signals reach it directly. */
import { prepare } from './prepare.mjs';

await prepare();
await import('../dist/src/main.js');
