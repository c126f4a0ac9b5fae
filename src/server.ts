import { Logger } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { Logger as PinoLogger } from 'pino';
import { Dispatcher } from '#kernel/application/dispatcher';
import { SiteHosts } from '#kernel/application/site-hosts';
import { Stopping } from '#kernel/application/stopping';
import { Lifecycle } from '#kernel/infrastructure/lifecycle';
import { Measurements } from '#kernel/infrastructure/measurements/measurements';
import { MemoryReport } from '#kernel/infrastructure/memory/memory-report';
import type { Settings } from '#kernel/infrastructure/settings';
import { Telemetry } from '#kernel/infrastructure/telemetry/telemetry';
import { configureHttp, httpAdapter, type HttpOptions } from '#kernel/interface/http-server';
import { OpenRequests } from '#kernel/interface/http/open-requests';
import { describeApi } from '#kernel/interface/open-api/describe-api';
import { serveApiDocument } from '#kernel/interface/open-api/serve-document';
import { PublishOwnIntegrations } from '#integrations';
import { documentSchemas } from '#rich-document';
import { AppModule, type AppOptions } from './app.module.js';
import { BUILD } from './build.js';
import { prepareFirstStart } from './first-start.js';
import { NestLog } from './logging.js';
import { listenRefusal } from './start/reserve-port.js';

/** The application with everything for HTTP, not listening yet. */
export async function createServer(options: AppOptions, log: PinoLogger): Promise<NestFastifyApplication> {
  const { settings } = options;
  // Known once there is an application.
  const hosts: { known?: SiteHosts } = {};
  const http: HttpOptions = {
    log,
    maxBodyBytes: settings.maxBodyBytes,
    maxFileBytes: settings.maxFileBytes,
    rateLimit: settings.rateLimit,
    corsOrigins: settings.corsOrigins,
    trustedProxies: settings.trustedProxies,
    isSiteHost: (host) => hosts.known?.has(host) === true,
  };
  const app = await NestFactory.create<NestFastifyApplication>(AppModule.with(options), httpAdapter(http), {
    logger: new NestLog(log),
    abortOnError: false,
    bodyParser: false,
  });
  hosts.known = app.get(SiteHosts);
  await configureHttp(app, http);
  return app;
}

/** Serves the OpenAPI document at /openapi.json and Swagger UI at /docs. */
export function serveDocument(app: NestFastifyApplication): void {
  serveApiDocument(app, () => openApiOf(app));
}

export function openApiOf(app: NestFastifyApplication): OpenAPIObject {
  return describeApi(app, BUILD.version, documentSchemas() as Parameters<typeof describeApi>[2]);
}

export interface Opening {
  /** Called with single lines about what takes a while. */
  say(line: string): void;
  /** Called when everything but listening is ready. */
  beforeListening(): Promise<void> | undefined;
}

/** Starts events, jobs and requests, depending on the role. Returns the result of creating a sample. */
export async function openServer(
  app: NestFastifyApplication,
  settings: Settings,
  { say, beforeListening }: Opening,
): Promise<string | undefined> {
  if (settings.role !== 'worker') serveDocument(app);
  await app.init();
  await app.get(Lifecycle).start();
  app.get(MemoryReport).start();
  await startTelemetry(app, say);
  await listenForMetrics(app, settings);
  const sample = await prepareFirstStart(app, settings, say);
  await beforeListening();
  try {
    await app.listen({ port: settings.port, host: settings.host } as never);
  } catch (error) {
    throw await listenRefusal(error, settings);
  }
  return sample;
}

async function startTelemetry(app: NestFastifyApplication, info: (line: string) => void): Promise<void> {
  const logger = new Logger('Telemetry');
  await app.get(Telemetry).start(BUILD.version, { info, warn: (line) => logger.warn(line) });
}

async function listenForMetrics(app: NestFastifyApplication, { metrics }: Settings): Promise<void> {
  try {
    await app.get(Measurements).start(BUILD.version);
  } catch (error) {
    if (metrics === undefined) throw error;
    throw await listenRefusal(error, metrics, { port: 'QUIRE_METRICS_PORT', host: 'QUIRE_METRICS_HOST' });
  }
}

/**
 * Answers the requests in progress while jobs come to their next step; what takes longer than a few seconds is cut off.
 * Only then is everything closed that both use.
 */
export async function closeServer(app: NestFastifyApplication): Promise<void> {
  app.get(Stopping).begin();
  const requests = OpenRequests.of(app.getHttpAdapter().getInstance() as never);
  const lifecycle = app.get(Lifecycle);
  await Promise.all([requests.close(), lifecycle.stopJobs()]);
  await lifecycle.giveBackJobs();
  await app.close();
  await app.get(Telemetry).close();
}

/** Publishes the integrations that come with this server. Where that fails, the next start does. */
export async function publishOwnIntegrations(
  app: NestFastifyApplication,
  { role }: Settings,
  log: PinoLogger,
): Promise<void> {
  if (role === 'worker') return;
  try {
    const names = await app.get(Dispatcher).run(new PublishOwnIntegrations());
    if (names.length > 0) log.info(`Integrations of this version: ${names.join(', ')}`);
  } catch (error) {
    log.warn(error, 'The integrations that come with Quire could not be published');
  }
}
