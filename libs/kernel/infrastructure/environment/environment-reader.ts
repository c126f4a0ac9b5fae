import { isIP } from 'node:net';
import { decodeKey } from '../secret-key.js';
import { SETTINGS_TABLE, type SettingName } from '../settings-table.js';
import { HOST_NAME } from './networks.js';
import type { GitAuthor, ModelSettings, RendererSettings, S3Settings } from './services.js';

const PRINTED = /^[\x21-\x7e]{1,4096}$/;
const LINE = /^[^\p{Cc}]{1,200}$/u;
const AUTHOR = /^(?:names|members|[^<>\p{Cc}]{1,200} <[^\s<>@]{1,64}@[^\s<>@]{1,253}>)$/u;
const MAILBOX = /^(?:[^<>\p{Cc}]{0,200}<[^\s<>@]{1,64}@[^\s<>@]{1,253}>|[^\s<>@]{1,64}@[^\s<>@]{1,253})$/u;

/** Reads settings from the environment, and collects what is wrong with them. */
export class EnvironmentReader {
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

  /** A URL that makes sense beside another setting only. */
  besides(name: SettingName, protocols: readonly string[], other: SettingName): string | undefined {
    const before = this.problems.length;
    const text = this.url(name, protocols);
    const isFine = text !== undefined && this.problems.length === before;
    if (isFine && this.text(other) === undefined) this.problems.push(`${name} goes with ${other} only`);
    return text;
  }

  /** URLs between commas, which make sense beside another setting only. Passwords are not shown. */
  urlsBesides(name: SettingName, protocols: readonly string[], other: SettingName): string[] {
    const urls = (this.text(name) ?? '').split(',').flatMap((url) => url.trim() || []);
    if (urls.some((url) => !URL.canParse(url) || !protocols.includes(new URL(url).protocol)))
      this.refuse(name, `URLs that start with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`);
    else if (urls.length > 0 && this.text(other) === undefined) this.problems.push(`${name} goes with ${other} only`);
    return urls;
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

  /** Where to listen, if a port is set. */
  listening(port: SettingName, host: SettingName): { port: number; host: string } | undefined {
    const at = this.host(host);
    return this.text(port) === undefined ? undefined : { port: this.integer(port, 1, 65535), host: at };
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
