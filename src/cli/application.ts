import { NestFactory } from '@nestjs/core';
import { Dispatcher } from '#kernel/application/dispatcher';
import { readSettings } from '#kernel/infrastructure/settings';
import { AppModule } from '../app.module.js';
import { openMigratedDatabase } from '../database.js';
import { tell, type Terminal } from './terminal.js';

/**
 * Opens the database as `serve` does and gives the application's dispatcher, without listening and without running
 * jobs: what the work leaves in the outbox, the next server delivers. Ends everything that was started for it.
 */
export async function withDispatcher<T>(terminal: Terminal, work: (dispatcher: Dispatcher) => Promise<T>): Promise<T> {
  const settings = readSettings(terminal.env);
  const database = await openMigratedDatabase(settings, (line) => tell(terminal, line));
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
