import { resolve } from 'node:path';
import { inspect } from 'node:util';
import { EnvironmentReader } from './environment/environment-reader.js';
import { backupSettings, type BackupSettings, type BackupTarget } from './environment/backup.js';
import { otlpSettings, type OtlpSettings } from './environment/otlp.js';
import { memorySettings, type MemorySettings } from './environment/memory.js';
import { retentionSettings, type RetentionSettings } from './environment/retention.js';
import { SECRET_KEY_BYTES } from './secret-key.js';
import { INTERNAL_NAMES, INTERNALS_SETTING } from '#library-internals';
import { StartRefused } from './start-refused.js';
import { hostOf, isDnsServer, isOrigin, isProxy, isReachable } from './environment/networks.js';
import type { GitAuthor, ModelSettings, RendererSettings, S3Settings } from './environment/services.js';
import { unknownSettings } from './environment/unknown-settings.js';

export type Role = 'all' | 'api' | 'worker';
export type LogLevel = (typeof LOG_LEVELS)[number];
export type { BackupSettings, BackupTarget } from './environment/backup.js';
export type { GitAuthor, S3Settings } from './environment/services.js';

const POSTGRES = ['postgres:', 'postgresql:'];
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** The settings are invalid; `problems` has one line for each. */
export class SettingsInvalid extends StartRefused {
  override readonly name = 'SettingsInvalid';

  constructor(readonly problems: readonly string[]) {
    super(problems.join('; '));
  }
}

/**
 * The validated settings of one process, created by `readSettings` and injectable by this type. Secrets are hidden when
 * it is logged, printed or converted to JSON.
 */
export class Settings {
  readonly port: number;
  readonly host: string;
  /** Where measurements are read. */
  readonly metrics: { port: number; host: string } | undefined;
  /** Where traces, measurements and the log are exported to. */
  readonly otlp: OtlpSettings | undefined;
  readonly databaseUrl: string | undefined;
  /** Where a pooler is at `databaseUrl`: the same database without it. */
  readonly databaseDirectUrl: string | undefined;
  /** Of streaming replicas. */
  readonly databaseReplicaUrls: readonly string[];
  /** Absolute. */
  readonly dataDir: string;
  /** Without a trailing slash. */
  readonly publicUrl: string;
  /** Host name of sites without one of their own. */
  readonly sitesHost: string;
  /** The public URL, where no host name of sites is set: sites are read below it. */
  readonly sitesUrl: string | undefined;
  /** Where scripts of integrations answer browsers, without a trailing slash. */
  readonly integrationsUrl: string;
  readonly renderers: RendererSettings | undefined;
  readonly adminToken: string | undefined;
  /** Decoded, at least 32 bytes; when absent, `secretKeyOf` returns the generated one. */
  readonly secretKey: Buffer | undefined;
  readonly role: Role;
  readonly demo: boolean;
  /** Names of integrations that come with Quire, or `on` for all of them. */
  readonly ownIntegrations: readonly string[];
  /** Requests per minute and user. */
  readonly rateLimit: number | 'off';
  /** Origins such as `https://app.example.com`, or `*`. */
  readonly corsOrigins: readonly string[];
  /** Addresses, and networks such as `10.0.0.0/8`. */
  readonly trustedProxies: readonly string[];
  /** Host names in lower case, addresses, and networks such as `10.0.0.0/8`. */
  readonly outboundAllow: readonly string[];
  /** Addresses, with a port where it is not 53; none for those of the system. */
  readonly dnsServers: readonly string[];
  readonly gitFileRemotes: boolean;
  readonly gitAuthor: GitAuthor;
  /** Absent where e-mail goes into the outbox folder. */
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string | undefined;
  readonly logLevel: LogLevel;
  readonly poolSize: number;
  readonly preparedStatements: boolean;
  readonly memory: MemorySettings;
  readonly s3: S3Settings | undefined;
  readonly backup: BackupSettings;
  readonly keep: RetentionSettings;
  readonly model: ModelSettings | undefined;
  readonly maxFileBytes: number;
  readonly maxDocumentBytes: number;
  readonly maxPages: number;
  readonly maxPrintedPages: number;
  readonly maxBodyBytes: number;

