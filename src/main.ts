import { serve } from './serve.js';
import { loadEnvFile, type Locate } from './start/env-file.js';
import { reportRefusal } from './start/refusal.js';

let locate: Locate = (message) => message;
try {
  locate = loadEnvFile(process.env);
  await serve(process.env);
  process.exit(0);
} catch (error) {
  reportRefusal(error, process.env, locate);
  process.exit(1);
}
