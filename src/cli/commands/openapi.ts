import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { OpenAPIObject } from '@nestjs/swagger';
import { Command } from 'commander';
import { readSettings } from '#kernel/infrastructure/settings';
import { AppModule } from '../../app.module.js';
import { openApiOf } from '../../server.js';
import { inform, type Act, type Terminal } from '../terminal.js';

/** `quire openapi`: the document at /openapi.json, the same for one build whatever the settings. */
export function openApiCommand(terminal: Terminal, act: Act): Command {
  return new Command('openapi')
    .description('print the OpenAPI document of the HTTP API; needs no database')
    .option('--output <file>', 'write it to a file instead')
    .action((options: { output?: string }) => act(printDocument(terminal, options.output)));
}

async function printDocument(terminal: Terminal, output: string | undefined): Promise<void> {
  const text = `${JSON.stringify(sorted(await describe()), undefined, 2)}\n`;
  if (output === undefined) {
    terminal.stdout.write(text);
  } else {
    await writeFile(resolve(output), text);
    inform(terminal, `Wrote ${output}`);
  }
}

/**
 * In preview mode, Nest discovers all controllers without instances: no connection is opened and no setting is read.
 */
async function describe(): Promise<OpenAPIObject> {
  const options = { settings: readSettings({}), databaseUrl: '', secretKey: Buffer.alloc(0) };
  const app = await NestFactory.create<NestFastifyApplication>(AppModule.with(options), new FastifyAdapter(), {
    preview: true,
    logger: false,
    abortOnError: false,
  });
  return openApiOf(app);
}

/** Paths and schemas by name, so that moving code does not change the order. */
function sorted(document: OpenAPIObject): OpenAPIObject {
  const byName = <T extends object>(members: T): T =>
    Object.fromEntries(Object.entries(members).sort(([left], [right]) => (left < right ? -1 : 1))) as T;
  const { openapi, info, paths, components, ...rest } = document;
  const schemas = byName(components?.schemas ?? {});
  return { openapi, info, ...rest, paths: byName(paths), components: { ...components, schemas } };
}