  /** Reads all settings; problems are collected in the reader. */
  constructor(read: EnvironmentReader) {
    this.port = read.integer('PORT', 0, 65535);
    this.host = read.host('QUIRE_HOST');
    this.metrics = read.listening('QUIRE_METRICS_PORT', 'QUIRE_METRICS_HOST');
    this.otlp = otlpSettings(read, isProxy);
    this.databaseUrl = read.url('DATABASE_URL', POSTGRES);
    this.databaseDirectUrl = read.besides('DATABASE_DIRECT_URL', POSTGRES, 'DATABASE_URL');
    this.databaseReplicaUrls = read.urlsBesides('DATABASE_REPLICA_URLS', POSTGRES, 'DATABASE_URL');
    this.dataDir = resolve(read.text('QUIRE_DATA_DIR') ?? '');
    this.publicUrl = read.address('QUIRE_PUBLIC_URL')?.replace(/\/+$/, '') ?? `http://localhost:${this.port}`;
    const sitesHost = read.hostName('QUIRE_SITES_HOST');
    this.sitesHost = sitesHost ?? hostOf(this.publicUrl);
    this.sitesUrl = sitesHost === undefined ? this.publicUrl : undefined;
    this.integrationsUrl = read.address('QUIRE_INTEGRATIONS_URL')?.replace(/\/+$/, '') ?? this.publicUrl;
    this.renderers = read.renderers();
    this.adminToken = read.matching(
      'QUIRE_ADMIN_TOKEN',
      /^[\x21-\x7e]{20,512}$/,
      'at least 20 characters without spaces',
    );
    this.secretKey = read.key('QUIRE_SECRET_KEY', SECRET_KEY_BYTES);
    this.role = read.choice('QUIRE_ROLE', ['all', 'api', 'worker']);
    this.demo = read.choice('QUIRE_DEMO', ['on', 'off']) === 'on';
    this.ownIntegrations = read.list('QUIRE_OWN_INTEGRATIONS', (name) => /^[a-z\d-]+$/.test(name), 'on, off and names');
    read.matching('QUIRE_LIBRARY_INTERNALS', INTERNALS_SETTING, `on, off or names: ${INTERNAL_NAMES.join(', ')}`);
    this.rateLimit =
      read.text('QUIRE_RATE_LIMIT') === 'off' ? 'off' : read.integer('QUIRE_RATE_LIMIT', 1, 1e9, ', or `off`');
    this.corsOrigins = read.list('QUIRE_CORS_ORIGINS', isOrigin, 'origins like https://app.example.com, or *');
    this.trustedProxies = read.list('QUIRE_TRUSTED_PROXIES', isProxy, 'IP addresses and networks like 10.0.0.0/8');
    this.outboundAllow = read.list(
      'QUIRE_OUTBOUND_ALLOW',
      isReachable,
      'host names, IP addresses and networks like 10.0.0.0/8',
    );
    this.dnsServers = read.list(
      'QUIRE_DNS_SERVERS',
      isDnsServer,
      'IP addresses, with or without a port, like 10.0.0.2:53',
    );
    this.gitFileRemotes = read.choice('QUIRE_GIT_FILE_REMOTES', ['on', 'off']) === 'on';
    this.gitAuthor = read.gitAuthor();
    this.smtpUrl = read.url('QUIRE_SMTP_URL', ['smtp:', 'smtps:']);
    this.mailFrom = read.sender(this.smtpUrl !== undefined);
    this.logLevel = read.choice('QUIRE_LOG_LEVEL', LOG_LEVELS);
    this.poolSize = read.integer('QUIRE_POOL_SIZE', 2, 200);
    this.preparedStatements = read.choice('QUIRE_PREPARED_STATEMENTS', ['on', 'off']) === 'on';
    this.memory = memorySettings(read);
    this.s3 = read.s3();
    this.backup = backupSettings(read, this.s3);
    this.keep = retentionSettings(read);
    this.model = read.model();
    this.maxFileBytes = read.integer('QUIRE_MAX_FILE_BYTES', 1, Number.MAX_SAFE_INTEGER);
    this.maxDocumentBytes = read.integer('QUIRE_MAX_DOCUMENT_BYTES', 1000, 250_000_000);
    this.maxPages = read.integer('QUIRE_MAX_PAGES', 1, 10_000_000);
    this.maxPrintedPages = read.integer('QUIRE_MAX_PRINTED_PAGES', 1, 100_000);
    this.maxBodyBytes = read.integer('QUIRE_MAX_BODY_BYTES', 1000, 250_000_000);
  }

  /** The settings without their secrets, for logs and `doctor`. */
  toJSON(): object {
    return {
      ...this,
      otlp: this.otlp && { ...this.otlp, headers: '(hidden)', signals: [...this.otlp.signals] },
      databaseUrl: this.databaseUrl && '(hidden)',
      databaseDirectUrl: this.databaseDirectUrl && '(hidden)',
      databaseReplicaUrls: this.databaseReplicaUrls.map(() => '(hidden)'),
      adminToken: this.adminToken && '(hidden)',
      smtpUrl: this.smtpUrl && '(hidden)',
      secretKey: this.secretKey && '(hidden)',
      renderers: this.renderers && { ...this.renderers, secret: '(hidden)' },
      model: this.model && { ...this.model, key: this.model.key && '(hidden)' },
      s3: this.s3 && hidden(this.s3),
      backup: { ...this.backup, s3: hidden(this.backup.s3), to: shown(this.backup.to) },
    };
  }

  [inspect.custom](): object {
    return this.toJSON();
  }
}

function hidden<T extends { secretAccessKey: string | undefined }>(access: T): T {
  return { ...access, secretAccessKey: access.secretAccessKey && '(hidden)' };
}

function shown(to: BackupTarget | undefined): BackupTarget | undefined {
  return to && 's3' in to ? { s3: hidden(to.s3) } : to;
}

/** Reads and validates all settings. Throws one `SettingsInvalid` that lists every problem. */
export function readSettings(env: Readonly<Record<string, string | undefined>> = process.env): Settings {
  const reader = new EnvironmentReader(env);
  const settings = new Settings(reader);
  reader.problems.push(...unknownSettings(env));
  if (reader.problems.length > 0) throw new SettingsInvalid(reader.problems);
  return settings;
}
