/** Quire's application without HTTP, on the database of the benchmark. */
import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { readSettings } from '../../dist/libs/kernel/infrastructure/settings.js';
import { secretKeyOf } from '../../dist/libs/kernel/infrastructure/secret-key.js';
import { AppModule } from '../../dist/src/app.module.js';

export async function withApplication(env, work) {
  const settings = readSettings(env);
  const module = AppModule.with({ settings, databaseUrl: settings.databaseUrl, secretKey: secretKeyOf(settings) });
  const app = await NestFactory.createApplicationContext(module, { logger: false, abortOnError: false });
  try {
    return await work(app);
  } finally {
    await app.close();
  }
}
