import { serve } from './serve.js';
import { loadEnvFile, type Locate } from './start/env-file.js';
import { reportRefusal } from './start/refusal.js';

/** Runs the server, and ends the process with it. `started` is called once requests are answered. */
export async function main(started: () => void): Promise<never> {
  let locate: Locate = (message) => message;
  try {
    locate = loadEnvFile(process.env);
    await serve(process.env, started);
    return process.exit(0);
  } catch (error) {
    reportRefusal(error, process.env, locate);
    return process.exit(1);
  }
}
