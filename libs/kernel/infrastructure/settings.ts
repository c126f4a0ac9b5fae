import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { inspect } from 'node:util';
import { memorySettings, type MemorySettings } from './environment/memory.js';
import { decodeKey, SECRET_KEY_BYTES } from './secret-key.js';
import { INTERNAL_NAMES, INTERNALS_SETTING } from '#library-internals';
import { StartRefused } from './start-refused.js';
import { HOST_NAME, hostOf, isOrigin, isProxy, isReachable } from './environment/networks.js';
import type { ModelSettings, RendererSettings, S3Settings } from './environment/services.js';
import { unknownSettings } from './environment/unknown-settings.js';
import { SETTINGS_TABLE, type SettingName } from './settings-table.js';

export type Role = 'all' | 'api' | 'worker';
/** Who writes the commits of syncs: members by name, those with their e-mail addresses as well, or one for all. */
export type GitAuthor = 'names' | 'members' | { name: string; email: string };
export type LogLevel = (typeof LOG_LEVELS)[number];
export type { S3Settings } from './environment/services.js';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const PRINTED = /^[\x21-\x7e]{1,4096}$/;
const LINE = /^[^\p{Cc}]{1,200}$/u;
const AUTHOR = /^(?:names|members|[^<>\p{Cc}]{1,200} <[^\s<>@]{1,64}@[^\s<>@]{1,253}>)$/u;
const MAILBOX = /^(?:[^<>\p{Cc}]{0,200}<[^\s<>@]{1,64}@[^\s<>@]{1,253}>|[^\s<>@]{1,64}@[^\s<>@]{1,253})$/u;

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
  readonly databaseUrl: string | undefined;
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
  readonly gitFileRemotes: boolean;
  readonly gitAuthor: GitAuthor;
  /** Absent where e-mail goes into the outbox folder. */
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string | undefined;
  readonly logLevel: LogLevel;
  readonly poolSize: number;
  readonly memory: MemorySettings;
  readonly s3: S3Settings | undefined;
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
    this.databaseUrl = read.url('DATABASE_URL', ['postgres:', 'postgresql:']);
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
    this.gitFileRemotes = read.choice('QUIRE_GIT_FILE_REMOTES', ['on', 'off']) === 'on';
    this.gitAuthor = read.gitAuthor();
    this.smtpUrl = read.url('QUIRE_SMTP_URL', ['smtp:', 'smtps:']);
    this.mailFrom = read.sender(this.smtpUrl !== undefined);
    this.logLevel = read.choice('QUIRE_LOG_LEVEL', LOG_LEVELS);
    this.poolSize = read.integer('QUIRE_POOL_SIZE', 2, 200);
    this.memory = memorySettings(read);
    this.s3 = read.s3();
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
      databaseUrl: this.databaseUrl && '(hidden)',
      adminToken: this.adminToken && '(hidden)',
      smtpUrl: this.smtpUrl && '(hidden)',
      secretKey: this.secretKey && '(hidden)',
      renderers: this.renderers && { ...this.renderers, secret: '(hidden)' },
      model: this.model && { ...this.model, key: this.model.key && '(hidden)' },
      s3: this.s3 && { ...this.s3, secretAccessKey: this.s3.secretAccessKey && '(hidden)' },
    };
  }

  [inspect.custom](): object {
    return this.toJSON();
  }
}

/** Reads and validates all settings. Throws one `SettingsInvalid` that lists every problem. */
export function readSettings(env: Readonly<Record<string, string | undefined>> = process.env): Settings {
  const reader = new EnvironmentReader(env);
  const settings = new Settings(reader);
  reader.problems.push(...unknownSettings(env));
  if (reader.problems.length > 0) throw new SettingsInvalid(reader.problems);
  return settings;
}

class EnvironmentReader {
  readonly problems: string[] = [];

  constructor(private readonly env: Readonly<Record<string, string | undefined>>) {}

  /** The trimmed value, else the default; an empty value, which compose files may pass on, counts as not set. */
  text(name: SettingName): string | undefined {
    return this.env[name]?.trim() || SETTINGS_TABLE[name].default || undefined;
  }

