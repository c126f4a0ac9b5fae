/** An environment variable: its default as written by hand ('' = none), its meaning, and whether to hide its value. */
export interface SettingDescription {
  readonly default: string;
  readonly meaning: string;
  readonly secret?: true;
}

/**
 * Every environment variable that Quire reads: the source of the README's table and of the defaults. `''` as default
 * means that the setting is absent unless it is set (or derived, as the meaning says).
 */
export const SETTINGS_TABLE = {
  PORT: { default: '3000', meaning: 'TCP port the HTTP server listens on; 0 takes any free one.' },
  QUIRE_HOST: { default: '0.0.0.0', meaning: 'Address the HTTP server listens on.' },
  QUIRE_METRICS_PORT: {
    default: '',
    meaning: 'TCP port at which Prometheus reads measurements, at /metrics; without it nothing is measured.',
  },
  QUIRE_METRICS_HOST: {
    default: '127.0.0.1',
    meaning: 'Address that this port listens on; 0.0.0.0 in a container, where other machines may not reach it.',
  },
  QUIRE_OTLP_ENDPOINT: {
    default: '',
    meaning:
      'Collector of OpenTelemetry that takes OTLP as protobuf over HTTP, as http://host:4318: traces and measurements are sent there, and the log if QUIRE_OTLP_SIGNALS says so; nothing without it.',
  },
  QUIRE_OTLP_HEADERS: {
    default: '',
    meaning: 'Headers for it, such as a key, as name=value separated by commas; values percent-encoded.',
    secret: true,
  },
  QUIRE_OTLP_SIGNALS: {
    default: 'traces,metrics',
    meaning: 'What is sent there, separated by commas: traces, metrics, logs.',
  },
  QUIRE_TRACE_RATIO: {
    default: '0.05',
    meaning: 'Which part of requests and jobs is traced, 0 to 1.',
  },
  QUIRE_TRACES_PER_SECOND: {
    default: '2',
    meaning: 'Most traces that a process begins each second, 1 to 10000, whatever the ratio.',
  },
  QUIRE_TRACE_PARENTS: {
    default: '',
    meaning:
      'Addresses and networks (CIDR) of gateways, separated by commas, whose traceparent says to which trace a request belongs and whether it is traced; none without it.',
  },
  DATABASE_URL: {
    default: '',
    meaning: 'PostgreSQL 15 or newer, as postgres://user:password@host:port/database; without it Quire runs its own.',
    secret: true,
  },
  DATABASE_DIRECT_URL: {
    default: '',
    meaning:
      'The same database without the pooler, where one such as PgBouncer is at DATABASE_URL: for notices, jobs, migrations and long reads.',
    secret: true,
  },
  DATABASE_REPLICA_URLS: {
    default: '',
    meaning:
      'Streaming replicas of the database, without a pooler, as URLs separated by commas: sites may be read there.',
    secret: true,
  },
  QUIRE_DATA_DIR: {
    default: '.quire',
    meaning: 'Folder for everything Quire keeps on disk: embedded database, files, generated keys.',
  },
  QUIRE_PUBLIC_URL: {
    default: '',
    meaning: 'Address under which clients reach this server, used in links; by default http://localhost:PORT.',
  },
  QUIRE_SITES_HOST: {
    default: '',
    meaning:
      'Host name of published sites that have none of their own, without a port; by default sites are read under QUIRE_PUBLIC_URL, at /s/ and their id.',
  },
  QUIRE_INTEGRATIONS_URL: {
    default: '',
    meaning:
      'Address under which browsers reach the scripts of integrations; by default that of QUIRE_PUBLIC_URL. With a host of its own they are kept apart from the API.',
  },
  QUIRE_RENDERER_URLS: {
    default: '',
    meaning:
      'Renderers of published sites, as http(s) URLs separated by commas: Quire notifies them when their cache is out of date.',
  },
  QUIRE_RENDERER_SECRET: {
    default: '',
    meaning: 'Secret shared with the renderers, at least 16 characters: it signs these notifications.',
    secret: true,
  },
  QUIRE_ADMIN_TOKEN: {
    default: '',
    meaning:
      "The first administrator's API token at the first start, at least 20 characters; else generated into QUIRE_DATA_DIR/admin-token.",
    secret: true,
  },
  QUIRE_SECRET_KEY: {
    default: '',
    meaning:
      'Key that encrypts secrets at rest, at least 32 bytes in hex or base64; else generated into QUIRE_DATA_DIR/secret-key.',
    secret: true,
  },
  QUIRE_ROLE: {
    default: 'all',
    meaning: 'What this process does: `api` answers requests, `worker` runs jobs, `all` both.',
  },
  QUIRE_DEMO: {
    default: 'on',
    meaning: '`on` creates a sample organization with documentation at the first start; or `off`.',
  },
  QUIRE_OWN_INTEGRATIONS: {
    default: 'on',
    meaning:
      'Which of the integrations that come with Quire are published at the start: `on` for all, `off` for none, or names separated by commas.',
  },
  QUIRE_RATE_LIMIT: {
    default: '600',
    meaning: 'Requests per minute and user, or client address without a user, or `off`.',
  },
  QUIRE_CORS_ORIGINS: {
    default: '',
    meaning:
      'Origins, separated by commas, whose pages may call the API from a browser with a token, or `*` for all; none without it.',
  },
  QUIRE_TRUSTED_PROXIES: {
    default: '',
    meaning: 'Addresses and networks (CIDR) of proxies, separated by commas, whose X-Forwarded-For names the client.',
  },
  QUIRE_OUTBOUND_ALLOW: {
    default: '',
    meaning:
      'Host names, addresses and networks (CIDR), separated by commas, that fetches may reach besides public addresses.',
  },
  QUIRE_DNS_SERVERS: {
    default: '',
    meaning:
      'DNS servers that are asked for the records of domains, as addresses separated by commas, with a port where it is not 53; by default those of the system.',
  },
  QUIRE_GIT_FILE_REMOTES: {
    default: 'off',
    meaning: '`on` lets imports, exports and syncs use file:// remotes of this machine.',
  },
  QUIRE_GIT_AUTHOR: {
    default: 'names',
    meaning:
      'Author of the commits that syncs make: the member who made the change, by `names` with an address of this server, or as one of the `members` with their e-mail address; or one for all, as `Name <address>`.',
  },
  QUIRE_SMTP_URL: {
    default: '',
    meaning:
      'Server that takes e-mail, as smtp://user:password@host:587 or smtps://…; without it e-mail is written to QUIRE_DATA_DIR/outbox.',
    secret: true,
  },
  QUIRE_MAIL_FROM: {
    default: '',
    meaning: 'Sender of e-mail, as `Name <address>`; needed with QUIRE_SMTP_URL.',
  },
  QUIRE_LOG_LEVEL: { default: 'info', meaning: 'fatal, error, warn, info, debug, trace or silent.' },
  QUIRE_POOL_SIZE: { default: '10', meaning: 'Most database connections this process opens for requests, 2 to 200.' },
  QUIRE_PREPARED_STATEMENTS: {
    default: 'on',
    meaning:
      'Whether statements are prepared once for a connection; off behind a pooler in transaction mode that does not keep them apart, where each request costs more.',
  },
  QUIRE_MEMORY_MB: {
    default: '',
    meaning:
      'Memory in MB that this process should stay below, or `off`; by default three tenths of what the container or the machine has, 320 to 768.',
  },
  QUIRE_CACHE_MB: {
    default: '',
    meaning: 'Memory in MB of all caches of this process together; by default two fifths of QUIRE_MEMORY_MB.',
  },
  QUIRE_S3_BUCKET: { default: '', meaning: 'Keep files in this S3 bucket instead of QUIRE_DATA_DIR.' },
  QUIRE_S3_ENDPOINT: { default: '', meaning: "URL of an S3-compatible store; by default AWS's own." },
  QUIRE_S3_REGION: { default: 'us-east-1', meaning: 'Region of the bucket.' },
  QUIRE_S3_ACCESS_KEY_ID: { default: '', meaning: 'Key for the store; without it the usual AWS sources are used.' },
  QUIRE_S3_SECRET_ACCESS_KEY: { default: '', meaning: 'Secret of that key.', secret: true },
  QUIRE_S3_PREFIX: { default: '', meaning: 'Put before the name of every object in the bucket.' },
  QUIRE_BACKUP_SCHEDULE: {
    default: '',
    meaning: 'When backups are written, as five cron fields in UTC such as `0 2 * * *`; without it none is by itself.',
  },
  QUIRE_BACKUP_TO: {
    default: '',
    meaning: 'Folder (absolute) or s3://bucket/prefix for backups; needed with QUIRE_BACKUP_SCHEDULE.',
  },
  QUIRE_BACKUP_KEEP: {
    default: '7d,4w,12m',
    meaning:
      'Backups that are kept: the newest of each of the last days, weeks and months that have one (h, d, w, m, y), or `all`.',
  },
  QUIRE_BACKUP_KEY: {
    default: '',
    meaning:
      'Public keys of age, separated by commas, for which backups are encrypted; their private keys are kept elsewhere.',
  },
  QUIRE_BACKUP_S3_ENDPOINT: {
    default: '',
    meaning: 'URL of the store with the bucket of backups; like the next three as for files, unless it is set.',
  },
  QUIRE_BACKUP_S3_REGION: { default: '', meaning: 'Region of that bucket.' },
  QUIRE_BACKUP_S3_ACCESS_KEY_ID: { default: '', meaning: 'Key for that store.' },
  QUIRE_BACKUP_S3_SECRET_ACCESS_KEY: { default: '', meaning: 'Secret of that key.', secret: true },
  QUIRE_KEEP_DELETED_SPACE_DAYS: {
    default: '7',
    meaning: 'Days in which a deleted space can be restored; it is then erased, with all its revisions.',
  },
  QUIRE_KEEP_HISTORY_DAYS: {
    default: 'forever',
    meaning:
      'Days after which a revision of a space is erased that was replaced and that nothing needs, from 7, or `forever`. This cannot be undone.',
  },
  QUIRE_KEEP_SPEC_VERSIONS: {
    default: '100',
    meaning: 'Newest versions that are kept of an OpenAPI specification, or `all`; those of the last week always are.',
  },
  QUIRE_KEEP_INTEGRATION_VERSIONS: {
    default: '20',
    meaning: 'Newest versions that are kept of an integration, or `all`; those of the last week always are.',
  },
  QUIRE_KEEP_PARKED_JOB_DAYS: {
    default: '90',
    meaning: 'Days after which a job that is parked is erased, or `forever`.',
  },
  QUIRE_KEEP_EVENT_DAYS: {
    default: '30',
    meaning: 'Days after which an event of an integration is erased that was delivered or given up, or `forever`.',
  },
  QUIRE_KEEP_INSIGHT_DAYS: {
    default: '400',
    meaning: 'Days after which page views, searches and feedback of sites are erased, or `forever`.',
  },
  QUIRE_KEEP_PRINT_DAYS: {
    default: '2',
    meaning: 'Days after which a PDF is erased that was printed; it is printed again when it is asked for.',
  },
  QUIRE_KEEP_UNUSED_FILE_DAYS: {
    default: '30',
    meaning:
      'Days after which the bytes of a file are deleted that nothing uses any more, or `forever`. A database that is restored from an older backup may lack files in a bucket.',
  },
  QUIRE_KEEP_AUDIT_DAYS: {
    default: '400',
    meaning:
      'Days after which entries of the audit trail are moved from the database into files, see `quire audit`, or `forever`.',
  },
  QUIRE_MODEL_URL: {
    default: '',
    meaning:
      'Language model for translations, answers and conversations: an endpoint compatible with the API of OpenAI, as https://host/v1; none without it.',
  },
  QUIRE_MODEL_NAME: { default: '', meaning: 'Name of the model there; needed with QUIRE_MODEL_URL.' },
  QUIRE_MODEL_KEY: { default: '', meaning: 'Key for that endpoint, sent as a bearer token.', secret: true },
  QUIRE_MODEL_EMBEDDING: {
    default: '',
    meaning:
      'Name of an embedding model at that endpoint: what users ask of support is grouped by what it means, and not by its words alone.',
  },
  QUIRE_LIBRARY_INTERNALS: {
    default: 'on',
    meaning:
      '`off` uses only what the libraries below Quire publish, which is slower; or names separated by commas: `pg-statements`, `nest-parameters`, `validation-metadata`.',
  },
  QUIRE_MAX_FILE_BYTES: { default: '100000000', meaning: 'Largest file that may be uploaded or imported.' },
  QUIRE_MAX_DOCUMENT_BYTES: { default: '5000000', meaning: 'Largest document of one page, stored as JSON.' },
  QUIRE_MAX_PAGES: { default: '200000', meaning: 'Most pages in one space.' },
  QUIRE_MAX_PRINTED_PAGES: { default: '3000', meaning: 'Most pages of a space in one PDF.' },
  QUIRE_MAX_BODY_BYTES: {
    default: '10000000',
    meaning: 'Largest JSON body of a request that brings content; others have smaller limits of their own.',
  },
} as const satisfies Record<string, SettingDescription>;

export type SettingName = keyof typeof SETTINGS_TABLE;
