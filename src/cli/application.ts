import { NestFactory } from '@nestjs/core';
import { Dispatcher } from '#kernel/application/dispatcher';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { readSettings } from '#kernel/infrastructure/settings';
import { AppModule } from '../app.module.js';
import { openMigratedDatabase } from '../database.js';
import { inform, type Terminal } from './terminal.js';

/**
 * Opens the database as `serve` does and passes the application's dispatcher and its connections to the work, without
 * listening and without running jobs: the next server runs the jobs that the work enqueues. Stops everything it started.
 */
export async function withDispatcher<T>(
  terminal: Terminal,
  work: (dispatcher: Dispatcher, sql: SqlQuery) => Promise<T>,
): Promise<T> {
  const settings = readSettings(terminal.env);
  const database = await openMigratedDatabase(settings, (line) => inform(terminal, line));
  try {
    const { url: databaseUrl, pooledUrl, secretKey } = database;
    const options = { settings, databaseUrl, pooledUrl, secretKey };
    const app = await NestFactory.createApplicationContext(AppModule.with(options), {
      logger: false,
      abortOnError: false,
    });
    try {
      return await work(app.get(Dispatcher), app.get(SqlQuery));
    } finally {
      await app.close();
    }
  } finally {
    await database.stop();
  }
}