  integer(name: SettingName, min: number, max: number, otherwise = ''): number {
    const text = this.text(name) ?? '';
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= min && value <= max) return value;
    this.refuse(name, `a whole number from ${min} to ${max}${otherwise}`);
    return min;
  }

  choice<T extends string>(name: SettingName, allowed: readonly [T, ...T[]]): T {
    const text = this.text(name);
    const found = allowed.find((choice) => choice === text);
    if (found === undefined) this.refuse(name, `one of ${allowed.join(', ')}`);
    return found ?? allowed[0];
  }

  matching(name: SettingName, form: RegExp, allowed: string): string | undefined {
    const text = this.text(name);
    if (text !== undefined && !form.test(text)) this.refuse(name, allowed);
    return text;
  }

  url(name: SettingName, protocols: readonly string[]): string | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const url = URL.canParse(text) ? new URL(text) : undefined;
    if (!url || !protocols.includes(url.protocol)) {
      this.refuse(name, `a URL that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`);
    }
    return text;
  }

  /** The address of a server, without user, query or fragment, none of which would be sent. */
  address(name: SettingName): string | undefined {
    const text = this.url(name, ['http:', 'https:']);
    const url = text !== undefined && URL.canParse(text) ? new URL(text) : undefined;
    if (url && (url.search || url.hash || url.username || url.password))
      this.problems.push(`${name} takes an address only: leave out what follows ? or # and what stands before @`);
    return text;
  }

  host(name: SettingName): string {
    const text = this.text(name) ?? '';
    if (isIP(text) === 0 && !HOST_NAME.test(text)) this.refuse(name, 'an IP address or a host name');
    return text;
  }

  hostName(name: SettingName): string | undefined {
    return this.matching(name, HOST_NAME, 'a host name without a port')?.toLowerCase();
  }

  renderers(): RendererSettings | undefined {
    const urls = (this.text('QUIRE_RENDERER_URLS') ?? '')
      .split(',')
      .flatMap((url) => url.trim().replace(/\/+$/, '') || []);
    const form = /^[\x21-\x7e]{16,512}$/;
    const secret = this.matching('QUIRE_RENDERER_SECRET', form, 'at least 16 characters without spaces');
    if (urls.length === 0) return undefined;
    for (const url of urls) {
      if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
        this.problems.push(`QUIRE_RENDERER_URLS holds "${url}"; allowed are http:// and https:// URLs`);
    }
    if (secret === undefined) this.problems.push('QUIRE_RENDERER_SECRET must be set when QUIRE_RENDERER_URLS is');
    return { urls, secret: secret ?? '' };
  }

  key(name: SettingName, leastBytes: number): Buffer | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const key = decodeKey(text);
    if (!key || key.length < leastBytes) this.refuse(name, `at least ${leastBytes} bytes in hex or base64`);
    return key;
  }

  /** The entries between commas, in lower case. */
  list(name: SettingName, holds: (entry: string) => boolean, allowed: string): string[] {
    const entries = (this.text(name) ?? '').split(',').map((entry) => entry.trim().toLowerCase());
    const given = entries.filter((entry) => entry !== '');
    for (const entry of given) {
      if (!holds(entry)) this.problems.push(`${name} holds "${entry}"; allowed are ${allowed}`);
    }
    return given;
  }

  sender(needed: boolean): string | undefined {
    const text = this.matching('QUIRE_MAIL_FROM', MAILBOX, 'an e-mail address, or `Name <address>`');
    if (needed && text === undefined) this.problems.push('QUIRE_MAIL_FROM must be set when QUIRE_SMTP_URL is');
    return text;
  }

  gitAuthor(): GitAuthor {
    const text = this.matching('QUIRE_GIT_AUTHOR', AUTHOR, '`names`, `members`, or `Name <address>`');
    const [, name = '', email = ''] = /^(.*?) *<(.*)>$/.exec(text ?? '') ?? [];
    return name === '' ? (text === 'members' ? 'members' : 'names') : { name, email };
  }

  model(): ModelSettings | undefined {
    const url = this.url('QUIRE_MODEL_URL', ['http:', 'https:']);
    const name = this.matching('QUIRE_MODEL_NAME', LINE, 'a name in one line');
    const embedding = this.matching('QUIRE_MODEL_EMBEDDING', LINE, 'a name in one line');
    const key = this.matching('QUIRE_MODEL_KEY', PRINTED, 'letters, digits and signs without spaces');
    if (url === undefined) {
      if (name ?? key ?? embedding)
        this.problems.push('QUIRE_MODEL_URL must be set when other QUIRE_MODEL_ settings are');
      return undefined;
    }
    if (name === undefined) this.problems.push('QUIRE_MODEL_NAME must be set when QUIRE_MODEL_URL is');
    return { url, name: name ?? '', key, embedding };
  }

  s3(): S3Settings | undefined {
    const bucket = this.matching('QUIRE_S3_BUCKET', /^[\w.:/-]{1,255}$/, 'the name of a bucket');
    const endpoint = this.url('QUIRE_S3_ENDPOINT', ['http:', 'https:']);
    const region = this.matching('QUIRE_S3_REGION', /^[a-z0-9-]{1,63}$/i, 'the name of a region') ?? '';
    const prefix = this.matching('QUIRE_S3_PREFIX', /^[^\p{Cc}\\]{1,512}$/u, 'the beginning of a name') ?? '';
    const accessKeyId = this.matching('QUIRE_S3_ACCESS_KEY_ID', PRINTED, 'a key without spaces');
    const secretAccessKey = this.matching('QUIRE_S3_SECRET_ACCESS_KEY', PRINTED, 'a secret without spaces');
    if ((accessKeyId === undefined) !== (secretAccessKey === undefined)) {
      this.problems.push('QUIRE_S3_ACCESS_KEY_ID and QUIRE_S3_SECRET_ACCESS_KEY must be set together');
    }
    if (bucket === undefined) {
      if (endpoint ?? accessKeyId) this.problems.push('QUIRE_S3_BUCKET must be set when other QUIRE_S3_ settings are');
      return undefined;
    }
    return { bucket, endpoint, region, accessKeyId, secretAccessKey, prefix };
  }

  private refuse(name: SettingName, allowed: string): void {
    const hidden = 'secret' in SETTINGS_TABLE[name];
    this.problems.push(`${name} ${hidden ? 'has a value that' : `is "${this.text(name)}", which`} is not ${allowed}`);
  }
}
