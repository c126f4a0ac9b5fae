import { serve } from './serve.js';
import { loadEnvFile, type Locate } from './start/env-file.js';
import { reportRefusal } from './start/refusal.js';

/** Runs the server, and ends the process with it. `loaded` is called right before requests are answered. */
export async function main(loaded: () => void): Promise<never> {
  let locate: Locate = (message) => message;
  try {
    locate = loadEnvFile(process.env);
    await serve(process.env, loaded);
    return process.exit(0);
  } catch (error) {
    reportRefusal(error, process.env, locate);
    return process.exit(1);
  }
}
