import { NestFactory } from '@nestjs/core';
import { Dispatcher } from '#kernel/application/dispatcher';
import { readSettings } from '#kernel/infrastructure/settings';
import { AppModule } from '../app.module.js';
import { openMigratedDatabase } from '../database.js';
import { inform, type Terminal } from './terminal.js';

/**
 * Opens the database as `serve` does and passes the application's dispatcher to the work, without listening and without
 * running jobs: the next server runs the jobs that the work enqueues. Stops everything it started.
 */
export async function withDispatcher<T>(terminal: Terminal, work: (dispatcher: Dispatcher) => Promise<T>): Promise<T> {
  const settings = readSettings(terminal.env);
  const database = await openMigratedDatabase(settings, (line) => inform(terminal, line));
  try {
    const options = { settings, databaseUrl: database.url, secretKey: database.secretKey };
    const app = await NestFactory.createApplicationContext(AppModule.with(options), {
      logger: false,
      abortOnError: false,
    });
    try {
      return await work(app.get(Dispatcher));
    } finally {
      await app.close();
    }
  } finally {
    await database.stop();
  }
}
